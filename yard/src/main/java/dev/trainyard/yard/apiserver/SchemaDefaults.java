package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;

/// Fills in the defaults of a schema, from the outside in, so that a default may have defaults.
final class SchemaDefaults {

  static void fill(JsonNode value, JsonNode schema) {
    if (value instanceof ObjectNode object) {
      dropForbiddenNulls(object, schema);
      for (var property : schema.path("properties").properties()) {
        var fallback = property.getValue().path("default");
        if (!object.has(property.getKey()) && !fallback.isMissingNode()) {
          object.set(property.getKey(), fallback.deepCopy());
        }
      }
      object
          .properties()
          .forEach(field -> fill(field.getValue(), StructuralSchema.child(schema, field.getKey())));
    } else if (value.isArray()) {
      value.forEach(element -> fill(element, schema.path("items")));
    }
  }

  /// A null where the schema allows none means "not set".
  private static void dropForbiddenNulls(ObjectNode object, JsonNode schema) {
    var nulls = new ArrayList<String>();
    for (var field : object.properties()) {
      var known = StructuralSchema.child(schema, field.getKey());
      if (field.getValue().isNull() && known.isObject() && !known.path("nullable").asBoolean()) {
        nulls.add(field.getKey());
      }
    }
    object.remove(nulls);
  }

  private SchemaDefaults() {}
}
