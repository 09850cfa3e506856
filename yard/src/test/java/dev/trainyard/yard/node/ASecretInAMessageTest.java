package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.pod;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.BehindTheApi;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a container does with the value of a Secret, what the node says of it is for all to
/// read.
class ASecretInAMessageTest {

  private static final String VALUE = "hunter2";

  @TempDir Path directory;
  private World world;

  @BeforeEach
  void start() throws IOException {
    world = new World(directory);
    world.secret("login", Map.of("password", VALUE));
  }

  @AfterEach
  void stop() throws IOException {
    world.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$(PW)", "/opt/$(PW)", "./$(PW)", "$(LOGIN)"})
  void is_not_the_name_of_a_program_that_does_not_exist(String program) {
    world.create(knowing(pod("wrong", program)));

    var ended = world.awaitPhase("wrong", "Failed");

    assertThat(main(ended).getState().getTerminated().getMessage())
        .contains(program.replace("$(LOGIN)", "me:$(PW)"));
    assertKept(ended);
  }

  @Test
  void is_not_where_programs_are_looked_for() {
    world.create(
        knowing(pod("wrong", "nowhere"))
            .editSpec()
            .editContainer(0)
            .addNewEnv()
            .withName("PATH")
            .withValue("/opt/$(PW)/bin")
            .endEnv()
            .endContainer()
            .endSpec());

    var ended = world.awaitPhase("wrong", "Failed");

    assertThat(main(ended).getState().getTerminated().getMessage()).contains("/opt/$(PW)/bin");
    assertKept(ended);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../$(PW)", "/$(PW)", "$(PW)/$(UNKNOWN)"})
  void is_not_a_part_of_a_volume_that_cannot_be(String part) {
    var pod =
        knowing(
            mounting(
                sh("wrong", "true"),
                emptyDir("data"),
                new VolumeMountBuilder()
                    .withName("data")
                    .withMountPath("/data")
                    .withSubPathExpr(part)));
    // The API itself lets no such part in.
    BehindTheApi.put(
        world.yard,
        "pods",
        World.NAMESPACE,
        "wrong",
        world.client.getKubernetesSerialization().asJson(pod.build()));

    assertThat(world.awaitWaiting("wrong")).contains("\"%s\"".formatted(part));
    assertKept(world.find("wrong").orElseThrow());
  }

  @Test
  void is_in_no_file_of_the_node_while_the_container_runs() throws IOException {
    var running =
        world.create(knowing(sh("right", "echo up; while [ ! -e go ]; do sleep 0.02; done")));
    world.awaitPrinted(running, "up");

    try (var files = Files.walk(world.home)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(VALUE);
      }
    }
  }

  private void assertKept(Pod pod) {
    var json = world.client.getKubernetesSerialization();
    assertThat(json.asJson(pod)).doesNotContain(VALUE);
    assertThat(json.asJson(world.events(pod))).doesNotContain(VALUE);
  }

  /// The same pod, whose main container knows the password.
  private static PodBuilder knowing(PodBuilder pod) {
    return pod.editSpec()
        .editContainer(0)
        .addNewEnv()
        .withName("PW")
        .withNewValueFrom()
        .withNewSecretKeyRef("password", "login", false)
        .endValueFrom()
        .endEnv()
        .addNewEnv()
        .withName("LOGIN")
        .withValue("me:$(PW)")
        .endEnv()
        .endContainer()
        .endSpec();
  }
}
