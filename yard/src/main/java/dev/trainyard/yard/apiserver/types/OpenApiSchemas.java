package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// Collects the OpenAPI schemas of types, each once under its own name.
public final class OpenApiSchemas {

  private static final String PLACE = "#/components/schemas/";

  private final ObjectNode schemas = JsonNodeFactory.instance.objectNode();

  /// Adds a built-in kind with everything it consists of, and names it.
  public Optional<String> add(String group, String kind) {
    var type = BuiltInTypes.of(group, kind);
    type.ifPresent(this::add);
    return type.map(StructType::qualifiedName);
  }

  /// Adds the metadata that all kinds have, and refers to it.
  public ObjectNode metadata() {
    return BuiltInTypes.of("", "ObjectMeta").map(this::reference).orElseThrow();
  }

  /// The schema of that name, to write to.
  public ObjectNode named(String name) {
    return schemas.withObjectProperty(name);
  }

  public ObjectNode all() {
    return schemas;
  }

  private void add(StructType type) {
    if (schemas.has(type.qualifiedName())) {
      return;
    }
    var schema = schemas.putObject(type.qualifiedName()).put("type", "object");
    var properties = schema.putObject("properties");
    type.fields()
        .forEach(
            (name, field) -> {
              var property = schema(field.shape());
              switch (field.merge()) {
                case MergeRule.ByKey(var key) ->
                    property
                        .put("x-kubernetes-patch-merge-key", key)
                        .put("x-kubernetes-patch-strategy", "merge");
                case MergeRule.AsSet() -> property.put("x-kubernetes-patch-strategy", "merge");
                case MergeRule.Replace() -> {
                  // What everything does that says nothing.
                }
              }
              properties.set(name, property);
            });
  }

  private ObjectNode reference(StructType type) {
    add(type);
    var reference = JsonNodeFactory.instance.objectNode();
    // Beside a reference nothing else may stand, so it is wrapped.
    reference.putArray("allOf").addObject().put("$ref", PLACE + type.qualifiedName());
    return reference;
  }

  private ObjectNode schema(Shape shape) {
    var schema = JsonNodeFactory.instance.objectNode();
    switch (shape) {
      case Shape.Text(var format) -> formatted(schema.put("type", "string"), format);
      case Shape.WholeNumber(var format) -> formatted(schema.put("type", "integer"), format);
      case Shape.Decimal() -> formatted(schema.put("type", "number"), "double");
      case Shape.Flag() -> schema.put("type", "boolean");
      case Shape.Amount() -> schema.put("type", "string");
      case Shape.NumberOrText() -> {
        schema.put("x-kubernetes-int-or-string", true);
        var either = schema.putArray("oneOf");
        either.addObject().put("type", "integer");
        either.addObject().put("type", "string");
      }
      case Shape.Anything() ->
          schema.put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
      case Shape.ListOf(var element) -> schema.put("type", "array").set("items", schema(element));
      case Shape.MapOf(var value) ->
          schema.put("type", "object").set("additionalProperties", schema(value));
      case Shape.Structure(var type) -> schema.setAll(reference(type));
    }
    return schema;
  }

  private static void formatted(ObjectNode schema, String format) {
    if (!format.isEmpty()) {
      schema.put("format", format);
    }
  }
}
