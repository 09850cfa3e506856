package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.condition;
import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AProbedContainerTest {

  private static final String FOREVER = "echo up; while :; do sleep 0.05; done";

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = new World(directory);
  }

  @Test
  void is_ready_while_it_says_so() throws Exception {
    var pod = sh("shy", FOREVER);
    probed(pod, it -> it.withReadinessProbe(exists("ready")));
    var created = world.create(pod);

    var running = world.awaitPhase("shy", "Running");
    assertThat(main(running).getReady()).isFalse();
    assertThat(main(running).getStarted()).isTrue();
    assertThat(condition(running, "Ready")).isEqualTo("False");

    world.touch(created, "ready");
    var ready = world.awaitPod("shy", it -> condition(it, "Ready").equals("True"));
    assertThat(main(ready).getReady()).isTrue();

    Files.delete(world.work(created).resolve("ready"));
    var unready = world.awaitPod("shy", it -> condition(it, "Ready").equals("False"));
    assertThat(main(unready).getRestartCount()).isZero();
    assertThat(condition(unready, "ContainersReady")).isEqualTo("False");
    world.awaitEvent(unready, "Unhealthy", "Readiness probe failed:");
  }

  @Test
  void that_no_longer_lives_is_ended_and_started_again() throws Exception {
    var pod = sh("sick", "trap 'exit 0' TERM; touch alive; " + FOREVER);
    pod.editSpec().withRestartPolicy("OnFailure").endSpec();
    probed(
        pod,
        it -> it.withStartupProbe(patient(exists("alive"))).withLivenessProbe(exists("alive")));
    var created = world.create(pod);
    world.awaitPod("sick", it -> ready(it));

    Files.delete(world.work(created).resolve("alive"));

    var again = world.awaitPod("sick", it -> ready(it) && main(it).getRestartCount() == 1);
    assertThat(main(again).getLastState().getTerminated().getExitCode()).isZero();
    world.awaitEvent(again, "Killing", "Container main failed its liveness probe and is ended.");
  }

  @Test
  void that_never_restarts_fails_with_its_probe() {
    var pod = sh("fatal", FOREVER);
    probed(pod, it -> it.withLivenessProbe(exists("never")));
    world.create(pod);

    var failed = world.awaitPhase("fatal", "Failed");
    assertThat(main(failed).getState().getTerminated().getExitCode()).isEqualTo(143);
  }

  @Test
  void is_not_ready_before_it_has_started() throws Exception {
    var pod = sh("slow", FOREVER);
    probed(pod, it -> it.withStartupProbe(patient(exists("warm"))));
    var created = world.create(pod);

    var running = world.awaitPhase("slow", "Running");
    assertThat(main(running).getStarted()).isFalse();
    assertThat(main(running).getReady()).isFalse();

    world.touch(created, "warm");
    assertThat(main(world.awaitPod("slow", it -> ready(it))).getStarted()).isTrue();
  }

  @Test
  void stays_ready_when_its_node_dies_and_comes_back(@TempDir Path alone) throws Exception {
    try (var quiet = new World(alone)) {
      var pod = sh("steady", "touch ready; while [ ! -e go ]; do sleep 0.05; done");
      probed(
          pod,
          it ->
              it.withStartupProbe(patient(exists("ready")))
                  .withReadinessProbe(patient(exists("ready"))));
      var created = quiet.create(pod);
      quiet.awaitPod("steady", it -> ready(it));
      var writes = quiet.statusWrites();

      quiet.nodeDies();
      quiet.nodeComesBack();
      quiet.touch(created, "go");

      quiet.awaitPhase("steady", "Succeeded");
      assertThat(quiet.statusWrites()).isEqualTo(writes + 1);
    }
  }

  private static PodBuilder probed(PodBuilder pod, UnaryOperator<ContainerBuilder> probes) {
    var main = pod.buildSpec().getContainers().getFirst();
    var changed = probes.apply(new ContainerBuilder(main)).build();
    return pod.editSpec().withContainers(changed).endSpec();
  }

  private static Probe exists(String file) {
    return new ProbeBuilder()
        .withNewExec()
        .withCommand("test", "-e", file)
        .endExec()
        .withPeriodSeconds(1)
        .withTimeoutSeconds(10)
        .withFailureThreshold(1)
        .build();
  }

  private static Probe patient(Probe probe) {
    return new ProbeBuilder(probe).withFailureThreshold(100).build();
  }

  private static boolean ready(Pod pod) {
    return !pod.getStatus().getContainerStatuses().isEmpty() && main(pod).getReady();
  }
}
