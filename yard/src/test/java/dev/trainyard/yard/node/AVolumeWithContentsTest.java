package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root or user namespaces; elsewhere there is nothing to mount.
class AVolumeWithContentsTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = World.mounted(directory);
  }

  @Test
  void of_a_config_map_has_a_file_per_key() {
    world.configMap("settings", Map.of("lr", "0.1", "epochs", "3"));
    var volume =
        new VolumeBuilder()
            .withName("settings")
            .withNewConfigMap()
            .withName("settings")
            .endConfigMap();

    assertThat(
            world.printedBy(
                mounting(
                    sh(
                        "reader",
                        "cd /etc/settings; for f in *; do echo $f $(cat $f); done; stat -L -c %a"
                            + " lr"),
                    volume,
                    "/etc/settings")))
        .containsExactly("epochs 3", "lr 0.1", "644");
  }

  @Test
  void of_a_config_map_has_the_keys_under_the_names_and_modes_that_were_asked_for() {
    world.configMap("scripts", Map.of("run", "#!/bin/sh\necho ran $0", "unused", "x"));
    var volume =
        new VolumeBuilder()
            .withName("scripts")
            .withNewConfigMap()
            .withName("scripts")
            .addNewItem("run", 0755, "bin/run.sh")
            .endConfigMap();
    var pod = mounting(Pods.pod("runner", "/opt/job/bin/run.sh"), volume, "/opt/job");

    assertThat(world.printedBy(pod)).containsExactly("ran /opt/job/bin/run.sh");
  }

  @Test
  void of_a_config_map_shows_updates_to_running_pods() {
    world.configMap("hosts", Map.of("hostfile", "one"));
    var volume =
        new VolumeBuilder().withName("hosts").withNewConfigMap().withName("hosts").endConfigMap();
    var script =
        "cat /etc/mpi/hostfile; echo; until grep -q two /etc/mpi/hostfile; do sleep 0.02; done;"
            + " echo updated; ls /etc/mpi";
    var pod = world.create(mounting(sh("following", script), volume, "/etc/mpi"));
    world.awaitPrinted(pod, "one");

    world.configMap("hosts", Map.of("hostfile", "two", "more", "x"));

    assertThat(world.printed(world.awaitPhase("following", "Succeeded")))
        .startsWith("one", "updated")
        .contains("hostfile");
  }

  @Test
  void of_a_config_map_that_is_missing_holds_the_pod_until_it_is_there() {
    var volume =
        new VolumeBuilder().withName("late").withNewConfigMap().withName("late").endConfigMap();
    var pod = world.create(mounting(sh("early", "cat /late/key"), volume, "/late"));

    var waiting = world.awaitWaiting("early");
    assertThat(waiting)
        .isEqualTo(
            "ContainerCreating: Volume late: ConfigMap team/late does not exist; the pod starts"
                + " once it does.");
    await()
        .untilAsserted(
            () ->
                assertThat(world.events(pod))
                    .extracting(event -> event.getReason() + ": " + event.getMessage())
                    .containsExactly(
                        "FailedMount: Volume late: ConfigMap team/late does not exist; the pod"
                            + " starts once it does."));

    world.configMap("late", Map.of("key", "here"));
    assertThat(world.printed(world.awaitPhase("early", "Succeeded"))).containsExactly("here");
  }

  @Test
  void that_is_optional_is_empty_when_there_is_nothing() {
    var volume =
        new VolumeBuilder()
            .withName("maybe")
            .withNewSecret()
            .withSecretName("nowhere")
            .withOptional(true)
            .endSecret();

    assertThat(world.printedBy(mounting(sh("content", "ls /maybe | wc -l"), volume, "/maybe")))
        .containsExactly("0");
  }

  @Test
  void of_downward_facts_tells_the_pod_about_itself() {
    var volume =
        new VolumeBuilder()
            .withName("me")
            .withNewDownwardAPI()
            .addNewItem()
            .withPath("labels")
            .withNewFieldRef("v1", "metadata.labels")
            .endItem()
            .addNewItem()
            .withPath("notes")
            .withNewFieldRef("v1", "metadata.annotations")
            .endItem()
            .addNewItem()
            .withPath("cores")
            .withNewResourceFieldRef()
            .withContainerName("main")
            .withDivisor(new Quantity("1m"))
            .withResource("limits.cpu")
            .endResourceFieldRef()
            .endItem()
            .endDownwardAPI();
    var pod =
        mounting(
            sh("selfaware", "cat /me/labels; echo; cat /me/notes; echo; cat /me/cores"),
            volume,
            "/me");
    pod.editMetadata()
        .addToLabels(Map.of("job", "mnist", "app", "a"))
        .addToAnnotations("note", "a \"b\"")
        .endMetadata();
    pod.editSpec()
        .editContainer(0)
        .withNewResources()
        .addToLimits("cpu", new Quantity("500m"))
        .endResources()
        .endContainer()
        .endSpec();

    assertThat(world.printedBy(pod))
        .containsExactly("app=\"a\"", "job=\"mnist\"", "note=\"a \\\"b\\\"\"", "500");
  }

  @Test
  void that_is_projected_has_the_files_of_all_its_sources() {
    world.configMap("ca", Map.of("ca.crt", "certificate"));
    world.secret("key", Map.of("key", "k"));
    var volume =
        new VolumeBuilder()
            .withName("access")
            .withNewProjected()
            .addNewSource()
            .withNewConfigMap()
            .withName("ca")
            .endConfigMap()
            .endSource()
            .addNewSource()
            .withNewSecret()
            .withName("key")
            .endSecret()
            .endSource()
            .addNewSource()
            .withNewDownwardAPI()
            .addNewItem()
            .withPath("namespace")
            .withNewFieldRef("v1", "metadata.namespace")
            .endItem()
            .endDownwardAPI()
            .endSource()
            .addNewSource()
            .withNewServiceAccountToken()
            .withPath("token")
            .endServiceAccountToken()
            .endSource()
            .endProjected();
    var place = "/var/run/secrets/kubernetes.io/serviceaccount";

    assertThat(
            world.printedBy(
                mounting(sh("joined", "cd %s; ls; cat namespace".formatted(place)), volume, place)))
        .containsExactly("ca.crt", "key", "namespace", "token", "team");
  }
}
