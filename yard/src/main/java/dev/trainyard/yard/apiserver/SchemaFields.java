package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.types.BuiltInTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Finds, and drops, the fields a schema does not know.
final class SchemaFields {

  static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final Set<String> OF_EVERY_OBJECT = Set.of("apiVersion", "kind", "metadata");

  private final List<String> unknown = new ArrayList<>();
  private final boolean drops;

  private SchemaFields(boolean drops) {
    this.drops = drops;
  }

  /// The paths of all that a schema does not know.
  static List<String> unknown(JsonNode value, JsonNode schema) {
    return new SchemaFields(false).look(value, schema);
  }

  /// Prunes in place.
  static void prune(JsonNode value, JsonNode schema) {
    new SchemaFields(true).look(value, schema);
  }

  private List<String> look(JsonNode value, JsonNode schema) {
    walk(value, schema, "", true);
    return unknown;
  }

  private void walk(JsonNode value, JsonNode schema, String path, boolean resource) {
    if (value.isObject()) {
      object((ObjectNode) value, schema, path, resource);
    } else if (value.isArray()) {
      var items = schema.path("items");
      for (int i = 0; i < value.size(); i++) {
        var at = path + "[" + i + "]";
        walk(value.get(i), items, at, items.path(EMBEDDED).asBoolean());
      }
    }
  }

  private void object(ObjectNode object, JsonNode schema, String path, boolean resource) {
    var preserve = schema.path(PRESERVE).asBoolean();
    var anyName = schema.path("additionalProperties").asBoolean(false);
    for (var name : names(object)) {
      var field = StructuralSchema.child(schema, name);
      // What a definition says of metadata is no list of its fields.
      if (resource && OF_EVERY_OBJECT.contains(name) && !field.has(BuiltInTypes.GO_TYPE)) {
        continue;
      }
      if (field.isObject()) {
        walk(
            object.get(name),
            field,
            StructuralSchema.join(path, name),
            field.path(EMBEDDED).asBoolean());
      } else if (!preserve && !anyName) {
        unknown.add(StructuralSchema.join(path, name));
        if (drops) {
          object.remove(name);
        }
      }
    }
  }

  private static List<String> names(ObjectNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
