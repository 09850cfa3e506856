package dev.trainyard.engine.wrapper;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Lengths of time as Go writes them, `1h30m` or `2.5s`, and days, which Go has no word for.
public final class GoDurations {

  private static final long SECOND = 1_000_000_000L;
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final Pattern PART =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h|d)");
  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", SECOND,
          "m", 60 * SECOND,
          "h", 3_600 * SECOND,
          "d", 86_400 * SECOND);

  /// Nothing where the text is no length of time: a bare number is none, but for `0`.
  public static Optional<Duration> parse(String text) {
    var trimmed = text.strip();
    var negative = trimmed.startsWith("-");
    var rest = negative || trimmed.startsWith("+") ? trimmed.substring(1) : trimmed;
    if (rest.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    var matcher = PART.matcher(rest);
    var sum = BigDecimal.ZERO;
    int at = 0;
    while (matcher.find() && matcher.start() == at) {
      var unit = UNITS.getOrDefault(matcher.group(2), 0L);
      sum = sum.add(new BigDecimal(number(matcher.group(1))).multiply(BigDecimal.valueOf(unit)));
      at = matcher.end();
    }
    if (at == 0 || at < rest.length() || sum.compareTo(LONGEST) > 0) {
      return Optional.empty();
    }
    var nanos = sum.setScale(0, RoundingMode.DOWN).longValueExact();
    return Optional.of(Duration.ofNanos(negative ? -nanos : nanos));
  }

  private static String number(String digits) {
    return digits.endsWith(".") ? digits + "0" : digits;
  }

  /// From a second up in hours, minutes and seconds, each after the first even where it is zero.
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    }
    if (duration.isZero()) {
      return "0s";
    }
    long nanos = duration.toNanos();
    if (nanos < SECOND) {
      return nanos < 1_000
          ? nanos + "ns"
          : nanos < 1_000_000 ? decimal(nanos, 3) + "µs" : decimal(nanos, 6) + "ms";
    }
    long hours = duration.toHours();
    var minutes = hours > 0 || duration.toMinutes() > 0 ? duration.toMinutesPart() + "m" : "";
    return (hours > 0 ? hours + "h" : "") + minutes + decimal(nanos % (60 * SECOND), 9) + "s";
  }

  private static String decimal(long value, int places) {
    return value == 0
        ? "0"
        : BigDecimal.valueOf(value, places).stripTrailingZeros().toPlainString();
  }

  private GoDurations() {}
}
