package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ASeededRunTest {

  private static final int SEEDS = Integer.getInteger("simulation.seeds", 100);

  @Test
  void holds_whatever_the_weather() {
    var summary = Seeds.first(SEEDS);

    assertThat(summary.broken().stream().map(Proof::told)).isEmpty();
    assertThat(summary.seeds()).isEqualTo(SEEDS);
    assertThat(summary.faults())
        .containsKeys(
            "admission down",
            "clock set",
            "crash after a request",
            "crash before a request",
            "job deleted",
            "late news",
            "news in pieces",
            "news twice",
            "node destroyed",
            "node flaps",
            "out of memory",
            "scaled",
            "slow image",
            "stays until killed",
            "written by others",
            "two leaders",
            "no answer, done",
            "no answer, not done",
            "node lost",
            "operator crash",
            "program killed",
            "gone, listed again",
            "server error",
            "slow request",
            "suspended",
            "throttled",
            "watch cut");
  }

  @Test
  void is_the_same_in_another_process() throws IOException {
    var here = SeededRun.of(7);

    var there =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Proof.class.getName(),
                "seed",
                "7")
            .redirectErrorStream(true)
            .start();

    assertThat(new String(there.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("trace " + here.hash());
  }

  @Test
  void finds_a_mistake_and_tells_it_in_a_short_story() {
    var bug = Bug.named("deletes no pods");
    var found = Proof.seedAgainst(bug).orElseThrow();

    var shortest = SeededRun.shortest(found, bug.parts());

    assertThat(shortest.violation()).hasValueSatisfying(why -> assertThat(why).startsWith("9:"));
    assertThat(faults(shortest))
        .as("faults without which it is not seen")
        .isLessThan(faults(found));
    assertThat(shortest.story()).anyMatch(line -> line.contains("submitted"));
  }

  private static int faults(SeededRun.Outcome run) {
    return run.faults().values().stream().mapToInt(Integer::intValue).sum();
  }
}
