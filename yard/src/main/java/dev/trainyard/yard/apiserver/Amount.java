package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// A quantity that is added up and compared, and written as Kubernetes writes it.
///
/// @param binary whether its author counts in units of 1024
record Amount(BigDecimal value, boolean binary) implements Comparable<Amount> {

  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final int FINEST = 9;

  static final Amount ZERO = new Amount(BigDecimal.ZERO, false);
  static final Amount ONE = of(1);

  static Amount of(long count) {
    return new Amount(BigDecimal.valueOf(count), false);
  }

  /// Of something that is no quantity nothing is counted; it is refused elsewhere.
  static Amount of(JsonNode quantity) {
    return new Amount(
        Quantities.amount(quantity).orElse(BigDecimal.ZERO), quantity.asText().endsWith("i"));
  }

  Amount plus(Amount other) {
    return new Amount(value.add(other.value), value.signum() == 0 ? other.binary : binary);
  }

  Amount minus(Amount other) {
    return plus(new Amount(other.value.negate(), other.binary));
  }

  Amount max(Amount other) {
    return compareTo(other) >= 0 ? this : other;
  }

  double over(Amount other) {
    return value.doubleValue() / other.value.doubleValue();
  }

  boolean positive() {
    return value.signum() > 0;
  }

  boolean zero() {
    return value.signum() == 0;
  }

  @Override
  public int compareTo(Amount other) {
    return value.compareTo(other.value);
  }

  /// The greatest unit that leaves no fraction; below 1024 the binary ones are not worth it.
  @Override
  public String toString() {
    if (zero()) {
      return "0";
    }
    return binary && value.abs().compareTo(KIBI) >= 0 ? inBinary() : inDecimal();
  }

  private String inBinary() {
    var number = value.setScale(0, RoundingMode.CEILING);
    var unit = 0;
    while (unit < BINARY.size() - 1 && number.remainder(KIBI).signum() == 0) {
      number = number.divideToIntegralValue(KIBI);
      unit++;
    }
    return number.toPlainString() + BINARY.get(unit);
  }

  private String inDecimal() {
    var number = value.setScale(FINEST, RoundingMode.CEILING).movePointRight(FINEST);
    var thousand = BigDecimal.valueOf(1000);
    var unit = 0;
    while (unit < DECIMAL.size() - 1 && number.remainder(thousand).signum() == 0) {
      number = number.divide(thousand);
      unit++;
    }
    return number.setScale(0).toPlainString() + DECIMAL.get(unit);
  }
}
