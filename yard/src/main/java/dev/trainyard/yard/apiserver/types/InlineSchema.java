package dev.trainyard.yard.apiserver.types;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// The schema of a built-in kind in one piece, as a definition would have it, for whoever checks a
/// manifest without a server. What all objects have in common is left to others.
public final class InlineSchema {

  /// Nothing for a kind the model does not have.
  public static Optional<ObjectNode> of(String group, String kind) {
    return BuiltInTypes.of(group, kind)
        .map(
            type -> {
              var schema = structure(type);
              schema.withObjectProperty("properties").putObject("metadata").put("type", "object");
              return schema;
            });
  }

  private static ObjectNode structure(StructType type) {
    var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    var properties = schema.putObject("properties");
    type.fields().forEach((name, field) -> properties.set(name, schema(field.shape())));
    return schema;
  }

  private static ObjectNode schema(Shape shape) {
    var schema = JsonNodeFactory.instance.objectNode();
    switch (shape) {
      case Shape.Text _ -> schema.put("type", "string");
      case Shape.WholeNumber _ -> schema.put("type", "integer");
      case Shape.Decimal() -> schema.put("type", "number");
      case Shape.Flag() -> schema.put("type", "boolean");
      case Shape.Amount(), Shape.NumberOrText() -> schema.put("x-kubernetes-int-or-string", true);
      case Shape.Anything() -> schema.put("x-kubernetes-preserve-unknown-fields", true);
      case Shape.ListOf(var element) -> schema.put("type", "array").set("items", schema(element));
      case Shape.MapOf(var value) ->
          schema.put("type", "object").set("additionalProperties", schema(value));
      case Shape.Structure(var type) -> schema.setAll(structure(type));
    }
    return schema;
  }

  private InlineSchema() {}
}
