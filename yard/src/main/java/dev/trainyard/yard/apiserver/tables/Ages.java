package dev.trainyard.yard.apiserver.tables;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// How long something took or has been there, in at most two units.
public final class Ages {

  private static final long DAY = 24;
  private static final long YEAR = 365;

  /// For a time that is missing or no time: unknown.
  static String since(String time, Instant now) {
    try {
      return time.isEmpty() ? "<unknown>" : text(Duration.between(Instant.parse(time), now));
    } catch (DateTimeParseException e) {
      return "<invalid>";
    }
  }

  /// The longer it is, the less its small units matter.
  public static String text(Duration duration) {
    var seconds = duration.toSeconds();
    if (seconds < 0) {
      return seconds < -1 ? "<invalid>" : "0s";
    }
    var minutes = duration.toMinutes();
    var hours = duration.toHours();
    var days = hours / DAY;
    if (minutes < 2) {
      return seconds + "s";
    } else if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    } else if (hours < 3) {
      return minutes + "m";
    } else if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    } else if (hours < 2 * DAY) {
      return hours + "h";
    } else if (days < 8) {
      return two(days, "d", hours % DAY, "h");
    } else if (days < 2 * YEAR) {
      return days + "d";
    } else if (days < 8 * YEAR) {
      return two(days / YEAR, "y", days % YEAR, "d");
    }
    return days / YEAR + "y";
  }

  private static String two(long many, String unit, long few, String smaller) {
    return few == 0 ? many + unit : many + unit + few + smaller;
  }

  private Ages() {}
}
