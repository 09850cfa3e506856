package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Role.Outcome;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How an object with a controller of its own has ended, by its conditions.
public final class Outcomes {

  /// Nothing while it has not. Some kinds are completed however they end, so failure comes first.
  public static Optional<Boolean> of(GenericKubernetesResource object, Outcome outcome) {
    if (holdsOne(object, outcome.failed())) {
      return Optional.of(false);
    }
    return holdsOne(object, outcome.succeeded()) ? Optional.of(true) : Optional.empty();
  }

  private static boolean holdsOne(GenericKubernetesResource object, Set<String> types) {
    return object.get("status", "conditions") instanceof List<?> conditions
        && conditions.stream()
            .anyMatch(
                one ->
                    one instanceof Map<?, ?> condition
                        && condition.get("type") instanceof String type
                        && types.contains(type)
                        && "True".equals(condition.get("status")));
  }

  private Outcomes() {}
}
