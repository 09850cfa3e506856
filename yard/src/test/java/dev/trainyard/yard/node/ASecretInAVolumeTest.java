package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ASecretInAVolumeTest {

  private static final String VALUE = "correct-horse-battery-staple";

  @TempDir Path directory;
  @AutoClose private World world;

  @BeforeEach
  void start() throws IOException {
    world = new World(directory);
    world.secret("login", Map.of("password", VALUE));
  }

  @Test
  void is_found_nowhere_but_in_its_volume() throws Exception {
    var volume =
        new VolumeBuilder().withName("login").withNewSecret().withSecretName("login").endSecret();
    var script = "wc -c < /run/login/password; echo up; while [ ! -e go ]; do sleep 0.02; done";
    var pod = world.create(mounting(sh("careful", script), volume, "/run/login"));
    world.awaitPrinted(pod, "up");

    var places = placesOf(VALUE);
    assertThat(places).hasSize(1);
    var file = places.getFirst();
    var inVolume = file.resolve("../..").normalize();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inVolume)))
        .isEqualTo("rwx------");
    assertThat(world.printed(pod)).containsExactly(Integer.toString(VALUE.length()), "up");
    var told = new KubernetesSerialization();
    assertThat(told.asJson(world.find("careful").orElseThrow())).doesNotContain(VALUE);
    assertThat(world.events(pod)).noneMatch(event -> told.asJson(event).contains(VALUE));

    world.touch(pod, "go");
    world.awaitPhase("careful", "Succeeded");
    await().untilAsserted(() -> assertThat(placesOf(VALUE)).isEmpty());
    assertThat(inVolume).doesNotExist();
  }

  /// Every file of the node, on disk or in memory, that holds this text.
  private List<Path> placesOf(String text) throws IOException {
    var found = new ArrayList<Path>();
    for (var root : List.of(world.home, Path.of("/dev/shm"))) {
      try (var tree = Files.walk(root)) {
        for (var file : tree.filter(Files::isRegularFile).toList()) {
          if (!Files.isSymbolicLink(file) && content(file).contains(text)) {
            found.add(file);
          }
        }
      }
    }
    return found;
  }

  private static String content(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return ""; // Gone meanwhile.
    }
  }
}
