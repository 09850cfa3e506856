package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ABucketForAPodTest {

  @TempDir Path directory;

  @Test
  void stays_empty_with_a_warning_and_the_pod_goes_on() throws Exception {
    try (var world = World.mounted(directory)) {
      var pod =
          mounting(sh("train", "ls /data | wc -l; echo done"), emptyDir("s3-volume-0"), "/data");
      var created = world.create(pod.editSpec().addToContainers(sidecar()).endSpec());

      world.awaitPrinted(created, "done");
      assertThat(world.printed(created)).containsExactly("0", "done");
      world.awaitEvent(created, "S3Unsupported", "Bucket images cannot be mounted");
      world.awaitPod(
          "train",
          it ->
              it.getStatus().getContainerStatuses().stream()
                  .anyMatch(
                      status ->
                          status.getName().equals("s3-0")
                              && status.getState().getRunning() != null));
      assertThat(world.events(created))
          .filteredOn(event -> event.getReason().equals("S3Unsupported"))
          .singleElement()
          .satisfies(event -> assertThat(event.getType()).isEqualTo("Warning"))
          .satisfies(event -> assertThat(event.getMessage()).doesNotContain("k3y"));
    }
  }

  @Test
  void is_known_by_its_form_alone() {
    assertThat(S3Mount.of(sidecar())).contains(new S3Mount("images"));
    assertThat(S3Mount.of(new ContainerBuilder(sidecar()).withName("s3").build())).isEmpty();
    assertThat(S3Mount.of(new ContainerBuilder(sidecar()).withCommand("goofys").build())).isEmpty();
    assertThat(S3Mount.of(new ContainerBuilder(sidecar()).withEnv().build())).isEmpty();
  }

  private static Container sidecar() {
    return new ContainerBuilder()
        .withName("s3-0")
        .withImage("goofys:3.12.24")
        .addToEnv(new EnvVar("BUCKET", "images", null))
        .addToEnv(new EnvVar("MOUNT_PATH", "/s3", null))
        .addToEnv(new EnvVar("AWS_SECRET_ACCESS_KEY", "k3y", null))
        .addToVolumeMounts(
            new VolumeMountBuilder()
                .withName("s3-volume-0")
                .withMountPath("/s3")
                .withMountPropagation("Bidirectional")
                .build())
        .build();
  }
}
