package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/// Pods: the defaults a node relies on, and a spec that stays what it was.
final class PodRules implements Rules {

  private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers");

  @Override
  public void complete(ObjectNode pod) {
    var spec = pod.withObjectProperty("spec");
    Json.putIfAbsent(spec, "restartPolicy", "Always");
    Json.putIfAbsent(spec, "terminationGracePeriodSeconds", 30);
    if (spec.path("terminationGracePeriodSeconds").asLong() < 0) {
      spec.put("terminationGracePeriodSeconds", 1);
    }
    Json.putIfAbsent(spec, "dnsPolicy", "ClusterFirst");
    oneAccount(spec);
    Json.putIfAbsent(spec, "schedulerName", "default-scheduler");
    spec.withObjectProperty("securityContext");
    for (var volume : spec.path("volumes")) {
      if (volume instanceof ObjectNode object
          && object.valueStream().noneMatch(JsonNode::isObject)) {
        object.putObject("emptyDir");
      }
    }
    for (var list : CONTAINER_LISTS) {
      for (var container : spec.path(list)) {
        if (container instanceof ObjectNode object) {
          complete(object, spec);
        }
      }
    }
  }

  /// The field has had another name, by which old clients still know it.
  private static void oneAccount(ObjectNode spec) {
    var name = spec.path("serviceAccountName").asText("");
    var account = name.isEmpty() ? spec.path("serviceAccount").asText("") : name;
    if (!account.isEmpty()) {
      spec.put("serviceAccountName", account).put("serviceAccount", account);
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
    var findings = new Findings();
    PodSpecRules.check(pod.path("spec"), "spec", findings);
    return findings.all();
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
