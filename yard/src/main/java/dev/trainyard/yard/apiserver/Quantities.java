package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Numbers with a unit, such as `500m` or `2Gi`.
final class Quantities {

  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,9})",
          Pattern.DOTALL);

  /// The longest number that is read; whoever writes a longer one does not mean it.
  private static final int MAX_LENGTH = 100;

  private static final Map<String, BigDecimal> UNITS =
      Map.ofEntries(
          Map.entry("", BigDecimal.ONE),
          Map.entry("n", new BigDecimal("1e-9")),
          Map.entry("u", new BigDecimal("1e-6")),
          Map.entry("m", new BigDecimal("1e-3")),
          Map.entry("k", new BigDecimal("1e3")),
          Map.entry("M", new BigDecimal("1e6")),
          Map.entry("G", new BigDecimal("1e9")),
          Map.entry("T", new BigDecimal("1e12")),
          Map.entry("P", new BigDecimal("1e15")),
          Map.entry("E", new BigDecimal("1e18")),
          Map.entry("Ki", BigDecimal.TWO.pow(10)),
          Map.entry("Mi", BigDecimal.TWO.pow(20)),
          Map.entry("Gi", BigDecimal.TWO.pow(30)),
          Map.entry("Ti", BigDecimal.TWO.pow(40)),
          Map.entry("Pi", BigDecimal.TWO.pow(50)),
          Map.entry("Ei", BigDecimal.TWO.pow(60)));

  static boolean readable(JsonNode value) {
    return amount(value).isPresent();
  }

  /// What it comes to; nothing where it is no quantity.
  static Optional<BigDecimal> amount(JsonNode value) {
    if (!value.isTextual() && !value.isNumber()) {
      return Optional.empty();
    }
    var text = value.asText().strip();
    var form = FORM.matcher(text.length() > MAX_LENGTH ? "" : text);
    if (!form.matches()) {
      return Optional.empty();
    }
    var number = new BigDecimal(form.group(1));
    var unit = form.group(2);
    return Optional.of(
        Optional.ofNullable(UNITS.get(unit))
            .map(number::multiply)
            .orElseGet(() -> number.scaleByPowerOfTen(Integer.parseInt(unit.substring(1)))));
  }

  private Quantities() {}
}
