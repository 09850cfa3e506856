package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import java.util.Optional;

/// How many replicas there may be.
public final class ReplicaCount {

  /// More pods than this in one role is taken for a slip of the finger.
  public static final int MOST = 10_000;

  public static Optional<Problem> check(String at, int count, int least) {
    if (count < least) {
      return Optional.of(Problem.invalid(at, count, "must be at least " + least));
    }
    return count > MOST
        ? Optional.of(Problem.invalid(at, count, "must be no more than " + MOST))
        : Optional.empty();
  }

  private ReplicaCount() {}
}
