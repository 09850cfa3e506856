package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.claimed;
import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs root or user namespaces; elsewhere there is nothing to mount.
class APodsOwnViewTest {

  private static final String UNTIL_GO = "echo up; while [ ! -e go ]; do sleep 0.02; done; ";

  @TempDir Path directory;
  private World world;

  @BeforeEach
  void start() throws IOException {
    world = World.mounted(directory);
  }

  /// Whatever happened, nothing is mounted on the machine itself.
  @AfterEach
  void stop() throws IOException {
    if (world != null) {
      world.close();
      assertThat(Trees.mountedBelow(directory.toRealPath())).isEmpty();
    }
  }

  @Test
  void has_its_own_names() {
    var pod =
        sh("mnist-worker-0", "hostname; cat /etc/hostname; grep rank-0 /etc/hosts; echo $HOSTNAME");
    world.create(pod.editSpec().withHostname("rank-0").endSpec());

    assertThat(world.printed(world.awaitPhase("mnist-worker-0", "Succeeded")))
        .containsExactly("rank-0", "rank-0", "127.0.0.1 rank-0", "rank-0");
  }

  @Test
  void has_shared_memory_of_its_own_as_large_as_the_machines() throws Exception {
    var pod =
        world.create(
            sh(
                "loader",
                "echo x > /dev/shm/batch; df --output=size /dev/shm | tail -1; " + UNTIL_GO));
    world.awaitPrinted(pod, "up");

    assertThat(Path.of("/dev/shm/batch")).doesNotExist();
    var size = Files.getFileStore(Path.of("/dev/shm")).getTotalSpace() / 1024;
    assertThat(world.printed(pod).getFirst().strip()).isEqualTo(Long.toString(size));
  }

  @Test
  void is_seen_by_no_other_pod_and_not_by_the_machine() throws Exception {
    world.secret("ssh", Map.of("id_rsa", "k3y"));
    var keys =
        new VolumeBuilder().withName("ssh").withNewSecret().withSecretName("ssh").endSecret();
    var places =
        Stream.of("/trainyard-test/ckpt", "/root/.trainyard-test", "/opt/trainyard-test/x")
            .toList();
    var holder = sh("holder", "cat " + places.getFirst() + "/id_rsa; echo; " + UNTIL_GO);
    holder.editSpec().addToVolumes(keys.build()).endSpec();
    for (var place : places) {
      holder
          .editSpec()
          .editContainer(0)
          .addNewVolumeMount()
          .withName("ssh")
          .withMountPath(place)
          .endVolumeMount()
          .endContainer()
          .endSpec();
    }
    var pod = world.create(holder);
    world.awaitPrinted(pod, "up");
    assertThat(world.printed(pod)).startsWith("k3y");

    world.create(
        sh("other", "ls -d %s 2>/dev/null; echo looked".formatted(String.join(" ", places))));

    assertThat(world.printed(world.awaitPhase("other", "Succeeded"))).containsExactly("looked");
    assertThat(places).allMatch(place -> !Files.exists(Path.of(place)));
    assertThat(Path.of("/trainyard-test")).doesNotExist();
    assertThat(Path.of("/opt/trainyard-test")).doesNotExist();
  }

  @Test
  void still_has_the_machines_files_beside_its_volumes() throws Exception {
    var mine = Files.createDirectory(directory.resolve("mine"));
    Files.writeString(mine.resolve("data"), "old");
    var script =
        "cat %1$s/data; echo; echo new > %1$s/data; echo beside > %1$s/../beside; ls -d /proc/self /usr/bin /tmp"
            .formatted(mine);
    world.create(
        mounting(
            sh("guest", script), emptyDir("extra"), directory.resolve("extra/deep").toString()));

    assertThat(world.printed(world.awaitPhase("guest", "Succeeded")))
        .containsExactly("old", "/proc/self", "/tmp", "/usr/bin");
    assertThat(mine.resolve("data")).hasContent("new");
    assertThat(directory.resolve("extra")).doesNotExist();
    assertThat(directory.resolve("beside")).doesNotExist();
  }

