package dev.trainyard.dialects.pods;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Label selectors as a resource has them.
public final class Selectors {

  /// A selector that asks for nothing selects nothing.
  public static boolean selects(@Nullable Object selector, Map<String, String> labels) {
    if (!(selector instanceof Map<?, ?> parts)) {
      return false;
    }
    var wanted = parts.get("matchLabels") instanceof Map<?, ?> map ? map : Map.of();
    var rules = parts.get("matchExpressions") instanceof List<?> list ? list : List.of();
    return !(wanted.isEmpty() && rules.isEmpty())
        && wanted.entrySet().stream()
            .allMatch(label -> label.getValue().equals(labels.get("" + label.getKey())))
        && rules.stream().allMatch(rule -> holds(rule, labels));
  }

  private static boolean holds(@Nullable Object rule, Map<String, String> labels) {
    if (!(rule instanceof Map<?, ?> parts)) {
      return false;
    }
    var value = labels.get("" + parts.get("key"));
    var values = parts.get("values") instanceof List<?> list ? list : List.of();
    return switch ("" + parts.get("operator")) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }

  private Selectors() {}
}
