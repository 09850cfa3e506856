package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.dialects.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/// Scalars as text, and numbers as the chart knows them: every number is a double.
final class Texts {

  private static final int DIGITS_OF_A_DOUBLE = 17;
  private static final int LEAST_EXPONENT = -4;
  private static final int FIRST_LARGE_EXPONENT = 6;
  private static final Pattern EXPONENT = Pattern.compile("-?[0-9.]+e[-+][0-9]+");

  /// Nothing for null, and for what is not there.
  static String of(JsonNode value) {
    return value.isNumber() ? number(value.doubleValue()) : value.isNull() ? "" : value.asText();
  }

  /// Whether the text of this is not what a person wrote: `1000000` becomes `1e+06`.
  static boolean changed(JsonNode value) {
    return value.isNumber() && EXPONENT.matcher(of(value)).matches();
  }

  /// As `%g` has it with as few digits as are needed, and as Go prints a float64.
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    var shortest = shortest(value).stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= LEAST_EXPONENT && exponent < FIRST_LARGE_EXPONENT) {
      return shortest.toPlainString();
    }
    var digits = shortest.unscaledValue().abs().toString();
    return "%s%s%se%s%02d"
        .formatted(
            value < 0 ? "-" : "",
            digits.charAt(0),
            digits.length() > 1 ? "." + digits.substring(1) : "",
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }

  private static BigDecimal shortest(double value) {
    var exact = new BigDecimal(value);
    for (int digits = 1; digits < DIGITS_OF_A_DOUBLE; digits++) {
      var rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return rounded;
      }
    }
    return exact.round(new MathContext(DIGITS_OF_A_DOUBLE, RoundingMode.HALF_EVEN));
  }

  static boolean whole(JsonNode value) {
    return value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue());
  }

  static BigInteger integer(JsonNode whole) {
    return new BigDecimal(whole.doubleValue()).toBigIntegerExact();
  }

  /// Whole numbers are written out at any size; the chart's `1e+06` is no count to any cluster.
  static JsonNode node(BigInteger whole) {
    var nodes = JsonNodeFactory.instance;
    if (whole.bitLength() < Integer.SIZE) {
      return nodes.numberNode(whole.intValueExact());
    }
    return whole.bitLength() < Long.SIZE
        ? nodes.numberNode(whole.longValueExact())
        : nodes.numberNode(whole);
  }

  /// A value as a message names it.
  static String shown(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "text " + Problem.quoted(value.textValue());
      case NUMBER -> "the number " + of(value);
      case BOOLEAN -> value.asText();
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case NULL, MISSING, BINARY, POJO -> "null";
    };
  }

  private Texts() {}
}
