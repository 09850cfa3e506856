package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Pods: the defaults a node relies on, and a spec that stays what it was.
final class PodRules implements Rules {

  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers");

  @Override
  public void complete(ObjectNode pod) {
    var spec = pod.withObjectProperty("spec");
    Json.putIfAbsent(spec, "restartPolicy", "Always");
    Json.putIfAbsent(spec, "terminationGracePeriodSeconds", 30);
    Json.putIfAbsent(spec, "dnsPolicy", "ClusterFirst");
    Json.putIfAbsent(spec, "schedulerName", "default-scheduler");
    spec.withObjectProperty("securityContext");
    for (var list : CONTAINER_LISTS) {
      for (var container : spec.path(list)) {
        if (container instanceof ObjectNode object) {
          complete(object, spec);
        }
      }
    }
  }

  private static void complete(ObjectNode container, ObjectNode spec) {
    Json.putIfAbsent(container, "terminationMessagePath", "/dev/termination-log");
    Json.putIfAbsent(container, "terminationMessagePolicy", "File");
    var image = container.path("image").asText("");
    Json.putIfAbsent(container, "imagePullPolicy", pinned(image) ? "IfNotPresent" : "Always");
    for (var port : container.path("ports")) {
      if (port instanceof ObjectNode object) {
        Json.putIfAbsent(object, "protocol", "TCP");
        if (spec.path("hostNetwork").asBoolean() && object.has("containerPort")) {
          Json.putIfAbsent(object, "hostPort", object.path("containerPort").asInt());
        }
      }
    }
    var resources = container.withObjectProperty("resources");
    if (resources.path("limits") instanceof ObjectNode limits && !limits.isEmpty()) {
      var requests = resources.withObjectProperty("requests");
      limits.properties().forEach(limit -> requests.putIfAbsent(limit.getKey(), limit.getValue()));
    }
  }

  /// An image without a tag, or with the tag `latest`, may be another one tomorrow.
  private static boolean pinned(String image) {
    var name = image.substring(image.lastIndexOf('/') + 1);
    return name.contains("@") || (name.contains(":") && !name.endsWith(":latest"));
  }

  @Override
  public void begin(ObjectNode pod, Instant now) {
    pod.putObject("status").put("phase", "Pending").put("qosClass", qosClass(pod.path("spec")));
  }

  /// Guaranteed: every container has equal requests and limits for both; BestEffort: none has any.
  private static String qosClass(JsonNode spec) {
    var any = false;
    var all = true;
    for (var list : CONTAINER_LISTS) {
      for (var container : spec.path(list)) {
        for (var resource : List.of("cpu", "memory")) {
          var request = container.at("/resources/requests/" + resource).asText("");
          var limit = container.at("/resources/limits/" + resource).asText("");
          any |= !request.isEmpty() || !limit.isEmpty();
          all &= !limit.isEmpty() && request.equals(limit);
        }
      }
    }
    return any ? (all ? "Guaranteed" : "Burstable") : "BestEffort";
  }

  @Override
  public List<Violation> check(ObjectNode pod) {
    var violations = new ArrayList<Violation>();
    var spec = pod.path("spec");
    if (spec.path("containers").isEmpty()) {
      violations.add(Violation.required("spec.containers", ""));
    }
    var names = new HashSet<String>();
    for (var list : CONTAINER_LISTS) {
      var containers = spec.path(list);
      for (int i = 0; i < containers.size(); i++) {
        checkContainer(containers.get(i), "spec.%s[%d]".formatted(list, i), names, violations);
      }
    }
    if (!RESTART_POLICIES.contains(spec.path("restartPolicy").asText())) {
      violations.add(
          Violation.notSupported(
              "spec.restartPolicy", spec.path("restartPolicy"), RESTART_POLICIES));
    }
    checkVolumes(spec, violations);
    return violations;
  }

  private static void checkContainer(
      JsonNode container, String path, Set<String> names, List<Violation> violations) {
    var name = container.path("name").asText("");
    if (name.isEmpty()) {
      violations.add(Violation.required(path + ".name", ""));
    } else {
      NameRule.LABEL
          .problems(name)
          .forEach(problem -> violations.add(Violation.invalid(path + ".name", name, problem)));
      if (!names.add(name)) {
        violations.add(Violation.duplicate(path + ".name", container.path("name")));
      }
    }
    if (container.path("image").asText("").isEmpty()) {
      violations.add(Violation.required(path + ".image", ""));
    }
    var env = container.path("env");
    for (int i = 0; i < env.size(); i++) {
      if (env.get(i).path("name").asText("").isEmpty()) {
        violations.add(Violation.required("%s.env[%d].name".formatted(path, i), ""));
      }
    }
  }

  private static void checkVolumes(JsonNode spec, List<Violation> violations) {
    var volumes = new HashSet<String>();
    for (int i = 0; i < spec.path("volumes").size(); i++) {
      var name = spec.path("volumes").get(i).path("name");
      var path = "spec.volumes[%d].name".formatted(i);
      if (name.asText("").isEmpty()) {
        violations.add(Violation.required(path, ""));
      } else if (!volumes.add(name.asText())) {
        violations.add(Violation.duplicate(path, name));
      }
    }
    for (var list : CONTAINER_LISTS) {
      for (int i = 0; i < spec.path(list).size(); i++) {
        var mounts = spec.path(list).get(i).path("volumeMounts");
        for (int m = 0; m < mounts.size(); m++) {
          var name = mounts.get(m).path("name");
          if (!volumes.contains(name.asText(""))) {
            violations.add(
                new Violation(
                    "spec.%s[%d].volumeMounts[%d].name".formatted(list, i, m),
                    name,
                    "Not found: " + name,
                    Violation.Rule.NOT_FOUND));
          }
        }
      }
    }
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    if (fixed(before).equals(fixed(after)) && keepsTolerations(before, after)) {
      return List.of();
    }
    return List.of(
        Violation.forbidden(
            "spec",
            "pod updates may not change fields other than `spec.containers[*].image`,"
                + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
                + " (only additions to existing tolerations)"));
  }

  /// The spec without what may change.
  private static JsonNode fixed(ObjectNode pod) {
    ObjectNode spec = pod.path("spec").deepCopy();
    spec.remove(List.of("activeDeadlineSeconds", "tolerations"));
    for (var list : CONTAINER_LISTS) {
      for (var container : spec.path(list)) {
        if (container instanceof ObjectNode object) {
          object.remove("image");
        }
      }
    }
    return spec;
  }

  private static boolean keepsTolerations(ObjectNode before, ObjectNode after) {
    var kept = new HashSet<JsonNode>();
    after.at("/spec/tolerations").forEach(kept::add);
    for (var toleration : before.at("/spec/tolerations")) {
      if (!kept.contains(toleration)) {
        return false;
      }
    }
    return true;
  }
}
