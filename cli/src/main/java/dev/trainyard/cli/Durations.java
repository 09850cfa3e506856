package dev.trainyard.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Lengths of time as people read and write them.
public final class Durations implements ITypeConverter<Duration> {

  private static final Pattern PARTS =
      Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s)?");

  /// `1.4 s`, `45 s`, `2 min 5 s`, `3 h 20 min`
  public static String words(Duration duration) {
    var seconds = duration.toSeconds();
    if (seconds == 0) {
      return "under 1 s";
    }
    if (seconds < 10 && duration.toMillisPart() > 0) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
    if (seconds < 60) {
      return "%d s".formatted(seconds);
    }
    return seconds < 3600
        ? "%d min %d s".formatted(seconds / 60, seconds % 60)
        : "%d h %d min".formatted(seconds / 3600, seconds % 3600 / 60);
  }

  /// As tables have it: `45s`, `12m`, `3h`, `2d`.
  public static String age(Duration duration) {
    var seconds = Math.max(0, duration.toSeconds());
    if (seconds < 120) {
      return seconds + "s";
    }
    if (seconds < 2 * 3600) {
      return seconds / 60 + "m";
    }
    return seconds < 48 * 3600 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
  }

  /// `90s`, `5m`, `1h30m`, or a number of seconds.
  @Override
  public Duration convert(String text) {
    var parts = PARTS.matcher(text);
    if (text.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    if (text.isEmpty() || !parts.matches()) {
      throw new TypeConversionException(
          "\"%s\" is not a length of time such as 90s, 5m or 1h30m".formatted(text));
    }
    return Duration.ofHours(number(parts.group(1)))
        .plusMinutes(number(parts.group(2)))
        .plusSeconds(number(parts.group(3)));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
