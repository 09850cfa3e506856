package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// Computed amounts, written as people would.
final class Amount {

  private static final BigDecimal KILO = BigDecimal.valueOf(1024);
  private static final List<String> SUFFIXES = List.of("Ki", "Mi", "Gi", "Ti", "Pi");

  static BigDecimal of(String quantity) {
    return Quantity.parse(quantity).getNumericalAmount();
  }

  /// Up to the next millicore.
  static Quantity cpu(BigDecimal cores) {
    var millis = cores.movePointRight(3).setScale(0, RoundingMode.CEILING);
    var whole = millis.movePointLeft(3).stripTrailingZeros();
    return whole.scale() <= 0
        ? new Quantity(whole.toPlainString())
        : new Quantity(millis.toPlainString(), "m");
  }

  /// Up to the next byte, in the largest unit that leaves nothing over.
  static Quantity memory(BigDecimal amount) {
    var bytes = amount.setScale(0, RoundingMode.CEILING);
    var unit = "";
    for (var suffix : SUFFIXES) {
      if (bytes.signum() == 0 || bytes.remainder(KILO).signum() != 0) {
        break;
      }
      bytes = bytes.divide(KILO);
      unit = suffix;
    }
    return new Quantity(bytes.toPlainString(), unit);
  }

  private Amount() {}
}
