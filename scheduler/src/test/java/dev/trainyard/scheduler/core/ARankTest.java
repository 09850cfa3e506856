package dev.trainyard.scheduler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ARankTest {

  private static final Ranks RANKS =
      new Ranks(Map.of("urgent", 100), Map.of("high-priority", 10, "urgent", 7), 5);

  @Test
  void is_that_of_the_workload_before_that_of_its_pods() {
    assertThat(RANKS.of(Optional.of("urgent"), Optional.of("high-priority"))).hasValue(100);
    assertThat(RANKS.of(Optional.empty(), Optional.of("high-priority"))).hasValue(10);
    assertThat(RANKS.of(Optional.empty(), Optional.of("urgent"))).hasValue(7);
  }

  @Test
  void is_everybodys_where_no_class_is_named() {
    assertThat(RANKS.of(Optional.empty(), Optional.empty())).hasValue(5);
    assertThat(Ranks.none().of(Optional.empty(), Optional.empty())).hasValue(0);
  }

  @Test
  void is_unknown_only_where_the_class_of_the_workload_is() {
    assertThat(RANKS.of(Optional.of("lost"), Optional.of("high-priority")))
        .isEqualTo(OptionalInt.empty());
    assertThat(RANKS.of(Optional.empty(), Optional.of("lost"))).hasValue(0);
  }
}
