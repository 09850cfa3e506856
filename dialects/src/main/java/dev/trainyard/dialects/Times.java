package dev.trainyard.dialects;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Times as statuses hold them: RFC 3339, UTC, whole seconds.
public final class Times {

  public static String text(Instant time) {
    return whole(time).toString();
  }

  public static Instant whole(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  /// Nothing where the text is not a time.
  public static Optional<Instant> parse(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private Times() {}
}
