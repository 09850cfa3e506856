package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// One precondition is taken out of the code: a seed fails, and its short story names the cause.
class AForgottenPreconditionTest {

  /// Seeds before this one are known to say something else. Should this one too some day, it is
  /// found among those that follow.
  private static final long FIRST = 425;

  private static final int SEEDS = 1_500;

  @Test
  void lets_a_memory_be_written_over_one_that_nobody_had_read() {
    var bug = Bug.named("forgets the version of what it remembers");

    var found = Proof.seedAgainst(bug, "3: a memory of PyTorchJob", FIRST, SEEDS).orElseThrow();
    var shortest = SeededRun.shortest(found, bug.parts());

    assertThat(shortest.faults().values().stream().mapToInt(Integer::intValue).sum())
        .isLessThan(found.faults().values().stream().mapToInt(Integer::intValue).sum());
    assertThat(ShortStory.of(shortest)).hasSizeLessThanOrEqualTo(40);
    assertThat(ShortStory.of(shortest).getLast())
        .matches(".*controller [0-9]+: patch PyTorchJob .*, meant [0-9]+, hit [0-9]+.*");
  }
}
