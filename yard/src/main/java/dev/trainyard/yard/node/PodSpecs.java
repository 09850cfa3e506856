package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// What a pod's spec says about looking after its containers.
final class PodSpecs {

  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  /// Those that start first are first.
  static Stream<Container> all(Pod pod) {
    return Stream.concat(
        pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream());
  }

  static Optional<Container> container(Pod pod, String name) {
    return all(pod).filter(container -> container.getName().equals(name)).findFirst();
  }

  static Optional<LifecycleHandler> postStart(Container container) {
    return Optional.ofNullable(container.getLifecycle())
        .flatMap(hooks -> Optional.ofNullable(hooks.getPostStart()));
  }

  static Optional<LifecycleHandler> preStop(Container container) {
    return Optional.ofNullable(container.getLifecycle())
        .flatMap(hooks -> Optional.ofNullable(hooks.getPreStop()));
  }

  /// True where somebody must look at the container while it runs.
  static boolean needsCare(Container container) {
    return postStart(container).isPresent()
        || container.getStartupProbe() != null
        || container.getLivenessProbe() != null
        || container.getReadinessProbe() != null;
  }

  /// How long the end of a container may take; a deletion may say otherwise.
  static Duration grace(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getDeletionGracePeriodSeconds())
        .or(() -> Optional.ofNullable(pod.getSpec().getTerminationGracePeriodSeconds()))
        .map(Seconds::of)
        .orElse(DEFAULT_GRACE);
  }

  private PodSpecs() {}
}
