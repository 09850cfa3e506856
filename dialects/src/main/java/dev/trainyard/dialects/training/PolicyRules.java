package dev.trainyard.dialects.training;

import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the policies of every kind must be.
public final class PolicyRules {

  public static void notNegative(String at, @Nullable Number value, List<Problem> problems) {
    if (value != null && value.longValue() < 0) {
      problems.add(Problem.invalid(at, value.longValue(), "must not be negative"));
    }
  }

  /// Of a field that may be set later and taken away again, but not changed.
  public static Optional<Problem> immutable(
      String at, Optional<String> before, Optional<String> now) {
    return now.filter(value -> before.isPresent() && !before.get().equals(value))
        .map(value -> Problem.invalid(at, value, at + " is immutable"));
  }

  private PolicyRules() {}
}
