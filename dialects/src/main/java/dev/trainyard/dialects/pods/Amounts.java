package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a container asks for and may use.
public final class Amounts {

  private static final Pattern QUANTITY =
      Pattern.compile(
          "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)"
              + "(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?[0-9]{1,2})?");

  /// Longer ones are slips of the finger, and dear to compute with.
  private static final int MAX_TEXT = 64;

  private static final Set<String> OWN = Set.of("cpu", "memory", "ephemeral-storage");
  private static final String PAGES = "hugepages-";

  public static void check(
      String at, @Nullable ResourceRequirements resources, List<Problem> problems) {
    if (resources == null) {
      return;
    }
    var limits = nonNull(resources.getLimits());
    var requests = nonNull(resources.getRequests());
    limits.forEach((name, amount) -> amount(at + ".limits", name, amount, problems));
    requests.forEach((name, amount) -> amount(at + ".requests", name, amount, problems));
    requests.forEach((name, amount) -> againstLimit(at, name, amount, limits.get(name), problems));
  }

  /// What a text amounts to, if it is a quantity.
  public static Optional<BigDecimal> parse(String text) {
    return wellFormed(text) ? Optional.of(value(new Quantity(text))) : Optional.empty();
  }

  /// A quantity that is there must be one, and not less than nothing.
  static Optional<Problem> quantity(String at, @Nullable Quantity amount) {
    if (amount == null) {
      return Optional.empty();
    }
    var text = text(amount);
    if (!wellFormed(text)) {
      return Optional.of(Problem.invalid(at, text, "must be a quantity such as 500m, 2 or 1.5Gi"));
    }
    return value(amount).signum() < 0
        ? Optional.of(Problem.invalid(at, text, "must not be negative"))
        : Optional.empty();
  }

  private static void amount(
      String at, String name, @Nullable Quantity amount, List<Problem> problems) {
    var here = "%s[%s]".formatted(at, name);
    resource(here, name).ifPresent(problems::add);
    if (amount == null) {
      problems.add(Problem.required(here, "say how much"));
      return;
    }
    var wrong = quantity(here, amount);
    wrong.ifPresent(problems::add);
    if (wrong.isEmpty() && indivisible(name) && !whole(value(amount))) {
      problems.add(Problem.invalid(here, text(amount), "must be an integer"));
    }
  }

  private static Optional<Problem> resource(String at, String name) {
    if (OWN.contains(name) || name.startsWith(PAGES)) {
      return Optional.empty();
    }
    if (!name.contains("/")) {
      return Optional.of(
          Problem.invalid(
              at,
              name,
              "must be cpu, memory, ephemeral-storage or a device with its domain, such as"
                  + " nvidia.com/gpu"));
    }
    // The quota for a device is named requests.<name>, which must be a key too.
    boolean good =
        Names.isKey(name)
            && (ofKubernetes(name)
                || (Names.isKey("requests." + name) && !name.startsWith("requests.")));
    return good
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(at, name, "must be a device with its domain, such as nvidia.com/gpu"));
  }

  private static void againstLimit(
      String at,
      String name,
      @Nullable Quantity request,
      @Nullable Quantity limit,
      List<Problem> problems) {
    var here = "%s.requests[%s]".formatted(at, name);
    if (request == null || !wellFormed(text(request))) {
      return;
    }
    if (limit == null) {
      if (indivisible(name)) {
        problems.add(
            Problem.invalid(
                here, text(request), "limits must name %s as well, and equally".formatted(name)));
      }
      return;
    }
    if (!wellFormed(text(limit))) {
      return;
    }
    int difference = value(request).compareTo(value(limit));
    if (difference > 0 || (indivisible(name) && difference != 0)) {
      problems.add(
          Problem.invalid(
              here,
              text(request),
              indivisible(name)
                  ? "must be equal to the limit %s".formatted(text(limit))
                  : "must be no more than the limit %s".formatted(text(limit))));
    }
  }

  /// Devices and huge pages are handed out whole, and nobody else gets them.
  private static boolean indivisible(String name) {
    return (name.contains("/") && !ofKubernetes(name)) || name.startsWith(PAGES);
  }

  private static boolean ofKubernetes(String name) {
    return name.contains("kubernetes.io/");
  }

  private static boolean whole(BigDecimal value) {
    return value.stripTrailingZeros().scale() <= 0;
  }

  private static boolean wellFormed(String text) {
    return text.length() <= MAX_TEXT && QUANTITY.matcher(text).matches();
  }

  private static BigDecimal value(Quantity amount) {
    return amount.getNumericalAmount();
  }

  private static String text(Quantity amount) {
    return nonNull(amount.getAmount()) + nonNull(amount.getFormat());
  }

  private static String nonNull(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static Map<String, Quantity> nonNull(@Nullable Map<String, Quantity> amounts) {
    return amounts == null ? Map.of() : amounts;
  }

  private Amounts() {}
}
