package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an unquoted word means to Kubernetes: YAML 1.1 as gopkg.in/yaml.v2 `resolve.go` has it, in
/// which `no` is false, `0644` is octal, and dates and `1:30` are text.
final class Scalars {

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Pattern NOT_A_NUMBER = Pattern.compile("[-+]?\\.(inf|Inf|INF|nan|NaN|NAN)");
  private static final Pattern WHOLE =
      Pattern.compile(
          "(?<sign>[-+]?)0(?:[xX](?<hex>[0-9a-fA-F]+)|[bB](?<bin>[01]+)|[oO]?(?<oct>[0-7]+))");
  private static final Pattern DECIMAL = Pattern.compile("[-+]?(0|[1-9][0-9]*)");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");
  private static final int MAX_DIGITS = 400;

  static JsonNode meaning(String word) {
    if (NULLS.contains(word)) {
      return NullNode.getInstance();
    }
    if (TRUE.contains(word) || FALSE.contains(word)) {
      return BooleanNode.valueOf(TRUE.contains(word));
    }
    if (word.length() > MAX_DIGITS || "+-.0123456789".indexOf(word.charAt(0)) < 0) {
      return TextNode.valueOf(word);
    }
    var digits = word.replace("_", "");
    return whole(digits)
        .or(() -> fraction(digits))
        .filter(number -> Double.isFinite(number.doubleValue()))
        .orElse(TextNode.valueOf(word));
  }

  /// Infinity and the like are numbers in YAML and nothing at all in JSON.
  static boolean beyondJson(String word) {
    return NOT_A_NUMBER.matcher(word).matches();
  }

  private static Optional<JsonNode> whole(String word) {
    if (DECIMAL.matcher(word).matches()) {
      return Optional.of(number(new BigInteger(word)));
    }
    var match = WHOLE.matcher(word);
    if (!match.matches()) {
      return Optional.empty();
    }
    var value =
        digits(match.group("hex"), 16)
            .or(() -> digits(match.group("bin"), 2))
            .or(() -> digits(match.group("oct"), 8))
            .orElseThrow();
    return Optional.of(number(match.group("sign").equals("-") ? value.negate() : value));
  }

  private static Optional<BigInteger> digits(@Nullable String text, int radix) {
    return Optional.ofNullable(text).map(digits -> new BigInteger(digits, radix));
  }

  /// A fraction without one, such as `2.0`, arrives at the API server as a whole number.
  private static Optional<JsonNode> fraction(String word) {
    if (!FLOAT.matcher(word).matches()) {
      return Optional.empty();
    }
    var value = new BigDecimal(word.toLowerCase(Locale.ROOT));
    boolean whole = value.stripTrailingZeros().scale() <= 0;
    return Optional.of(
        whole
            ? number(value.toBigIntegerExact())
            : JsonNodeFactory.instance.numberNode(value.doubleValue()));
  }

  private static JsonNode number(BigInteger value) {
    if (value.bitLength() < Integer.SIZE) {
      return JsonNodeFactory.instance.numberNode(value.intValueExact());
    }
    return value.bitLength() < Long.SIZE
        ? JsonNodeFactory.instance.numberNode(value.longValueExact())
        : JsonNodeFactory.instance.numberNode(value);
  }

  private Scalars() {}
}
