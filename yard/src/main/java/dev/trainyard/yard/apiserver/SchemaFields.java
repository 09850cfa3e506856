package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Drops the fields a schema does not know.
final class SchemaFields {

  static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final Set<String> OF_EVERY_OBJECT = Set.of("apiVersion", "kind", "metadata");

  private final List<String> dropped = new ArrayList<>();

  /// Prunes in place and answers the paths of what is gone.
  static List<String> prune(JsonNode value, JsonNode schema) {
    var fields = new SchemaFields();
    fields.walk(value, schema, "", true);
    return fields.dropped;
  }

  private void walk(JsonNode value, JsonNode schema, String path, boolean resource) {
    if (value.isObject()) {
      object((ObjectNode) value, schema, path, resource);
    } else if (value.isArray()) {
      var items = schema.path("items");
      for (int i = 0; i < value.size(); i++) {
        var at = "%s[%d]".formatted(path, i);
        walk(value.get(i), items, at, items.path(EMBEDDED).asBoolean());
      }
    }
  }

  private void object(ObjectNode object, JsonNode schema, String path, boolean resource) {
    var preserve = schema.path(PRESERVE).asBoolean();
    var anyName = schema.path("additionalProperties").asBoolean(false);
    for (var name : names(object)) {
      if (resource && OF_EVERY_OBJECT.contains(name)) {
        continue;
      }
      var field = StructuralSchema.child(schema, name);
      if (field.isObject()) {
        walk(
            object.get(name),
            field,
            StructuralSchema.join(path, name),
            field.path(EMBEDDED).asBoolean());
      } else if (!preserve && !anyName) {
        dropped.add(StructuralSchema.join(path, name));
        object.remove(name);
      }
    }
  }

  private static List<String> names(ObjectNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private SchemaFields() {}
}
