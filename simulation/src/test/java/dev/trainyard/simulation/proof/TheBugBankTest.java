package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TheBugBankTest {

  @ParameterizedTest
  @EnumSource
  void holds_no_mistake_that_nobody_finds(Bug bug) {
    assertThat(Proof.isFound(bug)).as(bug.words()).isTrue();
  }
}
