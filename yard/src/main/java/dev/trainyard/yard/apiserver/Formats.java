package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The formats a schema may ask for. One that is not known here accepts everything.
final class Formats {

  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  private static final Pattern OCTETS =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern IPV6 = Pattern.compile("(?i)[0-9a-f:]*:[0-9a-f:.]*");
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
  private static final Pattern DURATION =
      Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)\\s*[a-zµ]+([\\d.]+\\s*[a-zµ]+)*+|0");

  static boolean accepts(String format, String text) {
    return switch (format) {
      case "date-time", "datetime" -> parses(() -> OffsetDateTime.parse(text));
      case "date" -> parses(() -> LocalDate.parse(text));
      case "duration" -> DURATION.matcher(text).matches();
      case "byte" -> parses(() -> Base64.getDecoder().decode(text));
      case "uuid" -> UUID.matcher(text).matches();
      case "ipv4" -> OCTETS.matcher(text).matches();
      case "ipv6" -> IPV6.matcher(text).matches();
      case "email" -> EMAIL.matcher(text).matches();
      case "uri" -> parses(() -> URI.create(text)) && text.contains(":");
      case "hostname" -> NameRule.SUBDOMAIN.accepts(text.toLowerCase(Locale.ROOT));
      default -> true;
    };
  }

  private static boolean parses(Runnable parse) {
    try {
      parse.run();
      return true;
    } catch (DateTimeException | IllegalArgumentException e) {
      return false;
    }
  }

  static Optional<String> problemOfNumber(String format, JsonNode value) {
    var bits =
        switch (format) {
          case "int32" -> 31;
          case "int64" -> 63;
          default -> Integer.MAX_VALUE;
        };
    if (!value.isIntegralNumber() || bits == Integer.MAX_VALUE) {
      return Optional.empty();
    }
    BigInteger number = value.bigIntegerValue();
    return number.bitLength() > bits
        ? Optional.of("must fit into %s".formatted(format))
        : Optional.empty();
  }

  private Formats() {}
}
