package dev.trainyard.operator;

import java.time.Duration;

/// What one operator may take of its machine and of the API server, and how patiently it retries
/// and looks for kinds that the cluster does not serve yet.
public record Limits(
    int jobsAtOnce,
    int requestsInFlight,
    Duration firstRetry,
    Duration longestRetry,
    Duration lookForKindsEvery) {

  public static Limits defaults() {
    return new Limits(
        64, 32, Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofSeconds(10));
  }

  public Limits lookingAtJobsAtOnce(int jobs) {
    return new Limits(jobs, requestsInFlight, firstRetry, longestRetry, lookForKindsEvery);
  }

  public Limits lookingForKindsEvery(Duration interval) {
    return new Limits(jobsAtOnce, requestsInFlight, firstRetry, longestRetry, interval);
  }
}
