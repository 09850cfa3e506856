package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.simulation.proof.Edits.State;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A job does not remember by which way it came to its spec.
class AnEditedJobTest {

  private static final AtomicInteger PATHS = new AtomicInteger();

  @ParameterizedTest
  @EnumSource
  void is_what_its_fields_say_and_can_be_changed_back(State state) {
    assertLeadsThere(Edits.everyField(state), 500);
  }

  @Test
  void starts_once_it_is_corrected() {
    assertLeadsThere(Edits.everyCorrection(), 5);
  }

  @Test
  void follows_the_last_edit_wherever_it_meets_the_one_before() {
    assertLeadsThere(Edits.duringEachOther(), 500);
  }

  @AfterAll
  static void tells_how_much_was_tried() {
    Told.of("edits", "Edits: %d ways to a spec".formatted(PATHS.get()));
  }

  private static void assertLeadsThere(Edits.Result result, int least) {
    PATHS.addAndGet(result.paths());
    assertThat(result.failures()).isEmpty();
    assertThat(result.paths()).isGreaterThan(least);
  }
}
