package dev.trainyard.yard.http;

/// A request that cannot be answered as it is, before anybody has looked at what it is about.
public final class RefusedException extends RuntimeException {

  private final int code;

  public RefusedException(int code, String message) {
    super(message);
    this.code = code;
  }

  /// The HTTP code that says so.
  public int code() {
    return code;
  }

  public String why() {
    return String.valueOf(getMessage());
  }
}
