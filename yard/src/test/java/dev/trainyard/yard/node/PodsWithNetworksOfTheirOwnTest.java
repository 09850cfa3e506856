package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.pod;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.network.Networks;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root and the tools of iproute2; elsewhere there is nothing to test.
class PodsWithNetworksOfTheirOwnTest {

  @TempDir Path directory;
  private World world;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    world = new World(directory, options -> options.withNetworking(Networking.ISOLATED));
  }

  /// The pods are still there, but nothing of them runs: so nothing of them is left either.
  @AfterEach
  void stop() throws Exception {
    if (world != null) {
      world.close();
      assertThat(ip("netns", "list")).doesNotContain(bridge());
      assertThat(ip("link", "show")).doesNotContain(bridge());
    }
  }

  @Test
  void of_two_jobs_meet_their_own_peers_on_the_same_port() {
    for (var job : List.of("mnist", "bert")) {
      world.service(job + "-master-0", 23456);
      world.create(meeting(job + "-worker-0", job + "-master-0", "23456"));
      world.create(meeting(job + "-master-0", "listen", "23456", "this is " + job));
    }

    for (var job : List.of("mnist", "bert")) {
      var worker = world.awaitPhase(job + "-worker-0", "Succeeded");
      assertThat(world.printed(worker)).containsExactly("this is " + job);
      assertThat(worker.getStatus().getPodIP()).matches("10\\.\\d+\\.\\d+\\.\\d+");
    }
  }

  @Test
  void give_their_address_back_when_they_have_finished() {
    world.create(sh("first", "true"));
    var first = world.awaitPhase("first", "Succeeded").getStatus().getPodIP();
    await().untilAsserted(() -> assertThat(ip("netns", "list")).doesNotContain(bridge()));

    world.create(sh("second", "true"));

    assertThat(world.awaitPhase("second", "Succeeded").getStatus().getPodIP()).isEqualTo(first);
    assertThat(world.find("first").orElseThrow().getStatus().getPodIP()).isEqualTo(first);
  }

  @Test
  void meet_one_that_has_the_machines() throws Exception {
    String port;
    try (var free = new ServerSocket(0)) {
      port = Integer.toString(free.getLocalPort());
    }
    world.service("mnist-master-0", Integer.parseInt(port));
    world.create(meeting("mnist-worker-0", "mnist-master-0", port));
    world.create(
        meeting("mnist-master-0", "listen", port, "from the machine")
            .editSpec()
            .withHostNetwork(true)
            .endSpec());

    assertThat(world.printed(world.awaitPhase("mnist-worker-0", "Succeeded")))
        .containsExactly("from the machine");
    world.create(
        sh("host", "readlink /proc/self/ns/net").editSpec().withHostNetwork(true).endSpec());
    assertThat(world.printed(world.awaitPhase("host", "Succeeded")))
        .containsExactly(Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
  }

  @Test
  void know_themselves_by_their_pods_name() {
    world.create(sh("mnist-worker-0", "cat /proc/sys/kernel/hostname; cat /etc/hosts"));

    var pod = world.awaitPhase("mnist-worker-0", "Succeeded");
    assertThat(world.printed(pod))
        .startsWith("mnist-worker-0", "127.0.0.1 localhost")
        .contains(pod.getStatus().getPodIP() + " mnist-worker-0");
  }

  @Test
  void know_who_calls_without_a_name_server() {
    world.create(
        sh(
            "mnist-worker-0",
            """
            address=$(getent ahostsv4 mnist-worker-0 | head -1 | cut -d' ' -f1)
            for seen in ::ffff:127.0.0.1 ::ffff:$address; do getent hosts $seen; done
            """));

    var pod = world.awaitPhase("mnist-worker-0", "Succeeded");
    assertThat(world.printed(pod))
        .extracting(line -> line.split(" +", 2)[1])
        .containsExactly(
            "mapped-localhost",
            pod.getStatus().getPodIP().replace('.', '-') + ".team.pod.cluster.local");
  }

  @Test
  void keep_their_network_when_the_node_dies_and_comes_back() throws Exception {
    world.service("mnist-master-0", 23456);
    world.create(meeting("mnist-master-0", "listen", "23456", "still here"));
    var address = world.awaitPhase("mnist-master-0", "Running").getStatus().getPodIP();

    world.nodeDies();
    world.nodeComesBack();
    world.create(meeting("mnist-worker-0", "mnist-master-0", "23456"));

    assertThat(world.printed(world.awaitPhase("mnist-worker-0", "Succeeded")))
        .containsExactly("still here");
    assertThat(world.awaitPhase("mnist-master-0", "Succeeded").getStatus().getPodIP())
        .isEqualTo(address);
  }

  @Test
  void still_report_a_missing_program() {
    world.create(pod("lacking", "no-such-program"));

    assertThat(
            Pods.main(world.awaitPhase("lacking", "Failed"))
                .getState()
                .getTerminated()
                .getMessage())
        .contains("no-such-program");
  }

  private String bridge() {
    return String.join(" ", world.notices).replaceAll(".*bridge (\\w+).*", "$1");
  }

  private static String ip(String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }

  private static PodBuilder meeting(String name, String... args) {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes =
        Path.of(Meeting.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    var pod =
        pod(
            name,
            java,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes.toString(),
            Meeting.class.getName());
    pod.editMetadata().addToLabels("app", name).endMetadata();
    pod.editSpec().editContainer(0).withArgs(args).endContainer().endSpec();
    return pod;
  }
}
