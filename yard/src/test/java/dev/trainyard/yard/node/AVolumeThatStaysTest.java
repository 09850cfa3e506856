package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.claimed;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root or user namespaces; elsewhere there is nothing to mount.
class AVolumeThatStaysTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = World.mounted(directory);
  }

  @Test
  void of_a_claim_keeps_a_checkpoint_for_the_next_pod() {
    world.claim("checkpoints", "2Gi");
    world.create(
        mounting(
            sh("first", "echo epoch 7 > /data/ckpt/latest"), claimed("checkpoints"), "/data/ckpt"));
    world.awaitPhase("first", "Succeeded");
    world.delete("first");
    world.awaitGone("first");

    assertThat(
            world.printedBy(
                mounting(
                    sh("second", "cat /data/ckpt/latest"), claimed("checkpoints"), "/data/ckpt")))
        .containsExactly("epoch 7");
    assertThat(world.home.resolve("volumes/team/checkpoints/latest")).hasContent("epoch 7");
    var status =
        world
            .client
            .persistentVolumeClaims()
            .inNamespace(World.NAMESPACE)
            .withName("checkpoints")
            .get()
            .getStatus();
    assertThat(status.getPhase()).isEqualTo("Bound");
    assertThat(status.getCapacity()).containsEntry("storage", new Quantity("2Gi"));
  }

  @Test
  void of_a_claim_is_the_path_of_the_volume_it_is_bound_to() throws Exception {
    var data = Files.createDirectory(directory.resolve("nas"));
    Files.writeString(data.resolve("set"), "images\n");
    world
        .client
        .resource(
            new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName("nas")
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .addToCapacity("storage", new Quantity("1Gi"))
                .withNewHostPath(data.toString(), "Directory")
                .endSpec()
                .build())
        .create();
    var claim = world.claim("dataset", "1Gi");
    claim.getSpec().setVolumeName("nas");
    world.client.resource(claim).update();

    assertThat(world.printedBy(mounting(sh("bound", "cat /data/set"), claimed("dataset"), "/data")))
        .containsExactly("images");
  }

  @Test
  void of_a_claim_that_does_not_exist_holds_the_pod() {
    world.create(mounting(sh("claiming", "true"), claimed("nothing"), "/data"));

    assertThat(world.awaitWaiting("claiming"))
        .isEqualTo(
            "ContainerCreating: Volume nothing: persistentvolumeclaim team/nothing not found; the"
                + " pod starts once it exists.");
  }

  @Test
  void of_a_kind_that_one_machine_does_not_have_is_refused_with_a_reason() {
    world.create(
        mounting(
            sh("remote", "true"),
            new VolumeBuilder().withName("nas").withNewCsi().withDriver("nas").endCsi(),
            "/data"));

    assertThat(world.awaitWaiting("remote"))
        .isEqualTo(
            "ContainerCreating: Volume nas: csi volumes cannot be mounted on this machine. Use a"
                + " persistentVolumeClaim, a hostPath or an emptyDir.");
  }

  @Test
  void of_the_machine_is_checked_for_what_it_should_be() {
    world.create(
        mounting(
            sh("strict", "true"),
            new VolumeBuilder().withName("host").withNewHostPath("/etc/hosts", "Directory"),
            "/data"));

    assertThat(world.awaitWaiting("strict"))
        .isEqualTo(
            "ContainerCreating: Volume host: /etc/hosts is not a Directory on this machine; the pod"
                + " starts once it is.");
  }

  @Test
  void of_the_machine_is_the_machines_own_directory() throws Exception {
    var data = directory.resolve("shared data");

    world.printedBy(
        mounting(
            sh("writer", "echo written > /data/file"),
            new VolumeBuilder()
                .withName("host")
                .withNewHostPath(data.toString(), "DirectoryOrCreate"),
            "/data"));

    assertThat(data.resolve("file")).hasContent("written");
  }
}
