package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.claimed;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.view.Mounting;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumesThatCannotBeMountedTest {

  @TempDir Path directory;
  @AutoClose private World world;

  @BeforeEach
  void start() throws IOException {
    world = new World(directory, options -> options.withMounting(Mounting.REWRITTEN));
    world.claim("train-data", "1Gi");
  }

  @Test
  void are_named_in_one_line() {
    assertThat(world.notices)
        .filteredOn(line -> line.startsWith("Volumes are not mounted, as asked"))
        .singleElement()
        .asString()
        .contains("TRAINYARD_VOLUME_<NAME>");
  }

  @Test
  void are_found_through_arguments_and_environment() {
    var pod =
        data(
            sh(
                "reader",
                "echo \"$0\" \"$1\"; echo $DATA; echo $SEARCH; echo $TRAINYARD_VOLUME_TRAIN_DATA"));
    pod.editSpec()
        .editContainer(0)
        .withArgs("/data/set", "--out=/data/out")
        .addNewEnv()
        .withName("DATA")
        .withValue("/data")
        .endEnv()
        .addNewEnv()
        .withName("SEARCH")
        .withValue("/database:/data/lib")
        .endEnv()
        .endContainer()
        .endSpec();
    world.create(pod);

    var real = world.home.resolve("volumes/team/train-data").toString();
    assertThat(world.printed(world.awaitPhase("reader", "Succeeded")))
        .containsExactly(
            real + "/set --out=" + real + "/out", real, "/database:" + real + "/lib", real);
  }

  @Test
  void can_hold_the_program_and_be_its_directory() {
    world.configMap("scripts", Map.of("run.sh", "#!/bin/sh\npwd"));
    var scripts =
        new VolumeBuilder()
            .withName("scripts")
            .withNewConfigMap()
            .withName("scripts")
            .withDefaultMode(0755)
            .endConfigMap();
    var pod = data(mounting(Pods.pod("worker", "/scripts/run.sh"), scripts, "/scripts"));
    pod.editSpec().editContainer(0).withWorkingDir("/data").endContainer().endSpec();
    world.create(pod);

    assertThat(world.printed(world.awaitPhase("worker", "Succeeded")))
        .containsExactly(world.home.resolve("volumes/team/train-data").toString());
  }

  private static PodBuilder data(PodBuilder pod) {
    return mounting(pod, claimed("train-data"), "/data");
  }
}
