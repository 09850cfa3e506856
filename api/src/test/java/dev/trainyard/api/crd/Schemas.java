package dev.trainyard.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads schemas of definitions: their fields by path, and what an API server would refuse.
final class Schemas {

  /// Every schema below the root by its path, such as `spec.list[].map{}.field`.
  static Map<String, JsonNode> fields(JsonNode root) {
    var fields = new TreeMap<String, JsonNode>();
    collect("", root, fields);
    fields.remove("");
    return fields;
  }

  /// The rules of structural schemas that a generator can break.
  static List<String> violations(JsonNode root) {
    var violations = new ArrayList<String>();
    fields(root)
        .forEach(
            (path, schema) -> {
              var intOrString = schema.path("x-kubernetes-int-or-string").asBoolean();
              var anything = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
              if (intOrString == schema.has("type") && !anything) {
                violations.add(path + ": needs a type, unless it is int-or-string or anything");
              }
              if (schema.has("properties") && schema.has("additionalProperties")) {
                violations.add(path + ": has both properties and additionalProperties");
              }
              if (schema.path("type").asText().equals("array") && !schema.has("items")) {
                violations.add(path + ": is an array of nothing");
              }
              schema
                  .path("required")
                  .forEach(
                      name -> {
                        if (!schema.path("properties").has(name.asText())) {
                          violations.add("%s: requires unknown %s".formatted(path, name));
                        }
                      });
              schema
                  .path("x-kubernetes-list-map-keys")
                  .forEach(key -> keyViolation(path, schema.path("items"), key, violations));
            });
    return violations;
  }

  /// A list is a map only when each entry is sure to have the whole key.
  private static void keyViolation(
      String path, JsonNode items, JsonNode key, List<String> violations) {
    var required = false;
    for (var name : items.path("required")) {
      required |= name.equals(key);
    }
    if (!required && !items.path("properties").path(key.asText()).has("default")) {
      violations.add("%s: key %s is neither required nor defaulted".formatted(path, key));
    }
  }

  private static void collect(String path, JsonNode schema, Map<String, JsonNode> fields) {
    fields.put(path, schema);
    for (var property : schema.path("properties").properties()) {
      var name = property.getKey();
      collect(path.isEmpty() ? name : path + "." + name, property.getValue(), fields);
    }
    if (schema.get("items") instanceof ObjectNode items) {
      collect(path + "[]", items, fields);
    }
    if (schema.get("additionalProperties") instanceof ObjectNode values) {
      collect(path + "{}", values, fields);
    }
  }

  private Schemas() {}
}
