package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Optional;

/// How readily the kernel ends a container when the whole machine runs out of memory: its
/// `oom_score_adj`, as a kubelet chooses it.
final class Sacrifice {

  private static final int GUARANTEED = -997;
  private static final int BEST_EFFORT = 1000;

  /// @param memory what the machine has, in bytes
  static int of(Pod pod, Container container, long memory) {
    var service =
        Optional.ofNullable(pod.getStatus()).map(PodStatus::getQosClass).orElse("BestEffort");
    return switch (service) {
      case "Guaranteed" -> GUARANTEED;
      case "Burstable" -> burstable(requested(container), memory);
      default -> BEST_EFFORT;
    };
  }

  /// Whoever asked for more is ended later, but before anybody who is guaranteed what they asked.
  private static int burstable(long requested, long memory) {
    return Math.clamp(
        1000 - 1000 * requested / Math.max(1, memory), 1000 + GUARANTEED, BEST_EFFORT - 1);
  }

  private static long requested(Container container) {
    return Optional.ofNullable(container.getResources())
        .map(ResourceRequirements::getRequests)
        .flatMap(it -> Optional.ofNullable(it.get("memory")))
        .map(Quantity::getAmountInBytes)
        .map(it -> it.longValue())
        .orElse(0L);
  }

  private Sacrifice() {}
}
