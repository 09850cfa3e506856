package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.apiserver.fields.FieldType.Elements;
import dev.trainyard.yard.apiserver.fields.FieldType.Identity;
import dev.trainyard.yard.apiserver.fields.FieldType.Primitive;
import dev.trainyard.yard.apiserver.fields.FieldType.Scalar;
import dev.trainyard.yard.apiserver.fields.FieldType.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Whether an object can be applied at all: every field declared, of the right form, and every
/// element of a list told from its neighbours. The words are those of structured-merge-diff.
public final class TypeCheck {

  private final List<String> problems = new ArrayList<>();

  /// Everything that is wrong with the object, each with its path.
  public static List<String> problems(JsonNode object, FieldType type) {
    var check = new TypeCheck();
    check.look(object, type, "");
    return List.copyOf(check.problems);
  }

  private void look(JsonNode value, FieldType type, String path) {
    if (value.isNull()) {
      return;
    }
    switch (type.of(value)) {
      case Scalar(var primitive) -> scalar(value, primitive, path);
      case Structure _ when !value.isObject() -> problem(path, "expected map, got " + held(value));
      case Structure structure -> fields(value, structure, path);
      case Elements _ when !value.isArray() -> problem(path, "expected list, got " + held(value));
      case Elements elements -> elements(value, elements, path);
      case FieldType.Anything _, FieldType.Opaque _, FieldType.Named _ -> {
        // Nothing is said about it that it could break.
      }
    }
  }

  private void problem(String path, String what) {
    problems.add(path.isEmpty() ? what : path + ": " + what);
  }

  private void scalar(JsonNode value, Primitive primitive, String path) {
    switch (primitive) {
      case NUMBER -> {
        if (!value.isNumber()) {
          problem(path, "expected numeric (int or float), got " + word(value));
        }
      }
      case TEXT -> {
        if (!value.isTextual()) {
          problem(
              path,
              "expected string, got &value.valueUnstructured{Value:%s}".formatted(literal(value)));
        }
      }
      case FLAG -> {
        if (!value.isBoolean()) {
          problem(path, "expected boolean, got " + held(value));
        }
      }
      case ANY -> {
        if (value.isContainerNode()) {
          problem(path, "expected any scalar, got " + held(value));
        }
      }
    }
  }

  private void fields(JsonNode object, Structure type, String path) {
    for (var field : object.properties()) {
      var at = path + "." + field.getKey();
      if (type.field(field.getKey()).isEmpty() && type.others().isEmpty()) {
        problem(at, "field not declared in schema");
        return;
      }
      look(field.getValue(), type.type(field.getKey()), at);
    }
  }

  private void elements(JsonNode list, Elements type, String path) {
    var seen = new HashSet<Step>();
    for (int i = 0; i < list.size(); i++) {
      var element = list.get(i);
      var step = type.step(element);
      if (step.isEmpty() && !type.whole()) {
        problem(path, "element %d: %s".formatted(i, unnamed(element, type)));
        return;
      }
      if (step.isPresent() && !seen.add(step.get())) {
        problem(path, "duplicate entries for key " + step.get().shown());
      }
      look(element, type.element(), path + step.map(Step::shown).orElse("[%d]".formatted(i)));
    }
  }

  private static String unnamed(JsonNode element, Elements type) {
    if (type.identity() instanceof Identity.Keys(var names)) {
      if (element.isNull()) {
        return "associative list with keys may not have a null element";
      }
      return element.isObject()
          ? names.stream()
              .collect(
                  Collectors.joining(
                      "\" \"",
                      "associative list with keys has an element that omits all key fields [\"",
                      "\"] (and doesn't have default values for any key fields)"))
          : "associative list with keys may not have non-map elements";
    }
    if (element.isObject()) {
      return "associative list without keys has an element that's a map type";
    }
    return element.isArray()
        ? "not supported: associative list with lists as elements"
        : "associative list without keys has an element that's an explicit null";
  }

  /// The word that a Go program has for the type.
  private static String word(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case ARRAY -> "[]interface {}";
      case OBJECT -> "map[string]interface {}";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      case BINARY, MISSING, NULL, POJO -> "nil";
    };
  }

  private static String literal(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY ->
          Values.elements(value).stream()
              .map(TypeCheck::literal)
              .collect(Collectors.joining(", ", "[]interface {}{", "}"));
      case OBJECT ->
          value.properties().stream()
              .map(field -> "\"%s\":%s".formatted(field.getKey(), literal(field.getValue())))
              .collect(Collectors.joining(", ", "map[string]interface {}{", "}"));
      default -> value.toString();
    };
  }

  private static String held(JsonNode value) {
    return "&{%s}".formatted(plain(value));
  }

  private static String plain(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY ->
          Values.elements(value).stream()
              .map(TypeCheck::plain)
              .collect(Collectors.joining(" ", "[", "]"));
      case OBJECT ->
          value.properties().stream()
              .map(field -> field.getKey() + ":" + plain(field.getValue()))
              .sorted()
              .collect(Collectors.joining(" ", "map[", "]"));
      default -> value.asText();
    };
  }

  private TypeCheck() {}
}
