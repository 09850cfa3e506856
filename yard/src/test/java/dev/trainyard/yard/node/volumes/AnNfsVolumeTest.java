package dev.trainyard.yard.node.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NFSVolumeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnNfsVolumeTest {

  private static final Path AT = Path.of("/pod/volumes/nas");
  private static final Path PROGRAM = Path.of("/sbin/mount.nfs");

  @Test
  void is_mounted_with_the_options_of_its_persistent_volume() throws Exception {
    var source = new NFSVolumeSource("/export/team a", true, "nas.example");

    var remote = here().mount("nas", Export.of(source, List.of("nfsvers=4.2", "hard")), AT);

    assertThat(remote.program()).isEqualTo(PROGRAM);
    assertThat(remote.source()).isEqualTo("nas.example:/export/team a");
    assertThat(remote.options()).containsExactly("nfsvers=4.2", "hard", "ro", "nodev", "nosuid");
    assertThat(remote.at()).isEqualTo(AT);
  }

  @Test
  void of_a_server_with_a_numeric_address_has_it_in_brackets() {
    assertThat(new Export("fd00::1", "/export", List.of()).source()).isEqualTo("[fd00::1]:/export");
  }

  /// Commas would make one option several; some concern other mounts, or other programs.
  @ParameterizedTest
  @ValueSource(
      strings = {"ro,suid", "suid", "dev", "bind", "remount", "helper=sh", "sec=$(id)", ""})
  void is_refused_with_an_option_that_is_none_of_nfs(String option) {
    assertThatThrownBy(() -> here().mount("nas", export(List.of(option)), AT))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "Volume nas: mountOptions: \"%s\" is not an option of nfs(5) that is followed here.",
            option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-o", "--bind"})
  void is_refused_where_its_server_would_be_an_option(String server) {
    assertThatThrownBy(() -> here().mount("nas", new Export(server, "/export", List.of()), AT))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is not a directory of an NFS server");
  }

  @Test
  void waits_where_it_cannot_be_mounted_and_says_what_is_missing() {
    var nfs =
        new Nfs(
            Optional.of("mount.nfs is not installed; this machine's kernel has no nfs"),
            PROGRAM,
            _ -> true);

    assertThatThrownBy(() -> nfs.mount("nas", export(List.of()), AT))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "Volume nas: nfs volumes cannot be mounted on this machine: mount.nfs is not installed;"
                + " this machine's kernel has no nfs.");
  }

  @Test
  void waits_for_its_server() {
    var nfs = new Nfs(Optional.empty(), PROGRAM, server -> server.getPort() != 20049);

    assertThatThrownBy(() -> nfs.mount("nas", export(List.of("port=20049")), AT))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "Volume nas: NFS server nas.example does not answer on port 20049; the pod starts once"
                + " it does.");
  }

  private static Export export(List<String> options) {
    return new Export("nas.example", "/export", options);
  }

  private static Nfs here() {
    return new Nfs(Optional.empty(), PROGRAM, _ -> true);
  }
}
