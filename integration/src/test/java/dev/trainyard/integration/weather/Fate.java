package dev.trainyard.integration.weather;

import java.time.Duration;

/// What becomes of a request.
sealed interface Fate {

  record Served() implements Fate {}

  /// Slow on its way there and back.
  record Slow(Duration way, Duration back) implements Fate {}

  /// The connection is reset, before the request got through or after it was done.
  record Reset(boolean done) implements Fate {}

  /// Answered like this, before the request got through or after it was done.
  record Refused(int code, String reason, String message, boolean done) implements Fate {}

  /// A watch that ends after a while, in the middle of whatever it was saying.
  record Cut(Duration after) implements Fate {}

  /// A watch that is told that its past is forgotten.
  record Gone() implements Fate {}
}
