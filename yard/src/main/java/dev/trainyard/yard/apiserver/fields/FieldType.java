package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What may stand in a field, and which of its parts have owners of their own.
public sealed interface FieldType {

  /// A value without parts.
  record Scalar(Primitive primitive) implements FieldType {}

  enum Primitive {
    TEXT,
    NUMBER,
    FLAG,
    ANY
  }

  /// A list of values that are told apart in one way or another.
  record Elements(FieldType element, Identity identity) implements FieldType {

    /// What tells an element from its neighbours; nothing for one that has no such thing.
    Optional<Step> step(JsonNode value) {
      return switch (identity) {
        case Identity.None() -> Optional.empty();
        case Identity.Itself() ->
            value.isContainerNode() || value.isNull()
                ? Optional.empty()
                : Optional.of(Step.value(value));
        case Identity.Keys _ when !value.isObject() -> Optional.empty();
        case Identity.Keys(var names) -> {
          var keys = new LinkedHashMap<String, JsonNode>();
          for (var name : names) {
            var key = value.has(name) ? value.path(name) : keyDefault(name);
            if (!key.isMissingNode()) {
              keys.put(name, key);
            }
          }
          yield keys.isEmpty() ? Optional.empty() : Optional.of(Step.keys(keys));
        }
      };
    }

    private JsonNode keyDefault(String name) {
      return element.resolved() instanceof Structure structure
          ? structure.field(name).map(Field::standard).orElse(Values.NONE)
          : Values.NONE;
    }
  }

  /// How elements of a list are told apart.
  sealed interface Identity {
    /// Not at all: the list has one owner.
    record None() implements Identity {}

    /// By their values: a set.
    record Itself() implements Identity {}

    /// By some of their fields.
    record Keys(List<String> names) implements Identity {
      public Keys {
        names = List.copyOf(names);
      }
    }
  }

  /// An object.
  ///
  /// @param fields those that are declared
  /// @param others what all others are, if there may be any
  /// @param whole whether it has one owner
  record Structure(Map<String, Field> fields, Optional<FieldType> others, boolean whole)
      implements FieldType {

    private static final Structure OPEN =
        new Structure(Map.of(), Optional.of(new Anything()), false);

    Optional<Field> field(String name) {
      return Optional.ofNullable(fields.get(name));
    }

    FieldType type(String name) {
      return field(name).map(Field::type).or(() -> others).orElse(new Anything());
    }
  }

  /// A declared field.
  ///
  /// @param always whether it is there even where nobody wrote it, as a struct within a struct is
  /// @param standard its default, or a missing node
  record Field(FieldType type, boolean always, JsonNode standard) {}

  /// Nobody knows what it is: objects are owned field by field, everything else as a whole.
  record Anything() implements FieldType {}

  /// Nobody knows what it is, and it has one owner.
  record Opaque() implements FieldType {}

  /// A type that is looked up when it is needed, because some contain themselves.
  record Named(Supplier<FieldType> target) implements FieldType {}

  default FieldType resolved() {
    return this instanceof Named(var target) ? target.get().resolved() : this;
  }

  /// What it is once the value is known.
  default FieldType of(JsonNode value) {
    return switch (resolved()) {
      case Anything() when value.isArray() -> new Elements(new Opaque(), new Identity.None());
      case Anything() when value.isValueNode() && !value.isNull() -> new Scalar(Primitive.ANY);
      case Anything() -> Structure.OPEN;
      case FieldType known -> known;
    };
  }

  /// Whether its parts, if it has any, share one owner.
  default boolean whole() {
    return switch (resolved()) {
      case Elements(_, var identity) -> identity instanceof Identity.None;
      case Structure structure -> structure.whole();
      case Scalar _, Opaque _ -> true;
      case Anything _, Named _ -> false;
    };
  }

  /// Whether the step is to a field that the type names.
  default boolean declares(Step step) {
    return step.kind() == Step.Kind.FIELD
        && resolved() instanceof Structure structure
        && structure.field(step.text()).isPresent();
  }

  /// What is one step away.
  default FieldType at(Step step) {
    return switch (resolved()) {
      case Structure structure when step.kind() == Step.Kind.FIELD -> structure.type(step.text());
      case Elements(var element, _) when step.kind() != Step.Kind.FIELD -> element;
      case FieldType _ -> new Anything();
    };
  }
}
