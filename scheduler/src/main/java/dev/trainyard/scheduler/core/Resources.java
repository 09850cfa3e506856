package dev.trainyard.scheduler.core;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/// Exact amounts of resources by name, in base units (cores, bytes, devices). Zero is absence.
public record Resources(SortedMap<String, BigDecimal> amounts) {

  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
  public static final String PODS = "pods";

  public static final Resources NONE = new Resources(Collections.emptySortedMap());

  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
  private static final List<String> BINARY_SUFFIXES = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi");

  /// Devices first, because they are what people wait for; the count of pods last.
  private static final Comparator<String> BY_SCARCITY =
      Comparator.comparingInt(Resources::scarcity).thenComparing(Comparator.naturalOrder());

  public Resources {
    var kept = new TreeMap<String, BigDecimal>(BY_SCARCITY);
    amounts.forEach(
        (name, amount) -> {
          if (amount.signum() != 0) {
            kept.put(name, amount.stripTrailingZeros());
          }
        });
    amounts = Collections.unmodifiableSortedMap(kept);
  }

  public static Resources of(Map<String, Quantity> quantities) {
    var amounts = new TreeMap<String, BigDecimal>();
    quantities.forEach((name, quantity) -> amounts.put(name, quantity.getNumericalAmount()));
    return new Resources(amounts);
  }

  public BigDecimal amount(String name) {
    return amounts.getOrDefault(name, BigDecimal.ZERO);
  }

  public Resources plus(Resources other) {
    return merge(other, BigDecimal::add);
  }

  public Resources minus(Resources other) {
    var negated = new TreeMap<String, BigDecimal>();
    other.amounts.forEach((name, amount) -> negated.put(name, amount.negate()));
    return plus(new Resources(negated));
  }

  /// The larger amount of each.
  public Resources max(Resources other) {
    return merge(other, BigDecimal::max);
  }

  /// These amounts, replaced by the other's where the other has one.
  public Resources overriddenBy(Resources other) {
    return merge(other, (_, replacement) -> replacement);
  }

  /// The first resource, the scarcest kind first, of which less is available than this asks for.
  public Optional<String> lackingIn(Resources available) {
    return amounts.entrySet().stream()
        .filter(wanted -> wanted.getValue().compareTo(available.amount(wanted.getKey())) > 0)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /// An amount as people write it: `1500m`, `2`, `512Mi`.
  public static String text(String name, BigDecimal amount) {
    return switch (name) {
      case CPU -> cores(amount);
      case MEMORY, EPHEMERAL_STORAGE -> bytes(amount);
      default -> name.startsWith("hugepages-") ? bytes(amount) : plain(amount);
    };
  }

  private static String cores(BigDecimal amount) {
    return isWhole(amount) ? plain(amount) : plain(amount.multiply(THOUSAND)) + "m";
  }

  private static String bytes(BigDecimal amount) {
    var rest = amount;
    var power = 0;
    while (rest.signum() != 0
        && rest.remainder(KIBI).signum() == 0
        && power < BINARY_SUFFIXES.size() - 1) {
      rest = rest.divide(KIBI, RoundingMode.UNNECESSARY);
      power++;
    }
    return plain(rest) + BINARY_SUFFIXES.get(power);
  }

  private static boolean isWhole(BigDecimal amount) {
    return amount.remainder(BigDecimal.ONE).signum() == 0;
  }

  private static String plain(BigDecimal amount) {
    return amount.signum() == 0 ? "0" : amount.stripTrailingZeros().toPlainString();
  }

  private static int scarcity(String name) {
    return switch (name) {
      case CPU -> 1;
      case MEMORY -> 2;
      case PODS -> 4;
      default -> name.contains("/") ? 0 : 3;
    };
  }

  private Resources merge(Resources other, BinaryOperator<BigDecimal> how) {
    var merged = new TreeMap<>(amounts);
    other.amounts.forEach((name, amount) -> merged.merge(name, amount, how));
    return new Resources(merged);
  }
}
