package dev.trainyard.integration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a yard keeps of Kubernetes' OpenAPI documents: the types that its kinds consist of, a line
/// for each, and apart from them what the documents say about their fields, which only people read.
final class KeptSchemas {

  private static final String REFERENCE = "#/components/schemas/";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private final Map<String, ObjectNode> types = new TreeMap<>();
  private final Map<String, ObjectNode> descriptions = new TreeMap<>();

  /// Keeps a kind with everything it consists of.
  ///
  /// @param document of where it is served
  void keep(JsonNode document, String group, String version, String kind) {
    var name =
        JsonNodeFactory.instance
            .objectNode()
            .put("group", group)
            .put("kind", kind)
            .put("version", version);
    var schemas = document.at("/components/schemas");
    for (var schema : schemas.properties()) {
      for (var known : schema.getValue().path("x-kubernetes-group-version-kind")) {
        if (known.equals(name)) {
          keep(schemas, schema.getKey());
          return;
        }
      }
    }
    throw new IllegalArgumentException("The documents have no " + name);
  }

  private void keep(JsonNode schemas, String name) {
    if (types.containsKey(name)) {
      return;
    }
    ObjectNode type = schemas.path(name).deepCopy();
    var texts = new TreeMap<String, JsonNode>();
    takeDescription(type, "", texts);
    for (var field : type.path("properties").properties()) {
      takeDescription((ObjectNode) field.getValue(), field.getKey(), texts);
    }
    types.put(name, type);
    var kept = JsonNodeFactory.instance.objectNode();
    texts.forEach(kept::set);
    descriptions.put(name, kept);
    for (var reference : type.findValuesAsText("$ref")) {
      if (reference.startsWith(REFERENCE)) {
        keep(schemas, reference.substring(REFERENCE.length()));
      }
    }
  }

  private static void takeDescription(ObjectNode schema, String field, Map<String, JsonNode> into) {
    if (schema.has("description")) {
      into.put(field, schema.remove("description"));
    }
  }

  String types() {
    return lines(types);
  }

  String descriptions() {
    return lines(descriptions);
  }

  private static String lines(Map<String, ObjectNode> objects) {
    return objects.entrySet().stream()
        .map(object -> "\"%s\":%s".formatted(object.getKey(), line(object.getValue())))
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  private static String line(ObjectNode object) {
    try {
      return JSON.writeValueAsString(JSON.treeToValue(object, Object.class));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
