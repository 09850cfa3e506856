package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Role.Outcome;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How an object with a controller of its own has ended, by its conditions.
public final class Outcomes {

  /// What the condition says by which it has ended.
  record End(boolean succeeded, String reason, String message, String at) {}

  /// Nothing while it has not. Some kinds are completed however they end, so failure comes first.
  public static Optional<Boolean> of(GenericKubernetesResource object, Outcome outcome) {
    return end(object, outcome).map(End::succeeded);
  }

  static Optional<End> end(GenericKubernetesResource object, Outcome outcome) {
    return holding(object, outcome.failed())
        .map(condition -> end(false, condition))
        .or(() -> holding(object, outcome.succeeded()).map(condition -> end(true, condition)));
  }

  private static End end(boolean succeeded, Map<?, ?> condition) {
    return new End(
        succeeded,
        text(condition, "reason"),
        text(condition, "message"),
        text(condition, "lastTransitionTime"));
  }

  private static String text(Map<?, ?> condition, String key) {
    return condition.get(key) instanceof String text ? text : "";
  }

  private static Optional<Map<?, ?>> holding(GenericKubernetesResource object, Set<String> types) {
    if (!(object.get("status", "conditions") instanceof List<?> conditions)) {
      return Optional.empty();
    }
    for (var one : conditions) {
      if (one instanceof Map<?, ?> condition
          && condition.get("type") instanceof String type
          && types.contains(type)
          && "True".equals(condition.get("status"))) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  private Outcomes() {}
}
