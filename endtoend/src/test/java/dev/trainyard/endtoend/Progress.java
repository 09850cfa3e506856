package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.endtoend.Terminal.Running;
import java.time.Duration;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/// How far `pytorch_resume.py` has come, as its output tells.
final class Progress {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// Waits until that many workers have met and learned something, after that place in the output.
  /// Answers with the step they went on from.
  static int awaited(Running training, int place, int workers) {
    var met =
        Pattern.compile(
            "rank 0 of %d goes on from step (\\d+)\n(?s:.*)step +\\d+ +loss \\S+ +on %d workers"
                .formatted(workers, workers));
    try {
      return await("%d workers to train".formatted(workers))
          .atMost(PATIENCE)
          .until(
              () -> {
                assertThat(training.ended()).as(training.output()).isFalse();
                var match = met.matcher(training.output().substring(place));
                return match.find() ? Integer.parseInt(match.group(1)) : -1;
              },
              step -> step >= 0);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(training.output(), e);
    }
  }

  private Progress() {}
}
