package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.network.Networks;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnEntranceTest {

  private static final String LOOK =
      "cat /proc/sys/kernel/hostname; readlink /proc/self/ns/net; pwd; echo $LR $TRAINYARD_RUN";

  @TempDir Path directory;

  @Test
  void leads_to_where_the_container_runs() throws Exception {
    try (var world = new World(directory)) {
      var pod = world.create(busy("mnist"));
      world.awaitPrinted(pod, "up");

      assertThat(world.through(pod, "sh", "-c", LOOK)).isEqualTo(seenByItself(world, pod));
    }
  }

  @Test
  void leads_into_the_containers_own_network() throws Exception {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    try (var world = new World(directory, options -> options.withNetworking(Networking.ISOLATED))) {
      var pod = world.create(busy("mnist"));
      world.awaitPrinted(pod, "up");

      assertThat(world.through(pod, "sh", "-c", LOOK))
          .isEqualTo(seenByItself(world, pod))
          .contains("mnist")
          .doesNotContain(Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
    }
  }

  @Test
  void is_found_again_by_a_node_that_comes_back() throws Exception {
    try (var world = new World(directory)) {
      var pod = world.create(busy("mnist"));
      world.awaitPrinted(pod, "up");

      world.nodeDies();
      world.nodeComesBack();

      assertThat(world.through(pod, "sh", "-c", LOOK)).isEqualTo(seenByItself(world, pod));
    }
  }

  @Test
  void leads_nowhere_once_the_container_has_ended() throws Exception {
    try (var world = new World(directory)) {
      var pod = world.create(sh("mnist", "true"));
      world.awaitPhase("mnist", "Succeeded");

      assertThat(Entrance.into(world.run(pod, 0), List.of("true"))).isEmpty();
    }
  }

  /// Prints what it sees, then waits to be visited.
  private static PodBuilder busy(String name) {
    var pod = sh(name, LOOK + "; echo up; exec sleep 600");
    pod.editSpec()
        .withTerminationGracePeriodSeconds(1L)
        .editContainer(0)
        .addNewEnv()
        .withName("LR")
        .withValue("0.1")
        .endEnv()
        .endContainer()
        .endSpec();
    return pod;
  }

  private static List<String> seenByItself(World world, Pod pod) {
    return world.printed(pod).stream().filter(line -> !line.equals("up")).toList();
  }
}
