package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheBugBankTest {

  @ParameterizedTest
  @MethodSource("bank")
  void holds_no_mistake_that_nobody_finds(Bug bug) {
    assertThat(Proof.isFound(bug)).as(bug.words()).isTrue();
  }

  static Stream<Bug> bank() {
    return Bug.all().stream();
  }
}
