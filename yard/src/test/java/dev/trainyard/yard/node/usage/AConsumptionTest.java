package dev.trainyard.yard.node.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AConsumptionTest {

  private static final Duration UPTIME = Duration.ofSeconds(1000);

  @Test
  void of_a_process_counts_both_modes_and_ended_children() {
    var stat =
        "42 (odd ) name) S 1 42 42 0 -1 4194560 100 0 0 0 150 50 30 20 20 0 1 0 90000 1000000 25 0";

    assertThat(Consumption.ofProcess(stat, UPTIME))
        .contains(new Consumption(Duration.ofMillis(2500), 25 * 4096, Duration.ofSeconds(100)));
  }

  @Test
  void of_a_process_that_has_ended_is_nothing() {
    var stat = "42 (gone) Z 1 42 42 0 -1 4194560 100 0 0 0 150 50 30 20 20 0 1 0 90000 0 0 0";

    assertThat(Consumption.ofProcess(stat, UPTIME)).isEmpty();
    assertThat(Consumption.ofProcess("42 (half", UPTIME)).isEmpty();
  }

  @Test
  void of_the_machine_leaves_out_what_was_idle() {
    var memory = List.of("MemTotal:  1000 kB", "MemFree:  100 kB", "MemAvailable:  400 kB");

    assertThat(Consumption.ofMachine("cpu  100 0 50 9000 1000 0 25 25 0 0", memory, UPTIME))
        .isEqualTo(new Consumption(Duration.ofSeconds(2), 600 * 1024, UPTIME));
  }
}
