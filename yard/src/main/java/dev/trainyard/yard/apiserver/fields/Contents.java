package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.apiserver.fields.FieldType.Elements;
import dev.trainyard.yard.apiserver.fields.FieldType.Structure;

/// The fields that somebody who writes an object says something about.
final class Contents {

  static FieldSet of(JsonNode value, FieldType type) {
    return switch (type.of(value)) {
      case Structure structure when !structure.whole() -> fields(value, structure);
      case Elements elements when !elements.whole() -> elements(value, elements);
      case FieldType _ -> FieldSet.EMPTY;
    };
  }

  private static FieldSet fields(JsonNode object, Structure type) {
    var set = new FieldSet.Builder();
    for (var field : object.properties()) {
      var value = field.getValue();
      var below = type.type(field.getKey());
      var empty = value.isNull() || (value.isObject() && value.isEmpty());
      var named = type.field(field.getKey()).isPresent();
      set.add(
          Step.field(field.getKey()), !named || empty || below.of(value).whole(), of(value, below));
    }
    return set.build();
  }

  private static FieldSet elements(JsonNode list, Elements type) {
    var set = new FieldSet.Builder();
    Values.byStep(type, list)
        .ifPresent(
            found ->
                found.forEach(
                    (step, alike) ->
                        set.add(
                            step,
                            true,
                            alike.size() > 1
                                ? FieldSet.EMPTY
                                : of(alike.getFirst(), type.element()))));
    return set.build();
  }

  private Contents() {}
}
