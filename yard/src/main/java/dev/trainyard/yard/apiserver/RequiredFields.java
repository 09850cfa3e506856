package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.StructuralSchema.join;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// The fields a built-in kind must have. To Kubernetes' own kinds an empty text or list is the same
/// as none, a number or flag that is not there is zero or false, and of an object that is not there
/// only what it must consist of is missing.
final class RequiredFields {

  private final List<Violation> missing = new ArrayList<>();

  /// Nothing is demanded of a status or of the metadata, which have rules of their own.
  static List<Violation> missing(ObjectNode object, JsonNode schema) {
    var fields = new RequiredFields();
    for (var property : schema.path("properties").properties()) {
      var name = property.getKey();
      if (!name.equals("status") && !name.equals("metadata")) {
        fields.field(object.path(name), property.getValue(), name, requires(schema, name));
      }
    }
    return fields.missing;
  }

  private static boolean requires(JsonNode schema, String name) {
    for (var required : schema.path("required")) {
      if (required.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private void field(JsonNode value, JsonNode schema, String path, boolean required) {
    if (value.isObject()) {
      object(value, schema, path);
    } else if (value.isArray() && !value.isEmpty()) {
      for (int i = 0; i < value.size(); i++) {
        field(value.get(i), schema.path("items"), path + "[" + i + "]", false);
      }
    } else if (required) {
      switch (schema.path("type").asText("")) {
        // A value may be empty: of a header, for one.
        case "string" -> require(path.endsWith(".value") || !value.asText("").isEmpty(), path);
        case "array" -> require(false, path);
        case "object" -> object(MissingNode.getInstance(), schema, path);
        default -> {
          // Zero and false are values.
        }
      }
    }
  }

  private void object(JsonNode object, JsonNode schema, String path) {
    for (var name : schema.path("required")) {
      var field = name.asText();
      var value = object.path(field);
      if (!filled(value)) {
        field(value, schema.path("properties").path(field), join(path, field), true);
      }
    }
    for (var field : object.properties()) {
      if (filled(field.getValue())) {
        var known = StructuralSchema.child(schema, field.getKey());
        field(field.getValue(), known, join(path, field.getKey()), false);
      }
    }
  }

  private static boolean filled(JsonNode value) {
    return value.isObject() || (value.isArray() && !value.isEmpty());
  }

  private void require(boolean there, String path) {
    if (!there) {
      missing.add(Violation.required(path, ""));
    }
  }

  private RequiredFields() {}
}
