package dev.trainyard.yard.node.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// They are used with more rights than a container has.
class TheFoundationsOfAViewTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/bin",
        "/usr",
        "/usr/bin",
        "/usr/bin/setpriv",
        "/usr/local/sbin/mount",
        "/lib",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/x86_64-linux-gnu/libc.so.6",
        "/usr/lib/aarch64-linux-gnu/glibc-hwcaps/x",
        "/usr/lib64/ld-linux-x86-64.so.2",
        "/etc",
        "/etc/ld.so.preload",
        "/etc/ld.so.conf.d/evil.conf",
        "/proc/self"
      })
  void are_nowhere_to_mount_a_volume(String path) throws Exception {
    var file = Files.createFile(directory.resolve("file"));

    assertThatThrownBy(() -> layout(new Mount("evil", path, file, false)))
        .isInstanceOf(Unmountable.class)
        .hasMessageStartingWith(
            "Volume evil cannot be mounted at %s: the programs and libraries that mount it", path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/data",
        "/etc/config",
        "/etc/hostname",
        "/etc/ssh",
        "/usr/lib/python3/dist-packages/mine",
        "/usr/local/lib",
        "/usr/share/data",
        "/usr/bin/my-program",
        "/dev/shm"
      })
  void leave_every_other_place(String path) {
    assertThat(Foundations.hold(Path.of(path))).isFalse();
  }

  @Test
  void are_found_behind_links() throws Exception {
    var link = Files.createSymbolicLink(directory.resolve("link"), Path.of("/usr"));

    assertThatThrownBy(() -> layout(new Mount("evil", link + "/bin", directory, false)))
        .isInstanceOf(Unmountable.class);
  }

  private void layout(Mount mount) throws Exception {
    Layout.of(List.of(mount), List.of(), directory.resolve("scratch"));
  }
}
