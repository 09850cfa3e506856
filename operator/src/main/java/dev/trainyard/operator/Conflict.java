package dev.trainyard.operator;

/// What we acted on is no longer what stands in the cluster: read again. Not an error.
public final class Conflict extends RuntimeException {

  public Conflict(String message) {
    super(message);
  }

  public Conflict(String message, Throwable cause) {
    super(message, cause);
  }
}
