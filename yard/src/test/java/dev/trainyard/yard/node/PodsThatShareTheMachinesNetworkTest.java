package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodsThatShareTheMachinesNetworkTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = new World(directory);
  }

  @Test
  void are_told_the_same_free_port_also_after_a_restart() throws Exception {
    world.service("mnist-master-0", 23456);
    var master = world.printed(ended(tellAddress("mnist-master-0", "localhost")));
    var worker = world.printed(ended(tellAddress("mnist-worker-0", "mnist-master-0")));

    world.nodeDies();
    world.nodeComesBack();
    var late = world.printed(ended(tellAddress("mnist-worker-1", "mnist-master-0")));

    assertThat(worker)
        .singleElement()
        .asString()
        .matches("127\\.0\\.0\\.1 2\\d{4}|127\\.0\\.0\\.1 3\\d{4}");
    assertThat(late).isEqualTo(worker);
    assertThat(master.getFirst()).isEqualTo(worker.getFirst().replace("127.0.0.1", "localhost"));
  }

  @Test
  void are_reached_where_they_listen() throws Exception {
    world.service("page-0", 23456);
    var page = ended(tellAddress("page-0", "localhost"));
    var told = Integer.parseInt(world.printed(page).getFirst().split(" ", 2)[1]);

    assertThat(located("page-0")).as("nobody listens there").isEqualTo(23456);
    try (var _ = new ServerSocket(told, 1, InetAddress.getLoopbackAddress())) {
      assertThat(located("page-0")).isEqualTo(told);
    }
    assertThat(world.node().locate(World.NAMESPACE, "nobody", 1)).isEmpty();
  }

  private static int located(String pod) throws IOException {
    return world.node().locate(World.NAMESPACE, pod, 23456).orElseThrow().getPort();
  }

  @Test
  void see_the_change_in_the_process_alone() {
    world.service("bert-master-0", 23456);

    var pod = ended(tellAddress("bert-worker-0", "bert-master-0"));

    assertThat(pod.getSpec().getContainers().getFirst().getEnv().getFirst().getValue())
        .isEqualTo("bert-master-0");
  }

  @Test
  void are_announced_in_one_line() {
    assertThat(world.notices)
        .filteredOn(it -> it.startsWith("Pods share this machine's network, as asked;"))
        .hasSize(1);
  }

  @Test
  void wait_for_their_master_without_asking_a_name_server() {
    var worker = sh("gpt-worker-0", "echo go");
    worker
        .editSpec()
        .withInitContainers(
            new ContainerBuilder()
                .withName("init-pytorch")
                .withImage("alpine:3.10")
                .withCommand(
                    "sh",
                    "-c",
                    "until nslookup gpt-master-0; do echo waiting for master; sleep 2; done;")
                .build())
        .endSpec();
    world.create(worker);
    var waiting =
        world.awaitPod(
            "gpt-worker-0", pod -> !pod.getStatus().getInitContainerStatuses().isEmpty());
    assertThat(
            waiting
                .getStatus()
                .getInitContainerStatuses()
                .getFirst()
                .getState()
                .getWaiting()
                .getMessage())
        .isEqualTo("Waiting for pod gpt-master-0 to start.");

    world.create(sh("gpt-master-0", "sleep 0.2"));

    var succeeded = world.awaitPhase("gpt-worker-0", "Succeeded");
    var init = succeeded.getStatus().getInitContainerStatuses().getFirst();
    assertThat(init.getState().getTerminated().getReason()).isEqualTo("Completed");
  }

  private static Pod ended(PodBuilder pod) {
    return world.awaitPhase(world.create(pod).getMetadata().getName(), "Succeeded");
  }

  private static PodBuilder tellAddress(String name, String address) {
    var pod = sh(name, "echo $MASTER_ADDR $MASTER_PORT");
    pod.editMetadata().addToLabels("app", name).endMetadata();
    pod.editSpec()
        .editContainer(0)
        .addNewEnv()
        .withName("MASTER_ADDR")
        .withValue(address)
        .endEnv()
        .addNewEnv()
        .withName("MASTER_PORT")
        .withValue("23456")
        .endEnv()
        .endContainer()
        .endSpec();
    return pod;
  }
}
