package dev.trainyard.yard.autoscaler;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricTarget;
import java.math.BigDecimal;
import java.util.Optional;

/// What is measured of pods: how much of a resource they use, all their containers or one.
record ResourceMetric(String resource, Optional<String> container, Goal goal) {

  /// How much it should be.
  sealed interface Goal {
    /// Of what was requested.
    record Utilization(int percent) implements Goal {}

    /// For each pod.
    record AverageValue(BigDecimal amount) implements Goal {}
  }

  static Goal goal(MetricTarget target) {
    return Optional.ofNullable(target.getAverageUtilization())
        .<Goal>map(Goal.Utilization::new)
        .orElseGet(
            () ->
                new Goal.AverageValue(
                    Optional.ofNullable(target.getAverageValue())
                        .map(Quantity::getNumericalAmount)
                        .orElse(BigDecimal.ZERO)));
  }

  /// What Kubernetes calls it.
  String words() {
    var thing = container.isPresent() ? "container resource" : "resource";
    return switch (goal) {
      case Goal.Utilization _ ->
          "%s %s utilization (percentage of request)".formatted(resource, thing);
      case Goal.AverageValue _ -> "%s %s".formatted(resource, thing);
    };
  }
}
