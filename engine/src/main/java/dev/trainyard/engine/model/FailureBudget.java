package dev.trainyard.engine.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// How much failure a job may have. `restarts` is how many are allowed; the dialect has already
/// turned its own limit into that. With `sparesStart`, containers restarted before the lead was
/// first ready are not counted.
public record FailureBudget(
    OptionalInt restarts,
    Spent whenSpent,
    boolean countsContainerRestarts,
    boolean sparesStart,
    Optional<Backoff> backoff,
    OptionalInt preemptions) {

  public enum Spent {
    END_JOB,
    KEEP_ENDED
  }

  public record Backoff(Duration first, int factor, Duration cap) {
    /// How long to wait after the n-th failure in a row.
    public Duration after(int failuresInRow) {
      var delay = first;
      for (int i = 1; i < failuresInRow && delay.compareTo(cap) < 0; i++) {
        delay = delay.multipliedBy(factor);
      }
      return delay.compareTo(cap) < 0 ? delay : cap;
    }
  }

  public boolean allows(int count) {
    return restarts.isEmpty() || count <= restarts.getAsInt();
  }

  public static FailureBudget unlimited() {
    return new FailureBudget(
        OptionalInt.empty(), Spent.END_JOB, false, false, Optional.empty(), OptionalInt.empty());
  }
}
