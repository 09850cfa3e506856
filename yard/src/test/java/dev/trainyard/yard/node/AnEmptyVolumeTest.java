package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root or user namespaces; elsewhere there is nothing to mount.
class AnEmptyVolumeTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = World.mounted(directory);
  }

  @Test
  void is_shared_by_the_pods_containers() {
    var pod =
        mounting(
            sh("sharing", "until [ -e /pool/there ]; do sleep 0.02; done; cat /pool/there"),
            emptyDir("pool"),
            "/pool");
    pod.editSpec()
        .addToContainers(
            new ContainerBuilder()
                .withName("other")
                .withImage("none")
                .withCommand(
                    "sh", "-c", "echo from the other > /mnt/x/new; mv /mnt/x/new /mnt/x/there")
                .addNewVolumeMount()
                .withName("pool")
                .withMountPath("/mnt/x")
                .endVolumeMount()
                .build())
        .endSpec();

    assertThat(world.printedBy(pod)).containsExactly("from the other");
  }

  @Test
  void is_what_a_pod_gets_for_a_claim_of_its_own() {
    var scratch =
        new VolumeBuilder()
            .withName("scratch")
            .withNewEphemeral()
            .withNewVolumeClaimTemplate()
            .withNewSpec()
            .withStorageClassName("fast")
            .withAccessModes("ReadWriteOnce")
            .withNewResources()
            .addToRequests("storage", new Quantity("1Gi"))
            .endResources()
            .endSpec()
            .endVolumeClaimTemplate()
            .endEphemeral();

    assertThat(
            world.printedBy(
                mounting(sh("scratchy", "ls /fast; echo x > /fast/x; ls /fast"), scratch, "/fast")))
        .containsExactly("x");
  }

  @Test
  void outlives_a_container_but_not_its_pod() {
    var pod =
        mounting(
            sh("again", "cat /pool/mark && exit 0; echo kept > /pool/mark; exit 1"),
            emptyDir("pool"),
            "/pool");
    var created = world.create(pod.editSpec().withRestartPolicy("OnFailure").endSpec());

    assertThat(world.printed(world.awaitPhase("again", "Succeeded"))).containsExactly("kept");
    var volumes = new PodFiles(world.home).ofPod(created.getMetadata().getUid()).resolve("volumes");
    await().untilAsserted(() -> assertThat(volumes).doesNotExist());
  }

  @Test
  void in_memory_is_on_no_disk() {
    var pod =
        mounting(
            sh("fast", "df --output=fstype /fast | tail -1; echo x > /fast/x"),
            new VolumeBuilder()
                .withName("fast")
                .withNewEmptyDir()
                .withMedium("Memory")
                .endEmptyDir(),
            "/fast");

    assertThat(world.printedBy(pod)).containsExactly("tmpfs");
  }
}
