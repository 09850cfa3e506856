package dev.trainyard.dialects.pods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What pods ask for.
public final class Requests {

  /// Init containers run before the others, and one after the other.
  public static Map<String, Quantity> of(PodSpec pod) {
    var needs = new TreeMap<String, Quantity>();
    pod.getContainers().forEach(one -> of(one).forEach((name, amount) -> add(needs, name, amount)));
    pod.getInitContainers()
        .forEach(one -> of(one).forEach((name, amount) -> raise(needs, name, amount)));
    return needs;
  }

  /// A GPU is often given as a limit alone.
  public static Map<String, Quantity> of(Container container) {
    var needs = new TreeMap<String, Quantity>();
    Optional.ofNullable(container.getResources())
        .ifPresent(
            resources -> {
              Optional.ofNullable(resources.getLimits()).ifPresent(needs::putAll);
              Optional.ofNullable(resources.getRequests()).ifPresent(needs::putAll);
            });
    return needs;
  }

  public static boolean usesGpus(Container container) {
    return of(container).keySet().stream()
        .anyMatch(name -> name.toLowerCase(Locale.ROOT).contains("gpu"));
  }

  public static void add(Map<String, Quantity> sum, String name, Quantity amount) {
    sum.merge(name, amount, (one, other) -> amount(one, number(one).add(number(other))));
  }

  private static void raise(Map<String, Quantity> most, String name, Quantity amount) {
    most.merge(
        name, amount, (one, other) -> number(other).compareTo(number(one)) > 0 ? other : one);
  }

  public static Quantity times(Quantity amount, int factor) {
    return amount(amount, number(amount).multiply(BigDecimal.valueOf(factor)));
  }

  private static BigDecimal number(Quantity quantity) {
    return quantity.getNumericalAmount();
  }

  /// Kubernetes writes no fractions: half of one is 500m.
  private static Quantity amount(Quantity like, BigDecimal number) {
    boolean fraction = number.stripTrailingZeros().scale() > 0;
    return Quantity.fromNumericalAmount(
        number, fraction && like.getFormat().isEmpty() ? "m" : like.getFormat());
  }

  private Requests() {}
}
