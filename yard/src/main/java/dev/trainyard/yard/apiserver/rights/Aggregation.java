package dev.trainyard.yard.apiserver.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// ClusterRoles that are made of others, chosen by their labels.
public final class Aggregation {

  /// The rules of such a role; nothing where it has its own.
  ///
  /// @param all every ClusterRole, in the order of their names
  public static Optional<List<JsonNode>> rules(JsonNode role, Iterable<? extends JsonNode> all) {
    var selectors = role.at("/aggregationRule/clusterRoleSelectors");
    if (selectors.isEmpty()) {
      return Optional.empty();
    }
    var rules = new LinkedHashSet<JsonNode>();
    for (var selector : selectors) {
      for (var other : all) {
        if (!name(other).equals(name(role)) && chooses(selector, other.at("/metadata/labels"))) {
          other.path("rules").forEach(rules::add);
        }
      }
    }
    return Optional.of(List.copyOf(rules));
  }

  private static JsonNode name(JsonNode role) {
    return role.at("/metadata/name");
  }

  private static boolean chooses(JsonNode selector, JsonNode labels) {
    return selector.path("matchLabels").properties().stream()
            .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()))
        && selector
            .path("matchExpressions")
            .valueStream()
            .allMatch(expression -> holds(expression, labels));
  }

  private static boolean holds(JsonNode expression, JsonNode labels) {
    var value = labels.path(expression.path("key").asText());
    var listed = expression.path("values").valueStream().anyMatch(value::equals);
    return switch (expression.path("operator").asText()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      case "Exists" -> !value.isMissingNode();
      case "DoesNotExist" -> value.isMissingNode();
      default -> false;
    };
  }

  private Aggregation() {}
}
