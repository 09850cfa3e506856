package dev.trainyard.yard.node.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AProcessIdTest {

  @Test
  void survives_being_written_down() {
    var self = ProcessId.self();

    assertThat(ProcessId.parse(self.word())).contains(self);
    assertThat(self.alive()).isTrue();
  }

  @Test
  void is_another_one_when_the_pid_was_given_away() {
    var self = ProcessId.self();

    assertThat(new ProcessId(self.pid(), self.startTicks() - 1, self.boot()).alive()).isFalse();
  }

  @Test
  void is_another_one_after_a_reboot() {
    var self = ProcessId.self();

    assertThat(new ProcessId(self.pid(), self.startTicks(), "before").alive()).isFalse();
  }

  @Test
  void is_not_read_from_nonsense() {
    assertThat(ProcessId.parse("")).isEmpty();
    assertThat(ProcessId.parse("1_x_y")).isEmpty();
  }

  @Test
  void is_read_from_a_program_with_an_awkward_name() {
    var line = "7 (a) b (c)) S 1 42 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 9876 0 0\n";

    assertThat(ProcStat.parse(line)).contains(new ProcStat('S', 42, 9876));
  }

  @Test
  void has_a_mark_only_when_the_whole_entry_is_equal() {
    var environment = bytes("A=1\0TRAINYARD_RUN=/x/10\0B=2");

    assertThat(ProcessGroup.contains(environment, bytes("TRAINYARD_RUN=/x/10"))).isTrue();
    assertThat(ProcessGroup.contains(environment, bytes("TRAINYARD_RUN=/x/1"))).isFalse();
    assertThat(ProcessGroup.contains(environment, bytes("B=2"))).isTrue();
  }

  @Test
  void was_short_of_memory_as_often_as_the_kernel_says() {
    assertThat(OomKills.count(List.of("nr_free_pages 1", "oom_kill 3"))).isEqualTo(3);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
