package dev.trainyard.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Unmodifiable copies that keep the order of the document they were read from.
public final class Copies {

  /// A key without a value (`Worker:`) means the empty value, as it does in Go.
  public static <V> Map<String, V> map(@Nullable Map<String, V> source, Supplier<V> whenEmpty) {
    var copy = new LinkedHashMap<String, V>();
    if (source != null) {
      source.forEach((key, value) -> copy.put(key, value == null ? whenEmpty.get() : value));
    }
    return Collections.unmodifiableMap(copy);
  }

  /// A list that is missing reads as an empty one.
  public static <E> List<E> list(String field, @Nullable List<E> source) {
    var copy = listIfAny(field, source);
    return copy == null ? List.of() : copy;
  }

  /// For lists that mean something else when they are empty than when they are missing.
  public static <E> @Nullable List<E> listIfAny(String field, @Nullable List<E> source) {
    if (source == null) {
      return null;
    }
    for (int i = 0; i < source.size(); i++) {
      if (source.get(i) == null) {
        throw new IllegalArgumentException(
            "%s[%d] is null; give it a value or remove it".formatted(field, i));
      }
    }
    return List.copyOf(source);
  }

  private Copies() {}
}
