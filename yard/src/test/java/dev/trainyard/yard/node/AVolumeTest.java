package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.World.main;
import static dev.trainyard.yard.node.World.mounting;
import static dev.trainyard.yard.node.World.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.view.Mounting;
import dev.trainyard.yard.node.view.Views;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root or user namespaces; elsewhere there is nothing to mount.
class AVolumeTest {

  @TempDir static Path directory;
  private static World world;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no mounts");
    world = new World(directory, options -> options.withMounting(Mounting.MOUNTED));
  }

  @AfterAll
  static void stop() throws IOException {
    if (world != null) {
      world.close();
    }
  }

  @Test
  void that_is_empty_is_shared_by_the_pods_containers() {
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

    assertThat(printed(pod)).containsExactly("from the other");
  }

  @Test
  void that_is_empty_outlives_a_container_but_not_its_pod() {
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

    assertThat(printed(pod)).containsExactly("tmpfs");
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
            printed(
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
    var pod = mounting(World.pod("runner", "/opt/job/bin/run.sh"), volume, "/opt/job");

    assertThat(printed(pod)).containsExactly("ran /opt/job/bin/run.sh");
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

    var waiting = awaitWaiting("early");
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

    assertThat(printed(mounting(sh("content", "ls /maybe | wc -l"), volume, "/maybe")))
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

    assertThat(printed(pod))
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
            printed(
                mounting(sh("joined", "cd %s; ls; cat namespace".formatted(place)), volume, place)))
        .containsExactly("ca.crt", "key", "namespace", "team");
    assertThat(world.notices).anyMatch(line -> line.contains("has no service account token"));
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
            printed(
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
                .withNewHostPath(data.toString(), "Directory")
                .endSpec()
                .build())
        .create();
    var claim = world.claim("dataset", "1Gi");
    claim.getSpec().setVolumeName("nas");
    world.client.resource(claim).update();

    assertThat(printed(mounting(sh("bound", "cat /data/set"), claimed("dataset"), "/data")))
        .containsExactly("images");
  }

  @Test
  void of_a_claim_that_does_not_exist_holds_the_pod() {
    world.create(mounting(sh("claiming", "true"), claimed("nothing"), "/data"));

    assertThat(awaitWaiting("claiming"))
        .isEqualTo(
            "ContainerCreating: Volume nothing: persistentvolumeclaim team/nothing not found; the"
                + " pod starts once it exists.");
  }

  @Test
  void of_a_kind_that_one_machine_does_not_have_is_refused_with_a_reason() {
    world.create(
        mounting(
            sh("remote", "true"),
            new VolumeBuilder().withName("nas").withNewNfs("/export", false, "nas.example"),
            "/data"));

    assertThat(awaitWaiting("remote"))
        .isEqualTo(
            "ContainerCreating: Volume nas: nfs volumes cannot be mounted on this machine. Use a"
                + " persistentVolumeClaim, a hostPath or an emptyDir.");
  }

  @Test
  void of_the_machine_is_checked_for_what_it_should_be() {
    world.create(
        mounting(
            sh("strict", "true"),
            new VolumeBuilder().withName("host").withNewHostPath("/etc/hosts", "Directory"),
            "/data"));

    assertThat(awaitWaiting("strict"))
        .isEqualTo(
            "ContainerCreating: Volume host: /etc/hosts is not a Directory on this machine; the pod"
                + " starts once it is.");
  }

  @Test
  void of_the_machine_is_the_machines_own_directory() throws Exception {
    var data = directory.resolve("shared data");

    printed(
        mounting(
            sh("writer", "echo written > /data/file"),
            new VolumeBuilder()
                .withName("host")
                .withNewHostPath(data.toString(), "DirectoryOrCreate"),
            "/data"));

    assertThat(data.resolve("file")).hasContent("written");
  }

  @Test
  void can_be_mounted_in_part() {
    world.claim("parts", "1Gi");
    var whole =
        mounting(sh("whole", "mkdir /all/a; echo one > /all/a/f"), claimed("parts"), "/all");
    printed(whole);

    var byName = new VolumeMountBuilder().withName("parts").withMountPath("/part").withSubPath("a");
    assertThat(printed(mounting(sh("part", "cat /part/f"), claimed("parts"), byName)))
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
    printed(pod);
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
            printed(
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
            printed(
                mounting(
                    sh("curious", "touch /archive/x 2>/dev/null && echo wrote || echo refused"),
                    claimed("archive"),
                    mount)))
        .containsExactly("refused");
  }

  @Test
  void can_be_mounted_inside_another() {
    var pod =
        mounting(sh("nested", "echo x > /outer/inner/f; ls /outer"), emptyDir("outer"), "/outer");
    mounting(pod, emptyDir("inner"), "/outer/inner");

    assertThat(printed(pod)).containsExactly("inner");
  }

  @Test
  void can_be_the_working_directory() {
    world.claim("code", "1Gi");
    printed(
        mounting(
            sh("clone", "echo 'echo hello' > /workspace/x/run.sh"),
            claimed("code"),
            "/workspace/x"));
    var pod = mounting(World.pod("work", "sh", "run.sh"), claimed("code"), "/workspace/x");
    pod.editSpec().editContainer(0).withWorkingDir("/workspace/x").endContainer().endSpec();

    assertThat(printed(pod)).containsExactly("hello");
  }

  /// What the pod printed once it has succeeded.
  private static List<String> printed(PodBuilder pod) {
    var name = world.create(pod).getMetadata().getName();
    var ended =
        world.awaitPod(
            name, it -> List.of("Succeeded", "Failed").contains(it.getStatus().getPhase()));
    var printed = world.printed(ended);
    assertThat(ended.getStatus().getPhase())
        .as("%s, %s", printed, main(ended))
        .isEqualTo("Succeeded");
    return printed;
  }

  private static String awaitWaiting(String pod) {
    var waiting =
        main(world.awaitPod(
                pod,
                it ->
                    !it.getStatus().getContainerStatuses().isEmpty()
                        && main(it).getState().getWaiting() != null
                        && main(it).getState().getWaiting().getMessage() != null))
            .getState()
            .getWaiting();
    return waiting.getReason() + ": " + waiting.getMessage();
  }

  private static VolumeBuilder emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir();
  }

  private static VolumeBuilder claimed(String claim) {
    return new VolumeBuilder().withName(claim).withNewPersistentVolumeClaim(claim, false);
  }
}
