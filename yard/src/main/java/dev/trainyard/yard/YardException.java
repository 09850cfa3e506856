package dev.trainyard.yard;

import org.jspecify.annotations.Nullable;

/// The yard cannot start. The message says why and what to do, in one line.
public final class YardException extends RuntimeException {

  public YardException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  public YardException(String message) {
    super(message);
  }
}
