package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.autoscaler.Recommendation.Wanted;
import dev.trainyard.yard.autoscaler.Recommendation.Wish;
import dev.trainyard.yard.autoscaler.ResourceMetric.Goal;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import java.util.List;
import java.util.Optional;

/// Reads what the author of an autoscaler wants.
final class Wishes {

  private static final Wanted USUAL =
      new Wanted.Measured(new ResourceMetric("cpu", Optional.empty(), new Goal.Utilization(80)));

  static Wish of(HorizontalPodAutoscaler autoscaler) {
    var spec = autoscaler.getSpec();
    var metrics = spec.getMetrics().stream().map(Wishes::wanted).toList();
    return new Wish(
        Optional.ofNullable(spec.getMinReplicas()).orElse(1),
        spec.getMaxReplicas(),
        metrics.isEmpty() ? List.of(USUAL) : metrics,
        Behaviour.of(Optional.ofNullable(spec.getBehavior())));
  }

  private static Wanted wanted(MetricSpec spec) {
    return switch (spec.getType()) {
      case "Resource" -> {
        var source = spec.getResource();
        yield measured(source.getName(), Optional.empty(), ResourceMetric.goal(source.getTarget()));
      }
      case "ContainerResource" -> {
        var source = spec.getContainerResource();
        yield measured(
            source.getName(),
            Optional.of(source.getContainer()),
            ResourceMetric.goal(source.getTarget()));
      }
      default -> new Wanted.Unserved(spec.getType());
    };
  }

  private static Wanted measured(String resource, Optional<String> container, Goal goal) {
    return new Wanted.Measured(new ResourceMetric(resource, container, goal));
  }

  private Wishes() {}
}
