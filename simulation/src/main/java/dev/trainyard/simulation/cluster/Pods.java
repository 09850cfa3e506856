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
import java.util.function.UnaryOperator;

/// What a node writes about its pods.
public final class Pods {

  public static Pod running(Pod pod, int starts, Instant now) {
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withPhase("Running")
        .withStartTime(Optional.ofNullable(pod.getStatus().getStartTime()).orElse(text(now)))
        .withConditions(ready(true, now))
        .withContainerStatuses(statuses(pod, running(now), true, starts - 1))
        .endStatus()
        .build();
  }

  /// A container that had ended before keeps its own end.
  public static Pod ended(Pod pod, int code, String reason, int starts, Instant now) {
    var statuses =
        statuses(pod, terminated(code, reason, now), false, starts - 1).stream()
            .map(status -> status(pod, status.getName()).filter(Pods::ended).orElse(status))
            .toList();
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withPhase(endingPhase(statuses))
        .withConditions(ready(false, now))
        .withContainerStatuses(statuses)
        .endStatus()
        .build();
  }

  /// One container ends, and the pod with it if it was the last.
  static Pod containerEnded(Pod pod, String container, int code, String reason, Instant now) {
    var changed =
        withContainer(
            pod,
            container,
            status ->
                status.withReady(false).withStarted(false).withState(terminated(code, reason, now)),
            now);
    var statuses = changed.getStatus().getContainerStatuses();
    if (statuses.stream().allMatch(Pods::ended)) {
      changed.getStatus().setPhase(endingPhase(statuses));
    }
    return changed;
  }

  /// One container ends and waits to be started again.
  static Pod containerRestarting(Pod pod, String container, int code, String reason, Instant now) {
    return withContainer(
        pod,
        container,
        status ->
            status
                .withReady(false)
                .withStarted(false)
                .withRestartCount(status.getRestartCount() + 1)
                .withLastState(terminated(code, reason, now))
                .withState(crashLoop()),
        now);
  }

  static Pod containerRunning(Pod pod, String container, Instant now) {
    return withContainer(
        pod,
        container,
        status -> status.withReady(true).withStarted(true).withState(running(now)),
        now);
  }

  private static Pod withContainer(
      Pod pod, String container, UnaryOperator<ContainerStatusBuilder> news, Instant now) {
    var statuses =
        pod.getStatus().getContainerStatuses().stream()
            .map(
                status ->
                    status.getName().equals(container)
                        ? news.apply(new ContainerStatusBuilder(status)).build()
                        : status)
            .toList();
    var allReady = statuses.stream().allMatch(status -> Boolean.TRUE.equals(status.getReady()));
    return new PodBuilder(pod)
        .editStatus()
        .withConditions(ready(allReady, now))
        .withContainerStatuses(statuses)
        .endStatus()
        .build();
  }

  static Optional<ContainerStatus> status(Pod pod, String container) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(status -> status.getName().equals(container))
        .findFirst();
  }

  static boolean ended(ContainerStatus status) {
    return status.getState().getTerminated() != null;
  }

  private static String endingPhase(List<ContainerStatus> statuses) {
    return statuses.stream()
            .allMatch(status -> status.getState().getTerminated().getExitCode() == 0)
        ? "Succeeded"
        : "Failed";
  }

  static Pod ready(Pod pod, boolean ready, Instant now) {
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withConditions(ready(ready, now))
        .withContainerStatuses(
            pod.getStatus().getContainerStatuses().stream()
                .map(status -> new ContainerStatusBuilder(status).withReady(ready).build())
                .toList())
        .endStatus()
        .build();
  }

  static Pod inPhase(Pod pod, String phase) {
    return new PodBuilder(pod).editOrNewStatus().withPhase(phase).endStatus().build();
  }

  static boolean waitsFor(Pod pod, String why) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(condition -> why.equals(condition.getMessage()));
  }

  /// What the scheduler writes about a pod it has no place for.
  static Pod unschedulable(Pod pod, String why, Instant now) {
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withConditions(
            new PodConditionBuilder()
                .withType("PodScheduled")
                .withStatus("False")
                .withReason("Unschedulable")
                .withMessage(why)
                .withLastTransitionTime(text(now))
                .build())
        .endStatus()
        .build();
  }

  /// On a node that is no more.
  static Pod collected(Pod pod, Instant now) {
    return new PodBuilder(pod)
        .editOrNewStatus()
        .withPhase("Failed")
        .addToConditions(
            new PodConditionBuilder()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withReason("DeletionByPodGC")
                .withMessage("PodGC: node no longer exists")
                .withLastTransitionTime(text(now))
                .build())
        .endStatus()
        .build();
  }

  /// Between two starts in place.
  public static Pod restarting(Pod pod, int code, String reason, int starts, Instant now) {
    var statuses =
        statuses(pod, crashLoop(), false, starts).stream()
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

  private static ContainerState running(Instant now) {
    return new ContainerStateBuilder()
        .withNewRunning()
        .withStartedAt(text(now))
        .endRunning()
        .build();
  }

  private static ContainerState crashLoop() {
    return new ContainerStateBuilder()
        .withNewWaiting()
        .withReason("CrashLoopBackOff")
        .endWaiting()
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
