package dev.trainyard.operator;

import java.time.Duration;

/// What one operator may take of its machine and of the API server, and how patiently it retries.
public record Limits(
    int jobsAtOnce, int requestsInFlight, Duration firstRetry, Duration longestRetry) {

  public static Limits defaults() {
    return new Limits(64, 32, Duration.ofMillis(500), Duration.ofMinutes(1));
  }
}
