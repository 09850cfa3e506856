package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.plan.PodReading;
import dev.trainyard.engine.wrapper.ObservedWrapper.WrappedPod;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a wrapper needs to know of a pod, read off the pod.
public final class WrappedPods {

  public static WrappedPod of(Pod pod) {
    var meta = pod.getMetadata();
    return new WrappedPod(
        meta.getName(),
        meta.getUid(),
        stage(pod),
        meta.getDeletionTimestamp() != null,
        exitCodes(pod),
        Optional.ofNullable(pod.getSpec().getNodeName()).filter(node -> !node.isEmpty()),
        uses(pod),
        PodReading.changedAt(pod));
  }

  /// One that says nothing yet is nowhere.
  private static Stage stage(Pod pod) {
    var phase = Optional.ofNullable(pod.getStatus()).map(PodStatus::getPhase).orElse("");
    return phase.isEmpty() ? Stage.UNKNOWN : PodReading.stage(pod);
  }

  private static List<Integer> exitCodes(Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .map(PodStatus::getContainerStatuses)
        .orElse(List.of())
        .stream()
        .map(ContainerStatus::getState)
        .filter(Objects::nonNull)
        .map(ContainerState::getTerminated)
        .filter(Objects::nonNull)
        .map(ContainerStateTerminated::getExitCode)
        .filter(code -> code != null && code != 0)
        .toList();
  }

  /// Init containers are through with what they have used.
  private static Set<String> uses(Pod pod) {
    var names = new TreeSet<String>();
    pod.getSpec().getContainers().stream()
        .map(Container::getResources)
        .filter(Objects::nonNull)
        .forEach(resources -> add(resources, names));
    return names;
  }

  private static void add(ResourceRequirements resources, Set<String> names) {
    some(resources.getLimits(), names);
    some(resources.getRequests(), names);
  }

  private static void some(@Nullable Map<String, Quantity> amounts, Set<String> names) {
    if (amounts != null) {
      amounts.forEach(
          (name, amount) -> {
            if (amount.getNumericalAmount().signum() != 0) {
              names.add(name);
            }
          });
    }
  }

  private WrappedPods() {}
}
