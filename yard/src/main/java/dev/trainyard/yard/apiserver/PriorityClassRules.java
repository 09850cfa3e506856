package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// PriorityClasses: below those of the system, and what they are worth stays.
final class PriorityClassRules implements Rules {

  private static final int MOST = 1_000_000_000;
  private static final List<String> POLICIES = List.of("PreemptLowerPriority", "Never");
  private static final List<String> OF_THE_SYSTEM =
      List.of("system-cluster-critical", "system-node-critical");

  @Override
  public void complete(ObjectNode priority) {
    Json.putIfAbsent(priority, "preemptionPolicy", "PreemptLowerPriority");
    Json.putIfAbsent(priority, "value", 0);
  }

  @Override
  public List<Violation> check(ObjectNode priority) {
    var findings = new Findings();
    var name = priority.at("/metadata/name").asText("");
    if (name.startsWith("system-") && !OF_THE_SYSTEM.contains(name)) {
      findings.forbidden(
          "metadata.name",
          "priority class names with 'system-' prefix are reserved for system use only. error: %s"
                  .formatted(name)
              + " is not a known system priority class");
    } else if (!name.startsWith("system-") && priority.path("value").asInt() > MOST) {
      findings.forbidden(
          "value", "maximum allowed value of a user defined priority is %d".formatted(MOST));
    }
    findings.oneOf(priority.path("preemptionPolicy"), "preemptionPolicy", POLICIES);
    return findings.all();
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    var findings = new Findings();
    if (before.path("value").asInt() != after.path("value").asInt()) {
      findings.forbidden("value", "may not be changed in an update.");
    }
    if (!before.path("preemptionPolicy").equals(after.path("preemptionPolicy"))) {
      findings.invalid("preemptionPolicy", after.path("preemptionPolicy"), "field is immutable");
    }
    return findings.all();
  }
}
