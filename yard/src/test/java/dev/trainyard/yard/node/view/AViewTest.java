package dev.trainyard.yard.node.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.Entrance;
import dev.trainyard.yard.node.network.Network.Launch;
import dev.trainyard.yard.node.network.Tool;
import dev.trainyard.yard.node.supervisor.ProcessId;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// As seen by a user who is not root. Needs user namespaces; elsewhere there is nothing to see.
class AViewTest {

  /// Whoever this is, it is not root, and nothing on a machine belongs to it.
  private static final int STRANGER = 61234;

  @TempDir Path directory;
  private Path volume;
  private List<Path> hidden = List.of();
  private Path secret;
  private int user;

  @BeforeEach
  void makeVolume() throws Exception {
    var self = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    user = self == 0 ? STRANGER : self;
    volume = Files.createDirectory(directory.resolve("volume"));
    Files.writeString(volume.resolve("file"), "content\n");
    secret = Files.createDirectory(directory.resolve("secret"));
    hidden = List.of(secret);
    Files.writeString(secret.resolve("token"), "s3cr3t\n");
    give();
    assumeTrue(
        start(List.of("unshare", "--user", "--map-root-user", "--mount", "true")).waitFor() == 0,
        "this machine allows no user namespaces");
  }

  @Test
  void shows_an_ordinary_user_the_volume_and_leaves_them_who_they_are() throws Exception {
    var process =
        start(
            inView(
                false,
                "cat /trainyard-view-test/place/file; id -u; hostname; ls -d /usr;"
                    + " echo x > /trainyard-view-test/place/new && echo wrote"));

    assertThat(printed(process))
        .containsExactly("content", Integer.toString(user), "guest", "/usr", "wrote");
    assertThat(volume.resolve("new")).exists();
    assertThat(Path.of("/trainyard-view-test")).doesNotExist();
  }

  @Test
  void keeps_an_ordinary_user_from_writing_where_only_reading_is_allowed() throws Exception {
    var process =
        start(
            inView(
                true,
                "touch /trainyard-view-test/place/new 2>/dev/null && echo wrote || echo refused"));

    assertThat(printed(process)).containsExactly("refused");
  }

  @Test
  void hides_what_an_ordinary_user_could_read_and_who_else_could_show_it() throws Exception {
    var outside = start(List.of("sleep", "600"));
    try {
      var script =
          """
          exec 2>/dev/null; ls -A %1$s; cat /proc/%2$d/root%1$s/token; cat /proc/%2$d/environ
          umount %1$s; unshare -rm umount %1$s; cat %1$s/token; echo tried
          """
              .formatted(secret, outside.pid());

      var process = start(inView(false, script));

      assertThat(printed(process)).containsExactly("tried");
    } finally {
      outside.destroyForcibly().waitFor();
    }
  }

  /// As the home of a yard is.
  @Test
  void can_be_entered_where_it_hides_the_directory_it_was_made_in() throws Exception {
    hidden = List.of(directory);

    assertThatItCanBeEntered();
  }

  @Test
  void can_be_entered_by_the_user_it_belongs_to() throws Exception {
    assertThatItCanBeEntered();
  }

  private void assertThatItCanBeEntered() throws Exception {
    var process = start(inView(false, "echo up; exec sleep 600"));
    try {
      await().until(() -> process.inputReader().ready());
      var run = Files.createDirectory(directory.resolve("run"));
      var main = ProcessId.find(process.pid()).orElseThrow();
      Files.writeString(run.resolve("started"), main.word() + " 2026-01-01T00:00:00Z");

      var look = List.of("sh", "-c", "pwd; cat file; hostname; id -u");
      var entrance = Entrance.into(new RunFiles(run), look).orElseThrow();

      assertThat(printed(start(entrance.command())))
          .containsExactly(
              "/trainyard-view-test/place", "content", "guest", Integer.toString(user));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private List<String> inView(boolean readOnly, String script) throws IOException {
    var view = new OwnView(tool("unshare"), tool("setpriv"), user, user);
    var place = "/trainyard-view-test/place";
    var scene =
        new Scene(
            "guest",
            List.of(new Mount("volume", place, volume, readOnly)),
            List.of(),
            List.of(),
            place,
            Files.createDirectory(directory.resolve("scratch")),
            false,
            hidden,
            Rights.usual(Optional.empty()),
            Optional.empty());
    var launch = view.adapt(scene, new Launch(List.of(), List.of("sh", "-c", script), Map.of()));
    give();
    return Stream.concat(launch.enter().stream(), launch.command().stream()).toList();
  }

  /// Everything in the test's directory belongs to the user the view is for.
  private void give() throws IOException {
    if ((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") != user) {
      try (var tree = Files.walk(directory)) {
        for (var path : tree.filter(it -> !Files.isSymbolicLink(it)).toList()) {
          Files.setAttribute(path, "unix:uid", user);
        }
      }
    }
  }

  private Process start(List<String> command) throws IOException {
    var words = new ArrayList<String>();
    if ((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") != user) {
      words.addAll(
          List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "--"));
    }
    words.addAll(command);
    return new ProcessBuilder(words)
        .directory(Path.of("/").toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static List<String> printed(Process process) throws Exception {
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.lines().toList();
  }

  private static Tool tool(String name) {
    return Tool.find(name).orElseThrow();
  }
}
