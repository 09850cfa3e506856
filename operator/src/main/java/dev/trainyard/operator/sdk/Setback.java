package dev.trainyard.operator.sdk;

/// Tells the SDK to retry what is told already. It has no stack trace, because the SDK would log
/// it.
final class Setback extends RuntimeException {

  Setback(String message) {
    super(message, null, false, false);
  }
}
