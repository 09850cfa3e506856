package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/// JSON as the comparing of objects needs it: absence is a missing node, equal numbers are equal.
final class Values {

  static final JsonNode NONE = MissingNode.getInstance();

  private static final Comparator<JsonNode> BY_VALUE =
      (one, other) -> {
        if (one.equals(other)) {
          return 0;
        }
        return one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue())
            : 1;
      };

  static boolean same(JsonNode one, JsonNode other) {
    return one.equals(BY_VALUE, other);
  }

  /// The names that either object has, in the order of the first.
  static Set<String> names(JsonNode one, JsonNode other) {
    var names = new LinkedHashSet<String>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }

  static List<JsonNode> elements(JsonNode list) {
    return list.isArray()
        ? StreamSupport.stream(list.spliterator(), false).toList()
        : List.<JsonNode>of();
  }

  /// The elements by what tells them apart; nothing when one of them cannot be told.
  static Optional<Map<Step, List<JsonNode>>> byStep(FieldType.Elements type, JsonNode list) {
    var found = new LinkedHashMap<Step, List<JsonNode>>();
    for (var element : elements(list)) {
      var step = type.step(element);
      if (step.isEmpty()) {
        return Optional.empty();
      }
      found.computeIfAbsent(step.get(), _ -> new ArrayList<>()).add(element);
    }
    return Optional.of(found);
  }

  private Values() {}
}