  @Test
  void can_be_for_reading_only_but_for_its_volumes() {
    var script =
        "touch /tmp/trainyard-x 2>/dev/null && echo wrote; touch /var/x 2>/dev/null && echo wrote;"
            + " for file in /proc/sys/kernel/core_pattern /sys/kernel/uevent_seqnum; do"
            + " (: >> $file) 2>/dev/null && echo wrote $file; done;"
            + " find /sys -maxdepth 3 -type f -writable 2>/dev/null | head -1;"
            + " touch /out/x && echo volume; echo x > /dev/null && echo device";
    var pod = mounting(sh("frozen", script), emptyDir("out"), "/out");
    pod.editSpec()
        .editContainer(0)
        .withSecurityContext(new SecurityContextBuilder().withReadOnlyRootFilesystem(true).build())
        .endContainer()
        .endSpec();
    world.create(pod);

    assertThat(world.printed(world.awaitPhase("frozen", "Succeeded")))
        .containsExactly("volume", "device");
  }

  @Test
  void is_kept_when_the_node_dies_and_comes_back() throws Exception {
    world.configMap("settings", Map.of("lr", "1"));
    var settings =
        new VolumeBuilder()
            .withName("settings")
            .withNewConfigMap()
            .withName("settings")
            .endConfigMap();
    var script = UNTIL_GO + "until grep -q 2 /settings/lr; do sleep 0.02; done; cat /pool/x";
    var pod = mounting(sh("mnist", "echo kept > /pool/x; " + script), settings, "/settings");
    var created = world.create(mounting(pod, emptyDir("pool"), "/pool"));
    world.awaitPrinted(created, "up");

    world.nodeDies();
    world.nodeComesBack();
    world.configMap("settings", Map.of("lr", "2"));
    world.touch(created, "go");

    var succeeded = world.awaitPhase("mnist", "Succeeded");
    assertThat(Pods.main(succeeded).getRestartCount()).isZero();
    assertThat(world.printed(succeeded)).containsExactly("up", "kept");
  }

  @Test
  void leaves_nothing_but_claims_and_logs() throws Exception {
    world.claim("kept", "1Gi");
    world.secret("token", Map.of("token", "s3cr3t"));
    var pod = sh("guest", "echo x > /kept/x; echo y > /pool/y; echo z > /fresh-place/z");
    mounting(pod, claimed("kept"), "/kept");
    mounting(pod, emptyDir("pool"), "/pool");
    mounting(
        pod,
        new VolumeBuilder().withName("token").withNewSecret().withSecretName("token").endSecret(),
        "/fresh-place/token");
    var created = world.create(pod);
    world.awaitPhase("guest", "Succeeded");
    world.delete("guest");
    world.awaitGone("guest");

    await().untilAsserted(() -> assertThat(world.home.resolve("pods")).isEmptyDirectory());
    assertThat(world.home.resolve("volumes/team/kept/x")).hasContent("x");
    assertThat(Path.of("/fresh-place")).doesNotExist();
    assertThat(shared(uid(created))).isEmpty();
  }

  @Test
  void is_entered_by_further_programs() throws Exception {
    var pod =
        mounting(
            sh("busy", "echo inside > /pool/x; echo up; exec sleep 600"),
            emptyDir("pool"),
            "/pool");
    pod.editSpec()
        .withTerminationGracePeriodSeconds(1L)
        .editContainer(0)
        .withWorkingDir("/pool")
        .endContainer()
        .endSpec();
    var created = world.create(pod);
    world.awaitPrinted(created, "up");

    assertThat(world.through(created, "sh", "-c", "pwd; cat x; hostname"))
        .containsExactly("/pool", "inside", "busy");
  }

  @Test
  void runs_as_the_user_it_names() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "only root can become another user");
    var pod =
        mounting(
            sh(
                "other",
                "id -u; id -g; id -G; touch /pool/x here && stat -c %g /pool/x; echo up; exec sleep"
                    + " 600"),
            emptyDir("pool"),
            "/pool");
    pod.editSpec()
        .withTerminationGracePeriodSeconds(1L)
        .withNewSecurityContext()
        .withRunAsUser(1234L)
        .withRunAsGroup(5678L)
        .withFsGroup(4321L)
        .endSecurityContext()
        .endSpec();
    var created = world.create(pod);
    world.awaitPrinted(created, "up");

    assertThat(world.printed(created)).containsExactly("1234", "5678", "5678 4321", "4321", "up");
    assertThat(world.through(created, "id", "-u")).containsExactly("1234");
  }

  /// What of a pod is in the machine's memory.
  private static List<Path> shared(String uid) throws IOException {
    try (var tree = Files.walk(Path.of("/dev/shm"))) {
      return tree.filter(path -> path.toString().contains(uid)).toList();
    }
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
