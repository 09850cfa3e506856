package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.claimed;
import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.pod;
import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.view.Mounting;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a pod can find out about the yard that runs it. Needs root or user namespaces.
class TheHomeOfAYardTest {

  @TempDir static Path directory;
  @AutoClose private static World world;
  private static Path token;

  @BeforeAll
  static void start() throws IOException {
    world = World.mounted(directory);
    token = directory.resolve("yard/token");
    assertThat(token).isNotEmptyFile();
  }

  @Test
  void is_empty_for_a_pod() {
    assertThat(
            world.printedBy(
                sh(
                    "reader",
                    "ls -A %s; cat %s 2>/dev/null || echo none"
                        .formatted(token.getParent(), token))))
        .last()
        .isEqualTo("none");
    assertThat(world.printedBy(sh("lister", "ls -A %s; echo looked".formatted(token.getParent()))))
        .containsExactly("looked");
  }

  @Test
  void shows_a_pod_its_own_directories_alone() {
    world.claim("models", "1Gi");
    world.secret("other", Map.of("password", "s3cr3t"));
    var neighbour =
        world.create(
            mounting(
                sh("neighbour", "echo up; exec sleep 600"),
                new VolumeBuilder()
                    .withName("s")
                    .withNewSecret()
                    .withSecretName("other")
                    .endSecret(),
                "/s"));
    world.awaitPrinted(neighbour, "up");

    var script =
        "echo mine > here; cat here; echo kept > /models/x; cd %s; find . -maxdepth 2 | sort; ls pods | wc -l"
            .formatted(world.home);
    assertThat(world.printedBy(mounting(sh("own", script), claimed("models"), "/models")))
        .containsExactly(
            "mine",
            ".",
            "./pods",
            "./pods/" + world.find("own").orElseThrow().getMetadata().getUid(),
            "1");
    assertThat(world.home.resolve("volumes/team/models/x")).hasContent("kept");
  }

  @Test
  void cannot_be_reached_through_the_processes_of_the_yard() {
    var yard = ProcessHandle.current().pid();
    var script =
        "for f in root%1$s environ; do cat /proc/%2$d/$f >/dev/null 2>&1 && echo read $f; done; echo tried"
            .formatted(token, yard);

    assertThat(world.printedBy(sh("tracer", script))).containsExactly("tried");
  }

  @Test
  void cannot_be_reached_through_the_supervisor() {
    var script =
        "cat /proc/$PPID/root%s 2>/dev/null && echo read; tr '\\0' ' ' < /proc/$PPID/cmdline | grep -o Supervisor"
            .formatted(token);

    assertThat(world.printedBy(sh("child", script))).containsExactly("Supervisor");
  }

  @Test
  void cannot_be_uncovered() {
    assertThat(
            world.printedBy(
                sh(
                    "digger",
                    "umount %1$s 2>/dev/null && echo uncovered; unshare -rm umount %1$s 2>/dev/null && echo uncovered; cat %2$s 2>/dev/null; echo tried"
                        .formatted(token.getParent(), token))))
        .containsExactly("tried");
  }

  @Test
  void cannot_be_found_on_the_disk_itself() throws Exception {
    assumeTrue(root(), "only root reads disks");
    assertThat(
            world.printedBy(
                sh(
                    "reader-of-disks",
                    "for d in /dev/* /dev/*/*; do [ -b $d ] && echo $d; done; mknod disk b 7 0"
                        + " 2>/dev/null && echo made; echo tried")))
        .containsExactly("tried");
  }

  @Test
  void is_no_more_visible_for_a_program_that_enters_later() throws Exception {
    var running = world.create(pod("entered", "sh", "-c", "echo up; exec sleep 600"));
    world.awaitPrinted(running, "up");

    assertThat(
            world.through(
                running,
                "sh",
                "-c",
                "cat %1$s 2>/dev/null; cat /proc/%2$d/root%1$s 2>/dev/null; umount %3$s 2>/dev/null && echo uncovered; echo tried"
                    .formatted(token, ProcessHandle.current().pid(), token.getParent())))
        .containsExactly("tried");
  }

  @Test
  void is_hidden_in_a_volume_that_shows_the_machine() {
    var machine = new VolumeBuilder().withName("machine").withNewHostPath("/", "Directory");
    var script =
        "ls /machine/etc/passwd; ls -A /machine%s; echo looked".formatted(token.getParent());

    assertThat(world.printedBy(mounting(sh("admin", script), machine, "/machine")))
        .containsExactly("/machine/etc/passwd", "looked");
  }

  /// As the command's own homes are.
  @Test
  void is_hidden_there_too_when_the_nodes_home_lies_in_it(@TempDir Path around) throws Exception {
    var home = Files.createDirectory(around.resolve("home"));
    try (var nested =
        new World(
            home, options -> options.withMounting(Mounting.MOUNTED).withHidden(List.of(home)))) {
      var machine =
          new VolumeBuilder().withName("around").withNewHostPath(around.toString(), "Directory");

      assertThat(nested.printedBy(mounting(sh("admin", "ls -A /a /a/home"), machine, "/a")))
          .containsExactly("/a:", "home", "", "/a/home:");
    }
  }

  @Test
  void is_not_given_away_as_a_volume() {
    var home = new VolumeBuilder().withName("home").withNewHostPath(directory + "/yard", "");
    world.create(mounting(sh("thief", "cat /home/token"), home, "/home"));

    assertThat(world.awaitWaiting("thief"))
        .isEqualTo(
            "ContainerCreating: Volume home: %s lies in the home of the yard, which no container may see."
                .formatted(token.getParent()));
  }

  @Test
  void is_no_place_to_begin_in_but_for_a_pods_own_directory() {
    var within = sh("inside", "true");
    within
        .editSpec()
        .editContainer(0)
        .withWorkingDir(directory + "/yard/store")
        .endContainer()
        .endSpec();
    world.create(within);
    assertThat(world.awaitWaiting("inside"))
        .contains("Container main cannot begin in " + directory + "/yard/store");

    var at = sh("at", "pwd; ls -A");
    at.editSpec().editContainer(0).withWorkingDir(directory + "/yard").endContainer().endSpec();
    assertThat(world.printedBy(at)).containsExactly(directory + "/yard");
  }

  private static boolean root() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }
}
