package dev.trainyard.dialects.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ALineOfIndexesTest {

  @Test
  void joins_neighbours() {
    assertThat(Indexes.text(List.of(9, 3, 2, 0, 4))).isEqualTo("0,2-4,9");
    assertThat(Indexes.text(List.of())).isEmpty();
  }

  @Test
  void is_read_as_it_was_written() {
    assertThat(Indexes.of("0,2-4,9")).containsExactly(0, 2, 3, 4, 9);
  }

  @Test
  void is_read_past_what_is_no_index() {
    assertThat(Indexes.of("")).isEmpty();
    assertThat(Indexes.of("x,-3,5,7-6")).containsExactly(5);
    assertThat(Indexes.of("0-999999999")).hasSizeLessThanOrEqualTo(10_001);
  }
}
