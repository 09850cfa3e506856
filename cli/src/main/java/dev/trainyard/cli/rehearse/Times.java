package dev.trainyard.cli.rehearse;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Virtual times as a script has them: `20s`, `1m30s`, `1.5s`, `500ms`.
final class Times {

  private static final Pattern PLAIN = Pattern.compile("\\d{1,9}(\\.\\d{1,3})?");
  private static final Pattern WHOLE = Pattern.compile("((\\d{1,6}(?:\\.\\d{1,3})?)(ms|h|m|s))+");
  private static final Pattern PART = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|h|m|s)");

  static Optional<Duration> parse(String text) {
    if (PLAIN.matcher(text).matches()) {
      return Optional.of(millis(text, 1000));
    }
    if (!WHOLE.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        PART.matcher(text)
            .results()
            .map(part -> millis(part.group(1), unit(part.group(2))))
            .reduce(Duration.ZERO, Duration::plus));
  }

  private static Duration millis(String number, long unit) {
    return Duration.ofMillis(new BigDecimal(number).multiply(BigDecimal.valueOf(unit)).longValue());
  }

  private static long unit(String word) {
    return switch (word) {
      case "h" -> 3_600_000;
      case "m" -> 60_000;
      case "s" -> 1000;
      default -> 1;
    };
  }

  /// `0s`, `20.01s`, `5m40s`, `1h`
  static String text(Duration time) {
    var hours = time.toHours() > 0 ? time.toHours() + "h" : "";
    var minutes = time.toMinutesPart() > 0 ? time.toMinutesPart() + "m" : "";
    var rest = seconds(time.minusMinutes(time.toMinutes()));
    var large = hours + minutes;
    return rest.signum() == 0 && !large.isEmpty() ? large : large + rest.toPlainString() + "s";
  }

  /// To the millisecond, with no more digits than it takes.
  static BigDecimal seconds(Duration time) {
    var seconds = BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  private Times() {}
}
