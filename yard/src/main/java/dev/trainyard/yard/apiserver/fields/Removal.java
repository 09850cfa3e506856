package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.FieldType.Elements;
import dev.trainyard.yard.apiserver.fields.FieldType.Structure;

/// Takes fields out of an object, and what holds nothing else with them.
final class Removal {

  static ObjectNode of(ObjectNode object, FieldSet fields, FieldType type) {
    return without(object, fields, type) instanceof ObjectNode left
        ? left
        : JsonNodeFactory.instance.objectNode();
  }

  private static JsonNode without(JsonNode value, FieldSet fields, FieldType type) {
    if (fields.isEmpty()) {
      return value;
    }
    return switch (type.of(value)) {
      case Structure structure when !structure.whole() -> object(value, fields, structure);
      case Elements elements when !elements.whole() -> list(value, fields, elements);
      case FieldType _ -> value;
    };
  }

  private static JsonNode object(JsonNode object, FieldSet fields, Structure type) {
    var left = JsonNodeFactory.instance.objectNode();
    for (var field : object.properties()) {
      var step = Step.field(field.getKey());
      if (!fields.has(step)) {
        var value = without(field.getValue(), fields.below(step), type.type(field.getKey()));
        if (!value.isMissingNode()) {
          left.set(field.getKey(), value);
        }
      }
    }
    return left.isEmpty() ? Values.NONE : left;
  }

  private static JsonNode list(JsonNode list, FieldSet fields, Elements type) {
    var left = JsonNodeFactory.instance.arrayNode();
    for (var element : Values.elements(list)) {
      var step = type.step(element);
      if (step.isEmpty()) {
        left.add(element);
      } else if (!fields.has(step.get())) {
        var value = without(element, fields.below(step.get()), type.element());
        if (!value.isMissingNode()) {
          left.add(value);
        }
      }
    }
    return left.isEmpty() ? Values.NONE : left;
  }

  private Removal() {}
}
