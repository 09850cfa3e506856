package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.condition;
import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APodWithSidecarsTest {

  private static final String UNTIL_GO = "while [ ! -e go ]; do sleep 0.05; done";

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = new World(directory);
  }

  @Test
  void starts_them_first_and_ends_them_last_in_reverse() throws Exception {
    var pod = sh("escorted", "echo main >> order; " + UNTIL_GO);
    pod.editSpec()
        .withInitContainers(
            sidecar("first", noting("first")),
            init("plain", "echo plain >> order"),
            sidecar("second", noting("second")))
        .endSpec();
    var created = world.create(pod);
    var running = world.awaitPhase("escorted", "Running");
    assertThat(running.getStatus().getInitContainerStatuses())
        .filteredOn(it -> it.getState().getRunning() != null)
        .allMatch(it -> it.getReady() && it.getStarted())
        .extracting(ContainerStatus::getName)
        .containsExactly("first", "second");

    world.touch(created, "go");

    var succeeded = world.awaitPhase("escorted", "Succeeded");
    assertThat(order(created))
        .containsExactly("first", "plain", "second", "main", "end second", "end first");
    assertThat(succeeded.getStatus().getInitContainerStatuses())
        .allMatch(it -> it.getState().getTerminated() != null);
  }

  @Test
  void waits_with_the_rest_until_a_sidecar_has_started() throws Exception {
    var slow =
        new ContainerBuilder(sidecar("proxy", UNTIL_GO))
            .withNewStartupProbe()
            .withNewExec()
            .withCommand("test", "-e", "listening")
            .endExec()
            .withPeriodSeconds(1)
            .withTimeoutSeconds(10)
            .withFailureThreshold(100)
            .endStartupProbe()
            .build();
    var pod = sh("held", "true");
    pod.editSpec().withInitContainers(slow).endSpec();
    var created = world.create(pod);

    var held = world.awaitPod("held", it -> !it.getStatus().getInitContainerStatuses().isEmpty());
    assertThat(held.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(main(held).getState().getWaiting().getReason()).isEqualTo("PodInitializing");
    assertThat(condition(held, "Initialized")).isEqualTo("False");

    world.touch(created, "listening");
    world.awaitPhase("held", "Succeeded");
  }

  @Test
  void starts_a_sidecar_again_though_nothing_else_restarts() throws Exception {
    var pod = sh("fragile", UNTIL_GO);
    pod.editSpec()
        .withInitContainers(
            sidecar("helper", "[ -e tried ] || { touch tried; exit 3; }; " + UNTIL_GO))
        .endSpec();
    var created = world.create(pod);

    var again =
        world.awaitPod(
            "fragile",
            it ->
                it.getStatus().getPhase().equals("Running")
                    && it.getStatus().getInitContainerStatuses().getFirst().getRestartCount() == 1);
    assertThat(main(again).getRestartCount()).isZero();

    world.touch(created, "go");
    world.awaitPhase("fragile", "Succeeded");
  }

  @Test
  void ends_its_sidecars_after_the_rest_when_it_is_deleted() throws Exception {
    var pod = sh("leaving", noting("main"));
    pod.editSpec().withInitContainers(sidecar("helper", noting("helper"))).endSpec();
    var notes = directory.resolve("leaving-order");
    pod.editSpec()
        .editContainer(0)
        .addNewEnv()
        .withName("ORDER")
        .withValue(notes.toString())
        .endEnv()
        .endContainer()
        .editInitContainer(0)
        .addNewEnv()
        .withName("ORDER")
        .withValue(notes.toString())
        .endEnv()
        .endInitContainer()
        .endSpec();
    world.create(pod);
    await().until(() -> Files.exists(notes) && Files.readAllLines(notes).contains("main"));

    world.delete("leaving");

    world.awaitGone("leaving");
    assertThat(Files.readAllLines(notes))
        .containsExactly("helper", "main", "end main", "end helper");
  }

  /// Tells when it begins and when it is asked to end.
  private static String noting(String name) {
    return "o=${ORDER:-order}; trap 'echo end %s >> $o; exit 0' TERM; echo %s >> $o; while :; do sleep 0.05; done"
        .formatted(name, name);
  }

  private static Container sidecar(String name, String script) {
    return new ContainerBuilder(init(name, script)).withRestartPolicy("Always").build();
  }

  private static Container init(String name, String script) {
    return new ContainerBuilder()
        .withName(name)
        .withImage("none")
        .withCommand("sh", "-c", script)
        .build();
  }

  private static Iterable<String> order(Pod pod) throws IOException {
    return Files.readAllLines(world.work(pod).resolve("order"));
  }
}
