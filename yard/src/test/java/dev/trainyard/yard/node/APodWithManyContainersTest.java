package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.condition;
import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.LifecycleBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APodWithManyContainersTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = new World(directory);
  }

  @Test
  void runs_until_the_last_of_them_has_ended() throws Exception {
    var pod = sh("pair", "true");
    pod.editSpec()
        .addToContainers(
            new ContainerBuilder()
                .withName("other")
                .withImage("none")
                .withCommand("sh", "-c", "while [ ! -e go ]; do sleep 0.05; done; exit 2")
                .build())
        .endSpec();
    var created = world.create(pod);

    var half = world.awaitPod("pair", it -> ended(it, 0));
    assertThat(half.getStatus().getPhase()).isEqualTo("Running");
    assertThat(condition(half, "Ready")).isEqualTo("False");

    world.touch(created, "go");
    var failed = world.awaitPhase("pair", "Failed");
    assertThat(failed.getStatus().getContainerStatuses())
        .extracting(it -> it.getState().getTerminated().getExitCode())
        .containsExactly(0, 2);
  }

  @Test
  void is_ended_when_its_time_is_over() {
    var pod = sh("late", "trap 'echo saved; exit 0' TERM; while :; do sleep 0.05; done");
    // Time enough for the trap to be set.
    pod.editSpec().withActiveDeadlineSeconds(4L).endSpec();
    world.create(pod);

    var failed = world.awaitPhase("late", "Failed");

    assertThat(failed.getStatus().getReason()).isEqualTo("DeadlineExceeded");
    assertThat(failed.getStatus().getMessage()).contains("activeDeadlineSeconds of 4");
    assertThat(world.printed(failed)).contains("saved");
  }

  @Test
  void greets_a_container_before_it_counts_as_running() throws Exception {
    var pod = sh("greeted", "while [ ! -e go ]; do sleep 0.05; done; cat greeting");
    hooks(
        pod, "until [ -e allowed ]; do sleep 0.05; done; echo hello > greeting; touch go", "true");
    var created = world.create(pod);

    var creating =
        world.awaitPod("greeted", it -> !it.getStatus().getContainerStatuses().isEmpty());
    assertThat(creating.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(main(creating).getState().getWaiting().getReason()).isEqualTo("ContainerCreating");

    world.touch(created, "allowed");
    assertThat(world.printed(world.awaitPhase("greeted", "Succeeded"))).containsExactly("hello");
  }

  @Test
  void ends_a_container_whose_greeting_fails() {
    var pod = sh("rude", "while :; do sleep 0.05; done");
    hooks(pod, "echo no manners; exit 1", "true");
    world.create(pod);

    var failed = world.awaitPhase("rude", "Failed");
    world.awaitEvent(failed, "FailedPostStartHook", "exit code 1");
  }

  @Test
  void says_goodbye_before_it_asks_a_container_to_end() throws Exception {
    var notes = directory.resolve("goodbye");
    var pod =
        sh(
            "polite",
            "trap 'echo term >> %s; exit 0' TERM; echo up; while :; do sleep 0.05; done"
                .formatted(notes));
    hooks(pod, "true", "echo bye from $HOSTNAME >> " + notes);
    var created = world.create(pod);
    world.awaitPrinted(created, "up");
    world.awaitPhase("polite", "Running");

    world.delete("polite");

    world.awaitGone("polite");
    assertThat(Files.readAllLines(notes)).containsExactly("bye from polite", "term");
  }

  private static void hooks(PodBuilder pod, String postStart, String preStop) {
    var hooks =
        new LifecycleBuilder()
            .withNewPostStart()
            .withNewExec()
            .withCommand(List.of("sh", "-c", postStart))
            .endExec()
            .endPostStart()
            .withNewPreStop()
            .withNewExec()
            .withCommand(List.of("sh", "-c", preStop))
            .endExec()
            .endPreStop()
            .build();
    pod.editSpec().editContainer(0).withLifecycle(hooks).endContainer().endSpec();
  }

  private static boolean ended(Pod pod, int container) {
    List<ContainerStatus> all = pod.getStatus().getContainerStatuses();
    return all.size() > container && all.get(container).getState().getTerminated() != null;
  }
}
