package dev.trainyard.simulation.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a node writes about its pods.
final class Pods {

  static Pod running(Pod pod, int starts, Instant now) {
    var state =
        new ContainerStateBuilder().withNewRunning().withStartedAt(text(now)).endRunning().build();
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withPhase("Running")
        .withStartTime(Optional.ofNullable(pod.getStatus().getStartTime()).orElse(text(now)))
        .withConditions(ready(true, now))
        .withContainerStatuses(statuses(pod, state, true, starts - 1))
        .endStatus()
        .build();
  }

  static Pod ended(Pod pod, int code, String reason, int starts, Instant now) {
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withPhase(code == 0 ? "Succeeded" : "Failed")
        .withConditions(ready(false, now))
        .withContainerStatuses(statuses(pod, terminated(code, reason, now), false, starts - 1))
        .endStatus()
        .build();
  }

  /// Between two starts in place.
  static Pod restarting(Pod pod, int code, String reason, int starts, Instant now) {
    var waiting =
        new ContainerStateBuilder()
            .withNewWaiting()
            .withReason("CrashLoopBackOff")
            .endWaiting()
            .build();
    var statuses =
        statuses(pod, waiting, false, starts).stream()
            .map(
                status ->
                    new ContainerStatusBuilder(status)
                        .withLastState(terminated(code, reason, now))
                        .build())
            .toList();
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withConditions(ready(false, now))
        .withContainerStatuses(statuses)
        .endStatus()
        .build();
  }

  private static ContainerState terminated(int code, String reason, Instant now) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(code)
        .withReason(reason)
        .withFinishedAt(text(now))
        .endTerminated()
        .build();
  }

  private static PodCondition ready(boolean ready, Instant now) {
    return new PodConditionBuilder()
        .withType("Ready")
        .withStatus(ready ? "True" : "False")
        .withLastTransitionTime(text(now))
        .build();
  }

  private static List<ContainerStatus> statuses(
      Pod pod, ContainerState state, boolean ready, int restarts) {
    return pod.getSpec().getContainers().stream()
        .map(Container::getName)
        .map(
            name ->
                new ContainerStatusBuilder()
                    .withName(name)
                    .withReady(ready)
                    .withStarted(ready)
                    .withRestartCount(restarts)
                    .withState(state)
                    .build())
        .toList();
  }

  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Pods() {}
}
