package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.BehindTheApi;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pods that no API server should have let through, at the node that they are bound to.
class AHostilePodTest {

  @TempDir Path directory;
  private World world;

  @BeforeEach
  void start() throws IOException {
    world = new World(directory);
  }

  @AfterEach
  void stop() throws IOException {
    world.close();
  }

  /// @param change makes an honest pod, whose program ends at once, hostile
  record Hostile(String name, Consumer<ObjectNode> change, String reason) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Hostile> refused() {
    return List.of(
        container(
            "an equals sign in a variable's name",
            it -> it.putArray("env").addObject().put("name", "A=B").put("value", "x"),
            "CreateContainerConfigError: Container main, variable \"A=B\": a valid environment"
                + " variable name must consist only of printable ASCII characters other than '='."),
        container(
            "a variable without a name",
            it -> it.putArray("env").addObject().put("name", "").put("value", "x"),
            "CreateContainerConfigError: Container main, variable \"\""),
        container(
            "a NUL in a value",
            it -> it.putArray("env").addObject().put("name", "A").put("value", "x\0y"),
            "CreateContainerConfigError: Container main, variable A: the text contains a NUL"
                + " character, which no program can be given."),
        container(
            "a NUL in an argument",
            it -> it.putArray("args").add("x\0y"),
            "CreateContainerConfigError: Container main, command and args: the text contains a NUL"
                + " character"),
        container(
            "a NUL in a working directory",
            it -> it.put("workingDir", "/tmp/x\0y"),
            "CreateContainerError: Container main could not be prepared: Nul character not"
                + " allowed"),
        container(
            "a NUL in a message path",
            it -> it.put("terminationMessagePath", "/tmp/x\0y"),
            "CreateContainerError: Container main could not be prepared: Nul character not"
                + " allowed"));
  }

