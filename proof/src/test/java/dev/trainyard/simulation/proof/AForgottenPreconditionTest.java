package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.simulation.proof.SeededRun.Outcome;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// One precondition is taken out of the code: a seed fails, and its short story names the cause.
class AForgottenPreconditionTest {

  private static final int SEEDS = 1_500;

  @Test
  void lets_a_memory_be_written_over_one_that_nobody_had_read() {
    var bug = Bug.named("forgets the version of what it remembers");

    var found = firstToSay(bug, "3: a memory of PyTorchJob");
    var shortest = SeededRun.shortest(found, bug.parts());

    System.out.println(ShortStory.told(shortest));
    assertThat(shortest.faults().values().stream().mapToInt(Integer::intValue).sum())
        .isLessThan(found.faults().values().stream().mapToInt(Integer::intValue).sum());
    assertThat(ShortStory.of(shortest)).hasSizeLessThanOrEqualTo(40);
    assertThat(ShortStory.of(shortest).getLast())
        .matches(".*controller [0-9]+: patch PyTorchJob .*, meant [0-9]+, hit [0-9]+.*");
  }

  private static Outcome firstToSay(Bug bug, String words) {
    return LongStream.rangeClosed(1, SEEDS)
        .parallel()
        .mapToObj(seed -> SeededRun.of(seed, bug.parts()))
        .filter(outcome -> outcome.violation().filter(why -> why.startsWith(words)).isPresent())
        .findFirst()
        .orElseThrow();
  }
}
