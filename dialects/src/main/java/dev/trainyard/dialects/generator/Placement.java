package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Who places the pods, and where they must not go.
final class Placement {

  private static final List<String> UNHEALTHY = List.of("ERR", "TESTING", "EVICT");

  static boolean sakkara(Settled settings) {
    return settings.text("schedulerName").filter("sakkara"::equals).isPresent();
  }

  static Optional<String> scheduler(Settled settings) {
    return settings.given("bypassCoscheduler")
        ? Optional.of("default-scheduler")
        : settings.text("schedulerName");
  }

  /// Also jobs without GPUs stay away from nodes whose GPUs are unwell.
  static ObjectNode affinity(Settled settings) {
    var affinity = JsonNodeFactory.instance.objectNode();
    var expressions =
        affinity
            .putObject("nodeAffinity")
            .putObject("requiredDuringSchedulingIgnoredDuringExecution")
            .putArray("nodeSelectorTerms")
            .addObject()
            .putArray("matchExpressions");
    expressions.add(notIn("autopilot.ibm.com/gpuhealth", UNHEALTHY));
    if (settings.given("hostIgnoreList")) {
      var hosts = settings.list("hostIgnoreList").stream().map(Texts::of).toList();
      expressions.add(notIn("kubernetes.io/hostname", hosts));
    }
    return affinity;
  }

  private static ObjectNode notIn(String key, List<String> values) {
    var expression = JsonNodeFactory.instance.objectNode().put("key", key).put("operator", "NotIn");
    values.forEach(expression.putArray("values")::add);
    return expression;
  }

  private Placement() {}
}
