package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;

/// Which pods a quota is about. One without scopes is about everything, one with scopes about pods
/// alone.
final class QuotaScopes {

  static final String PRIORITY = "PriorityClass";
  static final List<String> ALL =
      List.of(
          "BestEffort",
          "CrossNamespacePodAffinity",
          "NotBestEffort",
          "NotTerminating",
          PRIORITY,
          "Terminating",
          "VolumeAttributesClass");

  /// A scope with what it asks for, by operator and values.
  private record Requirement(String scope, String operator, List<String> values) {}

  static boolean include(JsonNode quotaSpec, String resource, JsonNode object) {
    var requirements = requirements(quotaSpec);
    return requirements.isEmpty()
        || (resource.equals("pods") && requirements.stream().allMatch(it -> matches(it, object)));
  }

  private static List<Requirement> requirements(JsonNode spec) {
    var all = new ArrayList<Requirement>();
    for (var scope : spec.path("scopes")) {
      all.add(new Requirement(scope.asText(), "Exists", List.of()));
    }
    for (var expression : spec.at("/scopeSelector/matchExpressions")) {
      all.add(
          new Requirement(
              expression.path("scopeName").asText(),
              expression.path("operator").asText(),
              Json.texts(expression.path("values"))));
    }
    return all;
  }

  private static boolean matches(Requirement requirement, JsonNode pod) {
    var spec = pod.path("spec");
    return switch (requirement.scope()) {
      case "Terminating" -> spec.path("activeDeadlineSeconds").isNumber();
      case "NotTerminating" -> !spec.path("activeDeadlineSeconds").isNumber();
      case "BestEffort" -> bestEffort(pod);
      case "NotBestEffort" -> !bestEffort(pod);
      case PRIORITY -> hasPriority(requirement, spec.path("priorityClassName").asText(""));
      case "CrossNamespacePodAffinity" -> reachesOut(spec.path("affinity"));
      default -> false;
    };
  }

  private static boolean bestEffort(JsonNode pod) {
    return pod.at("/status/qosClass").equals(TextNode.valueOf("BestEffort"));
  }

  private static boolean hasPriority(Requirement requirement, String name) {
    return switch (requirement.operator()) {
      case "In" -> requirement.values().contains(name);
      case "NotIn" -> !requirement.values().contains(name);
      case "DoesNotExist" -> name.isEmpty();
      default -> !name.isEmpty();
    };
  }

  /// Whether its place depends on pods of other namespaces.
  private static boolean reachesOut(JsonNode affinity) {
    return affinity.findValues("namespaces").stream().anyMatch(names -> !names.isEmpty())
        || !affinity.findValues("namespaceSelector").isEmpty();
  }

  private QuotaScopes() {}
}
