package dev.trainyard.dialects.batch;

import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import java.time.Duration;
import java.util.List;

/// What conditions and events say, in one place, so that they never disagree. The reasons are those
/// of Kubernetes.
final class Sentences {

  static final String SUSPENDED = "The Job is suspended.";
  static final String RESUMED = "The Job was resumed.";

  static String succeeded(int places) {
    return places == 1 ? "Its pod succeeded." : "All %d pods succeeded.".formatted(places);
  }

  static String failed(Fact cause, int backoffLimit) {
    return switch (cause) {
      case Fact.BudgetSpent(var count) ->
          "%s, and spec.backoffLimit is %d.".formatted(failures(count), backoffLimit);
      case Fact.OutOfTime(var limit) ->
          "The Job was active for longer than the %s that spec.activeDeadlineSeconds allows."
              .formatted(seconds(limit));
      default -> "The Job failed.";
    };
  }

  static String reason(Fact cause) {
    return switch (cause) {
      case Fact.BudgetSpent _ -> "BackoffLimitExceeded";
      case Fact.OutOfTime _ -> "DeadlineExceeded";
      default -> "Failed";
    };
  }

  static String refused(List<Problem> problems) {
    return Problem.joined(problems.stream().filter(Problem::fatal).toList());
  }

  private static String failures(int count) {
    return count == 1 ? "One failure counts" : "%d failures count".formatted(count);
  }

  private static String seconds(Duration limit) {
    return limit.toSeconds() == 1 ? "second" : "%d seconds".formatted(limit.toSeconds());
  }

  private Sentences() {}
}
