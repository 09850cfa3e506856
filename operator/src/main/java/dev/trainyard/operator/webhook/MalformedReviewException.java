package dev.trainyard.operator.webhook;

/// A question that is none; the message says what is wrong with it.
final class MalformedReviewException extends Exception {

  MalformedReviewException(String message) {
    super(message);
  }
}
