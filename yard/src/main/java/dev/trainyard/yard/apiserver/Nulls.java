package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;

/// What a null means in a built-in kind: a field that is not set. An element of a list and a value
/// of a map are there all the same, and are what Go begins with.
final class Nulls {

  /// Settles all nulls of a value, in place.
  static void settle(JsonNode value, JsonNode schema) {
    switch (value) {
      case ObjectNode object -> settleObject(object, schema);
      case ArrayNode array -> settleArray(array, schema.path("items"));
      default -> {
        // A plain value has none.
      }
    }
  }

  private static void settleObject(ObjectNode object, JsonNode schema) {
    var unset = new ArrayList<String>();
    for (var field : object.properties()) {
      var known = StructuralSchema.child(schema, field.getKey());
      if (!known.isObject()) {
        continue;
      }
      if (!field.getValue().isNull()) {
        settle(field.getValue(), known);
      } else if (schema.path("properties").has(field.getKey())) {
        unset.add(field.getKey());
      } else {
        field.setValue(first(known));
      }
    }
    object.remove(unset);
  }

  private static void settleArray(ArrayNode array, JsonNode items) {
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i).isNull()) {
        array.set(i, first(items));
      } else {
        settle(array.get(i), items);
      }
    }
  }

  private static JsonNode first(JsonNode schema) {
    return switch (schema.path("type").asText("")) {
      case "object" -> Json.object();
      case "array" -> Json.MAPPER.createArrayNode();
      case "string" -> TextNode.valueOf("");
      case "quantity" -> TextNode.valueOf("0");
      case "integer", "number" -> IntNode.valueOf(0);
      case "boolean" -> BooleanNode.FALSE;
      default -> Json.MAPPER.nullNode();
    };
  }

  private Nulls() {}
}
