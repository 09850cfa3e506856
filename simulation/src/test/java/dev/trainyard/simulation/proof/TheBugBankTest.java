package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TheBugBankTest {

  private static final double WANTED = 0.95;

  @Test
  void holds_hardly_a_mistake_that_nobody_finds() {
    var bank = Bug.all();

    var survivors = bank.stream().filter(bug -> !Proof.isFound(bug)).toList();

    System.out.printf("Bug bank: %d of %d found%n", bank.size() - survivors.size(), bank.size());
    assertThat(1 - survivors.size() / (double) bank.size())
        .as("not found: %s", survivors)
        .isGreaterThanOrEqualTo(WANTED);
  }
}
