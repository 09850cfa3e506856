package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Lays values over each other: a scalar replaces the one below, items are united by their keys,
/// and an item replaces the one of the same key as a whole.
final class Merge {

  /// A layer that says one of them says nothing of the other, and neither do those below.
  private static final List<String> NAMES = List.of("name", "namePrefix");

  /// They tell of who submits, and whether that one runs now.
  private static final List<String> NOT_INHERITED =
      List.of("username", "userId", "ingressUrl", "active");

  /// What a workload says together with its bases.
  ///
  /// @param bases nearest first
  static Layer together(Layer own, List<Layer> bases) {
    var values = own.values().objectNode();
    var deleted = new TreeMap<String, Set<String>>();
    for (var base : bases.reversed()) {
      lay(inheritable(base.values()), base.deleted(), values);
      note(base, deleted);
    }
    lay(own.values(), own.deleted(), values);
    note(own, deleted);
    return new Layer(own.usage(), own.baseWorkload(), values, deleted);
  }

  static ObjectNode over(ObjectNode below, Layer above) {
    var values = below.deepCopy();
    lay(above.values(), above.deleted(), values);
    return values;
  }

  private static ObjectNode inheritable(ObjectNode values) {
    return values.deepCopy().without(NOT_INHERITED);
  }

  private static void lay(ObjectNode above, Map<String, Set<String>> deleted, ObjectNode values) {
    deleted.forEach((field, keys) -> remove(field, keys, values));
    if (NAMES.stream().anyMatch(above::has)) {
      values.remove(NAMES);
    }
    above.properties().forEach(field -> set(field.getKey(), field.getValue().deepCopy(), values));
  }

  private static void set(String field, JsonNode value, ObjectNode values) {
    if (value instanceof ObjectNode items && values.get(field) instanceof ObjectNode below) {
      below.setAll(items);
    } else {
      values.set(field, value);
    }
  }

  private static void remove(String field, Set<String> keys, ObjectNode values) {
    if (values.get(field) instanceof ObjectNode items) {
      items.remove(keys);
      if (items.isEmpty()) {
        values.remove(field);
      }
    }
  }

  /// A layer that takes an item out speaks for those below it, until one above brings it back.
  private static void note(Layer layer, Map<String, Set<String>> deleted) {
    layer
        .values()
        .properties()
        .forEach(
            field -> {
              var gone = deleted.get(field.getKey());
              if (gone != null) {
                field.getValue().fieldNames().forEachRemaining(gone::remove);
              }
            });
    layer
        .deleted()
        .forEach(
            (field, keys) -> deleted.computeIfAbsent(field, _ -> new TreeSet<>()).addAll(keys));
  }

  private Merge() {}
}
