package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.simulation.proof.Edits.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A job does not remember by which way it came to its spec.
class AnEditedJobTest {

  @ParameterizedTest
  @EnumSource
  void is_what_its_fields_say_and_can_be_changed_back(State state) {
    var result = Edits.everyField(state);

    assertThat(result.failures()).isEmpty();
    assertThat(result.paths()).isGreaterThan(500);
  }

  @Test
  void starts_once_it_is_corrected() {
    var result = Edits.everyCorrection();

    assertThat(result.failures()).isEmpty();
    assertThat(result.paths()).isGreaterThan(5);
  }

  @Test
  void follows_the_last_edit_wherever_it_meets_the_one_before() {
    var result = Edits.duringEachOther();

    assertThat(result.failures()).isEmpty();
    assertThat(result.paths()).isGreaterThan(500);
  }
}
