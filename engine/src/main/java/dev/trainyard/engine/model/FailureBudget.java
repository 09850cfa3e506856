package dev.trainyard.engine.model;

import java.util.OptionalInt;

/// How much failure a job may have. `restarts` is how many are allowed; the dialect has already
/// turned its own limit into that. With `sparesStart`, containers restarted before the lead was
/// first ready are not counted. Whatever is allowed, nobody is made anew faster than `backoff`
/// says.
public record FailureBudget(
    OptionalInt restarts,
    Spent whenSpent,
    boolean countsContainerRestarts,
    boolean sparesStart,
    Backoff backoff,
    OptionalInt preemptions) {

  public enum Spent {
    END_JOB,
    KEEP_ENDED
  }

  public boolean allows(int count) {
    return restarts.isEmpty() || count <= restarts.getAsInt();
  }

  public static FailureBudget unlimited() {
    return new FailureBudget(
        OptionalInt.empty(), Spent.END_JOB, false, false, Backoff.OF_A_NODE, OptionalInt.empty());
  }
}
