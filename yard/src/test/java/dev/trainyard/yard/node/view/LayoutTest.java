package dev.trainyard.yard.node.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutTest {

  private static final Path SCRATCH = Path.of("/scratch");

  @TempDir Path given;
  private Path machine;

  @BeforeEach
  void makeMachine() throws IOException {
    machine = given.toRealPath();
    Files.createDirectories(machine.resolve("var/lib"));
    Files.createDirectory(machine.resolve("run"));
    Files.createSymbolicLink(machine.resolve("var/run"), machine.resolve("run"));
    Files.createFile(machine.resolve("passwd"));
  }

  @Test
  void leaves_a_tree_alone_that_has_the_mount_point() throws Exception {
    var layout = Layout.of(List.of(at("var/lib")), List.of(), SCRATCH);

    assertThat(layout.standIns()).isEmpty();
    assertThat(targets(layout)).containsExactly("var/lib");
  }

  @Test
  void covers_only_the_nearest_directory_that_is_there() throws Exception {
    var layout = Layout.of(List.of(at("var/lib/job/data")), List.of(), SCRATCH);

    assertThat(layout.standIns())
        .containsExactly(Map.entry(machine.resolve("var/lib"), SCRATCH.resolve("cover-0")));
    assertThat(layout.place(machine.resolve("var/lib/job/data").toString()))
        .isEqualTo("/scratch/cover-0/job/data");
  }

  @Test
  void follows_links_to_where_they_lead() throws Exception {
    var layout = Layout.of(List.of(at("var/run/secrets")), List.of(), SCRATCH);

    assertThat(layout.standIns().keySet()).containsExactly(machine.resolve("run"));
    assertThat(targets(layout)).containsExactly("run/secrets");
  }

  @Test
  void puts_inner_stand_ins_into_outer_ones() throws Exception {
    var layout = Layout.of(List.of(at("var/lib/a"), at("b")), List.of(), SCRATCH);

    assertThat(layout.standIns().keySet()).containsExactly(machine, machine.resolve("var/lib"));
    assertThat(layout.placeOf(machine.resolve("var/lib"))).isEqualTo("/scratch/cover-0/var/lib");
    assertThat(layout.placeOf(machine)).isEqualTo(machine.toString());
  }

  @Test
  void lets_no_link_of_a_volume_lead_another_out_of_it() throws Exception {
    var volume = Files.createDirectory(machine.resolve("volume"));
    Files.createSymbolicLink(volume.resolve("link"), machine.resolve("run"));
    var outer = new Mount("outer", machine.resolve("var").toString(), volume, false);
    var inner = at("var/link/made");

    assertThatThrownBy(() -> Layout.of(List.of(outer, inner), List.of(), SCRATCH))
        .isInstanceOf(Unmountable.class)
        .hasMessageContaining("leads through a symbolic link of volume outer");
  }

  @Test
  void puts_a_volume_into_the_volume_around_it() throws Exception {
    var layout = Layout.of(List.of(at("var/lib/inner"), at("var")), List.of(), SCRATCH);

    assertThat(layout.standIns()).isEmpty();
    assertThat(targets(layout)).containsExactly("var", "var/lib/inner");
  }

  @Test
  void shows_nothing_of_what_is_hidden_but_the_mounts_in_it() throws Exception {
    var hidden = machine.resolve("var");
    Files.createFile(hidden.resolve("token"));

    var layout =
        Layout.of(
            List.of(at("var/lib"), at("var/lib2/x")),
            List.of(hidden, hidden.resolve("lib")),
            SCRATCH);

    assertThat(layout.standIns().keySet()).containsExactly(hidden);
    assertThat(layout.place(hidden.resolve("lib").toString())).isEqualTo("/scratch/cover-0/lib");
    assertThat(layout.fill(hidden, machine.resolve("stand-in"))).isEmpty();
    assertThat(machine.resolve("stand-in")).isEmptyDirectory();
  }

  @Test
  void hides_nothing_below_a_volume() throws Exception {
    var layout = Layout.of(List.of(at("var")), List.of(machine.resolve("var/lib")), SCRATCH);

    assertThat(layout.standIns()).isEmpty();
  }

  @Test
  void refuses_a_directory_in_the_place_of_a_file() {
    assertThatThrownBy(() -> Layout.of(List.of(at("passwd")), List.of(), SCRATCH))
        .isInstanceOf(Unmountable.class)
        .hasMessageContaining("passwd is a file on this machine");
  }

  @Test
  void writes_its_table_so_that_any_name_can_be_read_back() throws Exception {
    Files.createDirectory(machine.resolve("with space"));
    var standIn = machine.resolve("stand-in");

    assertThat(Layout.of(List.of(), List.of(), SCRATCH).fill(machine, standIn))
        .contains(
            "%s/with\\040space %s/with\\040space none rbind 0 0".formatted(machine, standIn),
            "%s/passwd %s/passwd none bind 0 0".formatted(machine, standIn));
    assertThat(standIn.resolve("with space")).isEmptyDirectory();
  }

  private Mount at(String place) {
    return new Mount("volume", machine.resolve(place).toString(), given, false);
  }

  private List<String> targets(Layout layout) {
    return layout.placed().stream()
        .map(placed -> machine.relativize(Path.of(placed.target())).toString())
        .toList();
  }
}
