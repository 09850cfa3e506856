package dev.trainyard.engine.model;

import java.time.Duration;
import java.util.Optional;

/// How long a place stays empty after a pod of it has ended early, so that no job makes pods faster
/// than they are worth.
///
/// @param free how many ends in a row are answered at once
/// @param calm a pod that stood for so long has begun anew
/// @param over whose ends make the row
public record Backoff(
    int free, Duration first, int factor, Duration cap, Optional<Duration> calm, Over over) {

  public enum Over {
    /// Each replica, or those that restart together.
    ONE_REPLICA,
    /// The whole job, until one of its pods succeeds.
    ALL_REPLICAS
  }

  /// As a node waits with containers that it starts again.
  public static final Backoff OF_A_NODE =
      new Backoff(
          1,
          Duration.ofSeconds(10),
          2,
          Duration.ofMinutes(5),
          Optional.of(Duration.ofMinutes(10)),
          Over.ONE_REPLICA);

  /// As Kubernetes waits with the pods of a Job.
  public static final Backoff OF_A_JOB =
      new Backoff(
          0, Duration.ofSeconds(10), 2, Duration.ofMinutes(6), Optional.empty(), Over.ALL_REPLICAS);

  /// How long to wait after the n-th end in a row.
  public Duration after(int endsInRow) {
    if (endsInRow <= free) {
      return Duration.ZERO;
    }
    var delay = first;
    for (int i = free + 1; i < endsInRow && delay.compareTo(cap) < 0; i++) {
      delay = delay.multipliedBy(factor);
    }
    return delay.compareTo(cap) < 0 ? delay : cap;
  }
}
