package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.FieldType.Elements;
import dev.trainyard.yard.apiserver.fields.FieldType.Structure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts what is applied over what is there: parts with owners of their own one by one.
final class Merging {

  static ObjectNode of(ObjectNode live, ObjectNode applied, FieldType type) {
    return merged(live, applied, type) instanceof ObjectNode object
        ? object
        : JsonNodeFactory.instance.objectNode();
  }

  private static JsonNode merged(JsonNode live, JsonNode applied, FieldType type) {
    if (live.isMissingNode() || applied.isMissingNode()) {
      return applied.isMissingNode() ? live : applied;
    }
    return switch (type.of(applied)) {
      case Structure structure when !structure.whole() && holdsAny(live, applied) ->
          fields(live, applied, structure);
      case Elements elements when !elements.whole() && holdsAny(live, applied) ->
          elements(live, applied, elements).orElse(applied);
      case FieldType _ -> applied;
    };
  }

  /// Whether there are parts to merge; an empty list over an empty object stays what it is.
  private static boolean holdsAny(JsonNode live, JsonNode applied) {
    return !live.isEmpty() || !applied.isEmpty();
  }

  private static JsonNode fields(JsonNode live, JsonNode applied, Structure type) {
    var merged = JsonNodeFactory.instance.objectNode();
    for (var name : Values.names(live, applied)) {
      merged.set(name, merged(live.path(name), applied.path(name), type.type(name)));
    }
    return merged;
  }

  /// Elements that both have keep the order of the applied list; those that only the live list has
  /// stay behind the neighbour they had.
  private static Optional<JsonNode> elements(JsonNode live, JsonNode applied, Elements type) {
    var olds = Values.byStep(type, live);
    var news = Values.byStep(type, applied);
    if (olds.isEmpty() || news.isEmpty()) {
      return Optional.empty();
    }
    var merged = JsonNodeFactory.instance.arrayNode();
    for (var step : order(olds.get(), news.get())) {
      var now = news.get().getOrDefault(step, List.of());
      var old = olds.get().getOrDefault(step, List.of());
      if (now.isEmpty()) {
        old.forEach(merged::add);
      } else {
        var before = old.size() == 1 ? old.getFirst() : Values.NONE;
        merged.add(merged(before, now.getFirst(), type.element()));
      }
    }
    return Optional.of(merged);
  }

  private static List<Step> order(Map<Step, ?> live, Map<Step, ?> applied) {
    var lefts = List.copyOf(live.keySet());
    var rights = List.copyOf(applied.keySet());
    var shared = new ArrayList<>(rights);
    shared.retainAll(live.keySet());
    var order = new LinkedHashSet<Step>();
    int left = 0;
    int right = 0;
    int next = 0;
    while (left < lefts.size() || right < rights.size()) {
      while (next < shared.size() && order.contains(shared.get(next))) {
        next++;
      }
      if (left < lefts.size() && right < rights.size()) {
        if (lefts.get(left).equals(rights.get(right))) {
          order.add(lefts.get(left));
          left++;
          right++;
          continue;
        }
        if (applied.containsKey(lefts.get(left))
            && next < shared.size()
            && !shared.get(next).equals(lefts.get(left))) {
          left++;
          continue;
        }
      }
      if (left < lefts.size()) {
        if (!applied.containsKey(lefts.get(left))) {
          order.add(lefts.get(left));
          left++;
          continue;
        }
        if (order.contains(lefts.get(left))) {
          left++;
        }
      }
      if (right < rights.size()) {
        order.add(rights.get(right));
        right++;
      }
    }
    return List.copyOf(order);
  }

  private Merging() {}
}