  private static Hostile container(String name, Consumer<ObjectNode> change, String reason) {
    return new Hostile(
        name, pod -> change.accept((ObjectNode) pod.at("/spec/containers/0")), reason);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void is_told_why_it_does_not_start_and_holds_up_nobody(Hostile hostile) throws Exception {
    bind("hostile", hostile.change());

    assertThat(world.awaitWaiting("hostile")).startsWith(hostile.reason());
    assertThat(world.printedBy(sh("honest", "echo up"))).containsExactly("up");
    world.delete("hostile");
    world.awaitGone("hostile");
  }

  static List<Hostile> invalid() {
    var longName = "x".repeat(300);
    return List.of(
        new Hostile(
            "a volume outside",
            pod -> {
              var volume = pod.withArray("/spec/volumes").addObject().put("name", "../../../../x");
              volume.putObject("emptyDir");
            },
            "spec.volumes[0].name: \"../../../../x\" is not a name"),
        container(
            "a container outside",
            it -> it.put("name", "../../../../x"),
            "spec.containers[0].name: \"../../../../x\" is not a name"),
        container(
            "a container with a long name",
            it -> it.put("name", longName),
            "spec.containers[0].name: \"xxxx"),
        new Hostile(
            "a claim outside",
            pod ->
                pod.withArray("/spec/volumes")
                    .addObject()
                    .put("name", "data")
                    .putObject("persistentVolumeClaim")
                    .put("claimName", "../../../../x"),
            "spec.volumes[0].persistentVolumeClaim.claimName: \"../../../../x\""),
        new Hostile(
            "a host name with lines",
            pod -> ((ObjectNode) pod.get("spec")).put("hostname", "a\n1.2.3.4 b"),
            "spec.hostname:"));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void is_refused_before_anything_is_made_for_it(Hostile hostile) throws Exception {
    var before = everything();

    bind("hostile", hostile.change());

    var ended = world.awaitPhase("hostile", "Failed");
    assertThat(ended.getStatus().getReason()).isEqualTo("FailedValidation");
    assertThat(ended.getStatus().getMessage()).startsWith(hostile.reason());
    world.awaitEvent(ended, "FailedValidation", hostile.reason());
    assertThat(everything()).isEqualTo(before);
    assertThat(world.printedBy(sh("honest", "echo up"))).containsExactly("up");
    world.delete("hostile");
    world.awaitGone("hostile");
  }

  static List<Hostile> endless() {
    return List.of(
        new Hostile(
            "a deadline", pod -> spec(pod).put("activeDeadlineSeconds", Long.MAX_VALUE), ""),
        new Hostile(
            "a grace", pod -> spec(pod).put("terminationGracePeriodSeconds", Long.MAX_VALUE), ""),
        new Hostile(
            "a grace before it began",
            pod -> spec(pod).put("terminationGracePeriodSeconds", -5),
            ""),
        container(
            "a hook that sleeps",
            it ->
                it.putObject("lifecycle")
                    .putObject("preStop")
                    .putObject("sleep")
                    .put("seconds", Long.MAX_VALUE),
            ""),
        container(
            "a probe's delay and grace",
            it -> {
              var probe = it.putObject("livenessProbe");
              probe.put("initialDelaySeconds", Integer.MAX_VALUE);
              probe.put("periodSeconds", Integer.MAX_VALUE);
              probe.put("timeoutSeconds", Integer.MAX_VALUE);
              probe.put("terminationGracePeriodSeconds", Long.MAX_VALUE);
              probe.putObject("exec").putArray("command").add("true");
            },
            ""),
        container(
            "a probe of no port",
            it -> {
              it.putObject("livenessProbe").putObject("tcpSocket");
              it.putObject("startupProbe").putObject("grpc");
            },
            ""));
  }

  @ParameterizedTest
  @MethodSource("endless")
  void may_name_any_length_of_time(Hostile hostile) throws Exception {
    bind("hostile", hostile.change());

    world.awaitPhase("hostile", "Succeeded");
  }

  @Test
  void makes_nothing_where_a_link_of_a_volume_leads() throws Exception {
    var outside = Files.createDirectory(directory.resolve("outside"));
    var volume = Files.createDirectory(directory.resolve("volume"));
    Files.createSymbolicLink(volume.resolve("link"), outside);
    Files.createSymbolicLink(volume.resolve("broken"), directory.resolve("not-there"));

    for (var part : List.of("link", "link/made", "link/made/deeper", "broken/made")) {
      world.create(
          mounting(
              sh("hostile", "true"),
              new VolumeBuilder()
                  .withName("data")
                  .withNewHostPath()
                  .withPath(volume.toString())
                  .endHostPath(),
              new VolumeMountBuilder().withName("data").withMountPath("/data").withSubPath(part)));

      assertThat(world.awaitWaiting("hostile")).contains("subPath \"%s\"".formatted(part));
      assertThat(outside).isEmptyDirectory();
      assertThat(directory.resolve("not-there")).doesNotExist();
      world.delete("hostile");
      world.awaitGone("hostile");
    }
  }

  @Test
  void is_told_that_a_part_of_a_volume_has_too_long_a_name() throws Exception {
    world.create(
        mounting(
            sh("hostile", "true"),
            emptyDir("data"),
            new VolumeMountBuilder()
                .withName("data")
                .withMountPath("/data")
                .withSubPath("x".repeat(300))));

    assertThat(world.awaitWaiting("hostile")).contains("cannot be made: File name too long");
    assertThat(world.printedBy(sh("honest", "echo up"))).containsExactly("up");
  }

  @Test
  void is_looked_after_though_its_status_makes_no_sense() throws Exception {
    bind("hostile", pod -> pod.putObject("status").put("startTime", "yesterday"));

    world.awaitPhase("hostile", "Succeeded");
  }

  private static ObjectNode spec(ObjectNode pod) {
    return (ObjectNode) pod.get("spec");
  }

  private void bind(String name, Consumer<ObjectNode> change) throws IOException {
    var json = world.client.getKubernetesSerialization();
    var pod = json.convertValue(honest(name).build(), ObjectNode.class);
    change.accept(pod);
    BehindTheApi.put(world.yard, "pods", World.NAMESPACE, name, pod.toString());
  }

  private static PodBuilder honest(String name) {
    return sh(name, "true");
  }

  /// All that is there, but for what any yard writes.
  private Set<String> everything() throws IOException {
    try (var all = Files.walk(directory)) {
      return all.map(path -> directory.relativize(path).toString())
          .filter(path -> !path.startsWith("yard/"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
