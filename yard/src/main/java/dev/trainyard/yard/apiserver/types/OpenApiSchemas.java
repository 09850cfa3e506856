package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// Collects the OpenAPI schemas of types, each once under its own name, with their descriptions.
public final class OpenApiSchemas {

  static final String METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

  private final ObjectNode schemas = JsonNodeFactory.instance.objectNode();
  private final ObjectNode descriptions = BuiltInTypes.descriptions();

  /// Adds a built-in kind with everything it consists of, and names it.
  public Optional<String> add(String group, String version, String kind) {
    var name = BuiltInTypes.get().name(group, version, kind);
    name.ifPresent(this::add);
    return name;
  }

  /// Adds the metadata that all kinds have, and refers to it.
  public ObjectNode metadata() {
    add(METADATA);
    var reference = JsonNodeFactory.instance.objectNode();
    // Beside a reference nothing else may stand, so it is wrapped.
    reference.putArray("allOf").addObject().put("$ref", BuiltInTypes.REFERENCE + METADATA);
    return reference;
  }

  /// The schema of that name, to write to.
  public ObjectNode named(String name) {
    return schemas.withObjectProperty(name);
  }

  public ObjectNode all() {
    return schemas;
  }

  private void add(String name) {
    if (schemas.has(name)) {
      return;
    }
    var texts = descriptions.path(name);
    ObjectNode schema = BuiltInTypes.get().documented(name).deepCopy();
    describe(schema, texts.path(""));
    schema
        .path("properties")
        .properties()
        .forEach(field -> describe((ObjectNode) field.getValue(), texts.path(field.getKey())));
    schemas.set(name, schema);
    for (var reference : schema.findValuesAsText("$ref")) {
      if (reference.startsWith(BuiltInTypes.REFERENCE)) {
        add(reference.substring(BuiltInTypes.REFERENCE.length()));
      }
    }
  }

  private static void describe(ObjectNode schema, JsonNode text) {
    if (text.isTextual()) {
      schema.set("description", text);
    }
  }
}
