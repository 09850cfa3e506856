package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.claimed;
import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root or user namespaces; elsewhere there is nothing to mount.
class AMountTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = World.mounted(directory);
  }

  @Test
  void can_show_a_part_of_a_volume() {
    world.claim("parts", "1Gi");
    var whole =
        mounting(sh("whole", "mkdir /all/a; echo one > /all/a/f"), claimed("parts"), "/all");
    world.printedBy(whole);

    var byName = new VolumeMountBuilder().withName("parts").withMountPath("/part").withSubPath("a");
    assertThat(world.printedBy(mounting(sh("part", "cat /part/f"), claimed("parts"), byName)))
        .containsExactly("one");
    var byExpression =
        new VolumeMountBuilder()
            .withName("parts")
            .withMountPath("/mine")
            .withSubPathExpr("of/$(ME)");
    var pod = mounting(sh("mine", "echo x > /mine/file"), claimed("parts"), byExpression);
    pod.editSpec()
        .editContainer(0)
        .addNewEnv()
        .withName("ME")
        .withValue("me")
        .endEnv()
        .endContainer()
        .endSpec();
    world.printedBy(pod);
    assertThat(world.home.resolve("volumes/team/parts/of/me/file")).hasContent("x");
  }

  @Test
  void can_be_one_file_in_a_directory_of_the_machine() {
    world.configMap("one-file", Map.of("trainer.conf", "lr=1"));
    var volume =
        new VolumeBuilder().withName("conf").withNewConfigMap().withName("one-file").endConfigMap();
    var mount =
        new VolumeMountBuilder()
            .withName("conf")
            .withMountPath("/etc/trainer.conf")
            .withSubPath("trainer.conf");

    assertThat(
            world.printedBy(
                mounting(
                    sh("conf", "cat /etc/trainer.conf; echo; head -c 4 /etc/passwd"),
                    volume,
                    mount)))
        .containsExactly("lr=1", "root");
    assertThat(Path.of("/etc/trainer.conf")).doesNotExist();
  }

  @Test
  void for_reading_cannot_be_written() {
    world.claim("archive", "1Gi");
    var mount =
        new VolumeMountBuilder().withName("archive").withMountPath("/archive").withReadOnly(true);

    assertThat(
            world.printedBy(
                mounting(
                    sh("curious", "touch /archive/x 2>/dev/null && echo wrote || echo refused"),
                    claimed("archive"),
                    mount)))
        .containsExactly("refused");
  }

  @Test
  void can_be_inside_another() {
    var pod =
        mounting(sh("nested", "echo x > /outer/inner/f; ls /outer"), emptyDir("outer"), "/outer");
    mounting(pod, emptyDir("inner"), "/outer/inner");

    assertThat(world.printedBy(pod)).containsExactly("inner");
  }

  @Test
  void can_be_the_working_directory() {
    world.claim("code", "1Gi");
    world.printedBy(
        mounting(
            sh("clone", "echo 'echo hello' > /workspace/x/run.sh"),
            claimed("code"),
            "/workspace/x"));
    var pod = mounting(Pods.pod("work", "sh", "run.sh"), claimed("code"), "/workspace/x");
    pod.editSpec().editContainer(0).withWorkingDir("/workspace/x").endContainer().endSpec();

    assertThat(world.printedBy(pod)).containsExactly("hello");
  }
}
