package dev.trainyard.dialects;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What can become of a pod, as its status tells it.
final class PodTurns {

  private static final long GRACE = 30;

  static Pod born(Pod pod, String uid, Instant at) {
    return new PodBuilder(pod)
        .editMetadata()
        .withUid(uid)
        .withCreationTimestamp(at.toString())
        .endMetadata()
        .withNewStatus()
        .withPhase("Pending")
        .endStatus()
        .build();
  }

  static Pod running(Pod pod) {
    var runs = new ContainerStateBuilder().withNewRunning().endRunning().build();
    return new PodBuilder(withStatus(pod, "Running", Optional.of(runs)))
        .editStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  static Pod ended(Pod pod, int code, Instant at) {
    return withStatus(pod, code == 0 ? "Succeeded" : "Failed", Optional.of(terminated(code, at)));
  }

  /// One container ends, the others go on.
  static Pod containerEnded(Pod pod, String container, int code, Instant at) {
    var next = new PodBuilder(pod).build();
    next.getStatus().getContainerStatuses().stream()
        .filter(one -> one.getName().equals(container))
        .forEach(one -> one.setState(terminated(code, at)));
    return next;
  }

  /// Without any of its containers having ended.
  static Pod evicted(Pod pod) {
    return new PodBuilder(withStatus(pod, "Failed", Optional.empty()))
        .editStatus()
        .withReason("Evicted")
        .endStatus()
        .build();
  }

  static Pod outOfSight(Pod pod) {
    return withStatus(pod, "Unknown", Optional.empty());
  }

  static Pod departing(Pod pod, Instant at) {
    return isLeaving(pod)
        ? pod
        : new PodBuilder(pod)
            .editMetadata()
            .withDeletionTimestamp(at.plusSeconds(GRACE).toString())
            .withDeletionGracePeriodSeconds(GRACE)
            .endMetadata()
            .build();
  }

  /// Makes room for somebody else, as a scheduler says it before it deletes the pod.
  static Pod preempted(Pod pod, String incident, Instant at) {
    return new PodBuilder(departing(pod, at))
        .editStatus()
        .addNewCondition()
        .withType("DisruptionTarget")
        .withStatus("True")
        .withReason("PreemptionByScheduler")
        .withMessage(incident)
        .endCondition()
        .endStatus()
        .build();
  }

  static boolean hasFinished(Pod pod) {
    return Set.of("Succeeded", "Failed").contains(pod.getStatus().getPhase());
  }

  static boolean isLeaving(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  private static ContainerState terminated(int code, Instant at) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(code)
        .withFinishedAt(at.toString())
        .endTerminated()
        .build();
  }

  /// What becomes of one container becomes of all.
  private static Pod withStatus(Pod pod, String phase, Optional<ContainerState> state) {
    List<ContainerStatus> containers =
        pod.getSpec().getContainers().stream()
            .map(
                one ->
                    new ContainerStatusBuilder()
                        .withName(one.getName())
                        .withRestartCount(0)
                        .withState(state.orElse(null))
                        .build())
            .toList();
    return new PodBuilder(pod)
        .editSpec()
        .withNodeName("node")
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .withContainerStatuses(containers)
        .endStatus()
        .build();
  }

  private PodTurns() {}
}
