package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TheBugBankTest {

  private static final double WANTED = 0.95;

  @Test
  void holds_hardly_a_mistake_that_nobody_finds() {
    var bank = Bug.all();

    var survivors = Proof.survivorsOf(bank);

    Told.of("bug-bank", Proof.score(bank, survivors));
    assertThat(bank).hasSizeGreaterThanOrEqualTo(40);
    assertThat(bank).extracting(Bug::words).doesNotHaveDuplicates();
    assertThat(1 - survivors.size() / (double) bank.size())
        .as("not found: %s", survivors)
        .isGreaterThanOrEqualTo(WANTED);
  }
}
