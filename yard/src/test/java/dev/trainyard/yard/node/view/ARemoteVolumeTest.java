package dev.trainyard.yard.node.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.network.Network.Launch;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands in for `mount.nfs` here mounts a file system of this machine's memory, and writes
/// down what it was told. Needs root.
class ARemoteVolumeTest {

  private static final String STAND_IN =
      """
      #!/bin/sh
      mount -n -t tmpfs none "$2" && echo "$1 $3 $4 $5" > "$2/told"
      """;

  @TempDir Path directory;
  private Path program;
  private Path home;
  private Path at;
  private boolean frozen;

  @BeforeEach
  void make() throws IOException {
    assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "not root");
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no mounts");
    program = Files.writeString(directory.resolve("mount.nfs"), STAND_IN);
    home = Files.createDirectory(directory.resolve("home"));
    at = Files.createDirectory(home.resolve("volume"));
  }

  @Test
  void is_mounted_for_its_container_alone_and_gone_with_it() throws Exception {
    executable();

    assertThat(inView(false, "cat /trainyard-remote/told; echo x > /trainyard-remote/new; echo ok"))
        .containsExactly("nas:/ex port $(id) -n -o vers=4.2,nodev", "ok");
    assertThat(at).isEmptyDirectory();
    assertThat(Trees.mountedBelow(directory.toRealPath())).isEmpty();
  }

  @Test
  void is_only_read_where_only_reading_is_allowed() throws Exception {
    executable();

    assertThat(inView(true, "touch /trainyard-remote/new 2>/dev/null || echo refused"))
        .containsExactly("refused");
  }

  @Test
  void is_there_for_a_container_that_may_write_nowhere_else() throws Exception {
    executable();
    frozen = true;

    assertThat(inView(false, "echo x > /trainyard-remote/new; touch /tmp/x 2>/dev/null || echo no"))
        .containsExactly("no");
  }

  @Test
  void that_cannot_be_mounted_keeps_its_container_from_beginning() throws Exception {
    Files.writeString(program, "#!/bin/sh\necho mount.nfs: access denied; exit 32\n");
    executable();

    assertThat(inView(false, "echo began"))
        .containsExactly(
            "mount.nfs: access denied", "The volumes of this container could not be mounted.");
  }

  private void executable() throws IOException {
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> inView(boolean readOnly, String script)
      throws IOException, InterruptedException {
    var remote = new Remote(program, "nas:/ex port $(id)", List.of("vers=4.2", "nodev"), at);
    var scene =
        new Scene(
            "guest",
            List.of(new Mount("nas", "/trainyard-remote", at, readOnly)),
            List.of(),
            List.of(remote),
            "/trainyard-remote",
            Files.createDirectory(home.resolve("scratch")),
            frozen,
            List.of(home),
            Rights.usual(Optional.empty()),
            Optional.empty());
    var launch = new Launch(List.of(), List.of("sh", "-c", script), Map.of());
    var view = OwnView.find().orElseThrow().adapt(scene, launch);
    var words = new ArrayList<>(view.enter());
    words.addAll(view.command());
    var process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.lines().toList();
  }
}
