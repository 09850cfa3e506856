package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Function;

/// Patches that know their types: lists of objects merge by a key instead of being replaced.
///
/// A patch may carry orders beside the fields: `$patch` (replace or delete), `$retainKeys`,
/// `$setElementOrder/…` and `$deleteFromPrimitiveList/…`.
public final class StrategicMerge {

  private static final String ORDER = "$setElementOrder/";
  private static final String REMOVE = "$deleteFromPrimitiveList/";
  private static final String DIRECTIVE = "$patch";
  private static final String RETAIN = "$retainKeys";
  private static final String STRATEGY = "x-kubernetes-patch-strategy";
  private static final String KEY = "x-kubernetes-patch-merge-key";

  /// Changes the object and returns it.
  ///
  /// @param schema the kind's, as `BuiltInTypes` has it
  public static ObjectNode apply(JsonNode schema, ObjectNode object, ObjectNode patch) {
    return mergeObject(object, patch, schema);
  }

  private static ObjectNode mergeObject(ObjectNode object, ObjectNode patch, JsonNode schema) {
    switch (patch.path(DIRECTIVE).asText("merge")) {
      case "merge" -> {}
      case "replace" -> object.removeAll();
      case "delete" -> {
        return object.removeAll();
      }
      default ->
          throw new IllegalArgumentException(
              "$patch: \"%s\" is not one of merge, replace, delete"
                  .formatted(patch.path(DIRECTIVE).asText()));
    }
    retain(object, patch.path(RETAIN));
    for (var change : patch.properties()) {
      var name = change.getKey();
      if (name.startsWith(REMOVE)) {
        removeValues(object.path(name.substring(REMOVE.length())), change.getValue());
      } else if (!name.startsWith("$")) {
        mergeField(object, name, change.getValue(), schema);
      }
    }
    for (var change : patch.properties()) {
      if (change.getKey().startsWith(ORDER)) {
        var name = change.getKey().substring(ORDER.length());
        order(object.path(name), change.getValue(), key(child(schema, name)));
      }
    }
    return object;
  }

  private static void retain(ObjectNode object, JsonNode names) {
    if (names.isArray()) {
      var kept = new HashSet<String>();
      names.forEach(name -> kept.add(name.asText()));
      object.retain(kept);
    }
  }

  private static void mergeField(ObjectNode object, String name, JsonNode change, JsonNode schema) {
    var existing = object.path(name);
    switch (change) {
      case ObjectNode patch when strategy(child(schema, name)).equals("replace") ->
          object.set(name, patch.deepCopy());
      case ObjectNode patch ->
          object.set(
              name,
              mergeObject(
                  existing instanceof ObjectNode old ? old : JsonNodeFactory.instance.objectNode(),
                  patch,
                  child(schema, name)));
      case ArrayNode patch ->
          object.set(
              name,
              mergeList(
                  existing instanceof ArrayNode old ? old : JsonNodeFactory.instance.arrayNode(),
                  patch,
                  child(schema, name)));
      default -> {
        if (change.isNull()) {
          object.remove(name);
        } else {
          object.set(name, change);
        }
      }
    }
  }

  private static ArrayNode mergeList(ArrayNode list, ArrayNode patch, JsonNode schema) {
    if (!strategy(schema).contains("merge")) {
      return patch.deepCopy();
    }
    var key = key(schema);
    if (key.isPresent()) {
      return mergeByKey(list, patch, key.get(), schema.path("items"));
    }
    for (var value : patch) {
      if (index(list, value::equals).isEmpty()) {
        list.add(value);
      }
    }
    return list;
  }

  private static String strategy(JsonNode schema) {
    return schema.path(STRATEGY).asText("");
  }

  /// What tells the elements of a list of objects apart; nothing for a list of plain values.
  private static Optional<String> key(JsonNode schema) {
    return Optional.of(schema.path(KEY)).filter(JsonNode::isTextual).map(JsonNode::asText);
  }

  private static ArrayNode mergeByKey(
      ArrayNode list, ArrayNode patch, String key, JsonNode element) {
    for (var order : patch) {
      if (order.path(DIRECTIVE).asText("").equals("replace") && !order.has(key)) {
        list.removeAll();
      }
    }
    for (var change : patch) {
      if (!(change instanceof ObjectNode item) || !item.has(key)) {
        if (change.has(DIRECTIVE)) {
          continue;
        }
        throw new IllegalArgumentException(
            "map: %s does not contain declared merge key: %s".formatted(change, key));
      }
      var at = index(list, old -> old.path(key).asText().equals(item.path(key).asText()));
      var delete = item.path(DIRECTIVE).asText("").equals("delete");
      if (delete) {
        at.ifPresent(list::remove);
      } else if (at.isPresent() && list.get(at.get()) instanceof ObjectNode old) {
        mergeObject(old, item, element);
      } else {
        list.add(mergeObject(JsonNodeFactory.instance.objectNode(), item, element));
      }
    }
    return list;
  }

  private static void removeValues(JsonNode list, JsonNode values) {
    if (list instanceof ArrayNode array) {
      for (var value : values) {
        index(array, value::equals).ifPresent(array::remove);
      }
    }
  }

  /// Puts the elements that the patch names into its order; all others stay where they are.
  private static void order(JsonNode list, JsonNode order, Optional<String> key) {
    if (!(list instanceof ArrayNode array) || !order.isArray()) {
      return;
    }
    Function<JsonNode, String> identity =
        key.<Function<JsonNode, String>>map(name -> node -> node.path(name).asText())
            .orElse(JsonNode::asText);
    var wanted = new ArrayList<JsonNode>();
    for (var place : order) {
      index(array, node -> identity.apply(node).equals(identity.apply(place)))
          .ifPresent(at -> wanted.add(array.get(at)));
    }
    var next = wanted.iterator();
    var ordered = new ArrayList<JsonNode>();
    for (var node : array) {
      ordered.add(wanted.contains(node) && next.hasNext() ? next.next() : node);
    }
    array.removeAll().addAll(ordered);
  }

  private static Optional<Integer> index(ArrayNode list, Function<JsonNode, Boolean> wanted) {
    for (int i = 0; i < list.size(); i++) {
      if (wanted.apply(list.get(i))) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static JsonNode child(JsonNode schema, String name) {
    var property = schema.path("properties").path(name);
    return property.isObject() ? property : schema.path("additionalProperties");
  }

  private StrategicMerge() {}
}
