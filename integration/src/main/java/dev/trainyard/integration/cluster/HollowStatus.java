package dev.trainyard.integration.cluster;

import dev.trainyard.integration.cluster.HollowNodes.Stage;
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
import java.util.stream.Stream;

/// What a kubelet would write of a pod that has come so far: a patch of its status, which another
/// pod of the same name refuses.
final class HollowStatus {

  static Pod of(Pod pod, Stage stage, int exitCode, String address, Instant now) {
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    var running = stage == Stage.RUNNING;
    var patch =
        new PodBuilder()
            .withNewMetadata()
            .withUid(pod.getMetadata().getUid())
            .endMetadata()
            .withNewStatus()
            .withPhase(stage.word)
            .withConditions(
                Stream.of("PodScheduled", "Initialized", "ContainersReady", "Ready")
                    .map(type -> condition(type, running || !type.endsWith("Ready"), time))
                    .toList())
            .withContainerStatuses(
                pod.getSpec().getContainers().stream()
                    .map(one -> status(one, running ? started(time) : ended(exitCode, time)))
                    .toList());
    return running
        ? patch.withStartTime(time).withHostIP("127.0.0.1").withPodIP(address).endStatus().build()
        : patch.endStatus().build();
  }

  private static PodCondition condition(String type, boolean holds, String time) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(holds ? "True" : "False")
        .withLastTransitionTime(time)
        .build();
  }

  private static ContainerStatus status(Container container, ContainerState state) {
    return new ContainerStatusBuilder()
        .withName(container.getName())
        .withImage(container.getImage())
        .withImageID("")
        .withReady(state.getRunning() != null)
        .withStarted(state.getRunning() != null)
        .withRestartCount(0)
        .withState(state)
        .build();
  }

  private static ContainerState started(String time) {
    return new ContainerStateBuilder().withNewRunning().withStartedAt(time).endRunning().build();
  }

  private static ContainerState ended(int exitCode, String time) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withExitCode(exitCode)
        .withFinishedAt(time)
        .endTerminated()
        .build();
  }

  private HollowStatus() {}
}
