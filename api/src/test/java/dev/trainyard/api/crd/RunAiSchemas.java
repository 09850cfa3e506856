package dev.trainyard.api.crd;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.Member;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import java.util.function.Function;

/// Schemas made from the catalogue. They show every shape and take in more than is right: what is
/// unknown or mistyped has to reach our own rules, which name all of it at once and say what to do.
final class RunAiSchemas {

  static ObjectNode workload() {
    var spec = spec(RunAiSchemas::field);
    spec.withObject("/properties/active").withObject("default").put("value", true);
    return spec;
  }

  static ObjectNode policy() {
    return spec(RunAiSchemas::ruled);
  }

  private static ObjectNode spec(Function<Field, ObjectNode> schema) {
    var spec = open("");
    var properties = spec.putObject("properties");
    for (var field : Catalogue.fields()) {
      properties.set(field.name(), schema.apply(field));
      field
          .aliases()
          .forEach(
              alias ->
                  properties.set(
                      alias,
                      schema
                          .apply(field)
                          .put("description", "The same as %s.".formatted(field.name()))));
    }
    return spec;
  }

  private static ObjectNode field(Field field) {
    return switch (field.shape()) {
      case Shape.Bare() ->
          JsonNodeFactory.instance
              .objectNode()
              .put("description", field.description())
              .put("type", "string")
              .put("nullable", true);
      case Shape.Scalar(var type) -> {
        var schema = open(field.description());
        schema.putObject("properties").set("value", value(type, "Its value."));
        yield schema;
      }
      case Shape.Texts() ->
          itemized(field.description(), value(ValueType.STRING, "The text."), marks());
      case Shape.Items items -> itemized(field.description(), members(items), marks());
    };
  }

  /// A policy's value has rules beside it.
  private static ObjectNode ruled(Field field) {
    var rules = rules();
    return switch (field.shape()) {
      case Shape.Bare() -> open(field.description());
      case Shape.Scalar(var type) -> {
        var schema = open(field.description());
        schema
            .putObject("properties")
            .<ObjectNode>set("value", value(type, "The default."))
            .set("rules", rules);
        yield schema;
      }
      case Shape.Texts() -> {
        var beside = JsonNodeFactory.instance.objectNode();
        beside.set("rules", rules);
        var schema = itemized(field.description(), value(ValueType.STRING, "The default."), beside);
        schema.withObject("properties").set("rules", rules());
        yield schema;
      }
      case Shape.Items items -> {
        var beside = JsonNodeFactory.instance.objectNode();
        beside.set("rules", rules);
        var schema = itemized(field.description(), members(items), beside);
        var properties = schema.withObject("properties");
        properties.set("rules", rules());
        properties.set("itemRules", open("The rules of each member."));
        yield schema;
      }
    };
  }

  private static ObjectNode itemized(String description, ObjectNode value, ObjectNode beside) {
    var schema = open(description);
    var items = schema.putObject("properties").putObject("items");
    items
        .put("description", "The items by their keys.")
        .put("type", "object")
        .put("nullable", true);
    var item = open("");
    item.putObject("properties").<ObjectNode>set("value", value).setAll(beside);
    items.set("additionalProperties", item);
    return schema;
  }

  private static ObjectNode members(Shape.Items items) {
    var schema = open("What the item is.");
    var properties = schema.putObject("properties");
    for (Member member : items.members()) {
      properties.set(member.name(), value(member.type(), member.description()));
      member
          .aliases()
          .forEach(
              alias ->
                  properties.set(
                      alias, value(member.type(), "The same as %s.".formatted(member.name()))));
    }
    return schema;
  }

  private static ObjectNode marks() {
    var marks = JsonNodeFactory.instance.objectNode();
    marks.set("deleted", value(ValueType.BOOLEAN, "Takes an inherited item out."));
    marks.set("exclude", value(ValueType.BOOLEAN, "The same as deleted."));
    return marks;
  }

  /// They are the same everywhere, and a definition has a limit to its size.
  private static ObjectNode rules() {
    return open(
        "What workloads may say: required, canEdit, min, max, step, options, canAdd, canRemove and"
            + " defaultFrom.");
  }

  private static ObjectNode value(ValueType type, String description) {
    return switch (type) {
      case STRING ->
          JsonNodeFactory.instance
              .objectNode()
              .put("description", description)
              .put("type", "string")
              .put("nullable", true);
      case INTEGER ->
          JsonNodeFactory.instance
              .objectNode()
              .put("description", description)
              .put("nullable", true)
              .put("x-kubernetes-int-or-string", true);
      // No schema has a type for what may also be written as a string.
      case BOOLEAN, AMOUNT -> anything("%s It is %s.".formatted(description, type.words()));
      case STRINGS -> {
        var list =
            JsonNodeFactory.instance
                .objectNode()
                .put("description", description)
                .put("type", "array")
                .put("nullable", true);
        list.putObject("items").put("type", "string");
        yield list;
      }
    };
  }

  private static ObjectNode anything(String description) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("description", description)
        .put("nullable", true)
        .put("x-kubernetes-preserve-unknown-fields", true);
  }

  private static ObjectNode open(String description) {
    var schema = JsonNodeFactory.instance.objectNode();
    if (!description.isEmpty()) {
      schema.put("description", description);
    }
    return schema
        .put("type", "object")
        .put("nullable", true)
        .put("x-kubernetes-preserve-unknown-fields", true);
  }

  private RunAiSchemas() {}
}
