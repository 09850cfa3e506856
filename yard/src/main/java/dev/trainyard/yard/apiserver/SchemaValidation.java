package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.StructuralSchema.join;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Finds every rule of a schema that a value breaks, in Kubernetes' words.
final class SchemaValidation {

  private static final ConcurrentHashMap<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

  private final List<Violation> violations = new ArrayList<>();

  static List<Violation> violations(JsonNode value, JsonNode schema) {
    return violations(value, schema, "");
  }

  private static List<Violation> violations(JsonNode value, JsonNode schema, String path) {
    var validation = new SchemaValidation();
    validation.check(value, schema, path);
    return validation.violations;
  }

  private void check(JsonNode value, JsonNode schema, String path) {
    if (value.isNull() && schema.path("nullable").asBoolean()) {
      return;
    }
    var types = types(schema);
    if (!types.isEmpty() && types.stream().noneMatch(type -> isOf(type, value))) {
      var found = typeOf(value);
      violations.add(
          Violation.wrongType(
              path,
              value,
              found,
              "%s in body must be of type %s: \"%s\""
                  .formatted(path, String.join(",", types), found)));
      return;
    }
    checkEnum(value, schema, path);
    checkCombined(value, schema, path);
    if (value.isNumber()) {
      checkNumber(value, schema, path);
    } else if (value.isTextual()) {
      checkText(value, schema, path);
    } else if (value.isArray()) {
      checkArray(value, schema, path);
    } else if (value.isObject()) {
      checkObject(value, schema, path);
    }
  }

  private static List<String> types(JsonNode schema) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return List.of("integer", "string");
    }
    return Json.text(schema, "type").map(List::of).orElse(List.of());
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "boolean" -> value.isBoolean();
      case "number" -> finite(value);
      case "quantity" -> Quantities.readable(value);
      case "integer" -> value.isIntegralNumber() || (finite(value) && whole(value));
      default -> true;
    };
  }

  /// A number that is too large for a double has become infinite.
  private static boolean finite(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue());
  }

  private static boolean whole(JsonNode number) {
    return number.decimalValue().stripTrailingZeros().scale() <= 0;
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case NULL, MISSING -> "null";
    };
  }

  private void checkEnum(JsonNode value, JsonNode schema, String path) {
    var allowed = schema.path("enum");
    if (!allowed.isArray()) {
      return;
    }
    var words = new ArrayList<String>();
    for (var word : allowed) {
      if (word.equals(value)) {
        return;
      }
      words.add(word.asText());
    }
    violations.add(Violation.notSupported(path, value, words));
  }

  private void checkCombined(JsonNode value, JsonNode schema, String path) {
    for (var part : schema.path("allOf")) {
      check(value, part, path);
    }
    if (schema.has("anyOf") && matching(value, schema.path("anyOf"), path) == 0) {
      broken(path, "\"%s\" must validate at least one schema (anyOf)".formatted(path));
    }
    if (schema.has("oneOf")) {
      var matching = matching(value, schema.path("oneOf"), path);
      if (matching != 1) {
        var found = matching == 0 ? "none valid" : matching + " valid alternatives";
        broken(
            path,
            "\"%s\" must validate one and only one schema (oneOf). Found %s"
                .formatted(path, found));
      }
    }
    if (schema.has("not") && violations(value, schema.path("not"), path).isEmpty()) {
      broken(path, "\"%s\" must not validate the schema (not)".formatted(path));
    }
  }

  private static int matching(JsonNode value, JsonNode alternatives, String path) {
    var matching = 0;
    for (var alternative : alternatives) {
      matching += violations(value, alternative, path).isEmpty() ? 1 : 0;
    }
    return matching;
  }

  private void broken(String path, String detail) {
    violations.add(Violation.invalid(path, TextNode.valueOf(""), detail));
  }

  private void checkNumber(JsonNode value, JsonNode schema, String path) {
    var number = value.decimalValue();
    var minimum = schema.path("minimum");
    if (minimum.isNumber()) {
      var exclusive = schema.path("exclusiveMinimum").asBoolean();
      if (number.compareTo(minimum.decimalValue()) < (exclusive ? 1 : 0)) {
        var rule = exclusive ? "greater than" : "greater than or equal to";
        rule(path, value, "should be %s %s".formatted(rule, minimum.asText()));
      }
    }
    var maximum = schema.path("maximum");
    if (maximum.isNumber()) {
      var exclusive = schema.path("exclusiveMaximum").asBoolean();
      if (number.compareTo(maximum.decimalValue()) > (exclusive ? -1 : 0)) {
        var rule = exclusive ? "less than" : "less than or equal to";
        rule(path, value, "should be %s %s".formatted(rule, maximum.asText()));
      }
    }
    var multiple = schema.path("multipleOf");
    if (multiple.isNumber()
        && number.remainder(multiple.decimalValue()).compareTo(BigDecimal.ZERO) != 0) {
      rule(path, value, "should be a multiple of %s".formatted(multiple.asText()));
    }
    Formats.problemOfNumber(schema.path("format").asText(""), value)
        .ifPresent(problem -> rule(path, value, problem));
  }

  private void checkText(JsonNode value, JsonNode schema, String path) {
    var text = value.textValue();
    var length = text.codePointCount(0, text.length());
    if (length > schema.path("maxLength").asLong(Long.MAX_VALUE)) {
      violations.add(Violation.tooLong(path, value, schema.path("maxLength").asLong()));
    }
    if (length < schema.path("minLength").asLong(0)) {
      var least = schema.path("minLength").asLong();
      rule(path, value, "should be at least %d chars long".formatted(least));
    }
    var pattern = schema.path("pattern");
    if (pattern.isTextual() && !matches(pattern.textValue(), text)) {
      rule(path, value, "should match '%s'".formatted(pattern.textValue()));
    }
    var format = schema.path("format").asText("");
    if (!Formats.accepts(format, text)) {
      violations.add(
          Violation.wrongType(
              path,
              value,
              text,
              "%s in body must be of type %s: \"%s\"".formatted(path, format, text)));
    }
  }

  /// A pattern that Java cannot read is a rule of the definition's author, not of the object's.
  private static boolean matches(String pattern, String text) {
    try {
      return PatternMatch.found(PATTERNS.computeIfAbsent(pattern, Pattern::compile), text);
    } catch (PatternSyntaxException e) {
      return true;
    }
  }

  private void checkArray(JsonNode value, JsonNode schema, String path) {
    if (value.size() > schema.path("maxItems").asLong(Long.MAX_VALUE)) {
      violations.add(
          Violation.tooMany(path, value, value.size(), schema.path("maxItems").asLong()));
    }
    if (value.size() < schema.path("minItems").asLong(0)) {
      var least = schema.path("minItems").asLong();
      rule(path, IntNode.valueOf(value.size()), "should have at least %d items".formatted(least));
    }
    var items = schema.path("items");
    for (int i = 0; i < value.size(); i++) {
      check(value.get(i), items, path + "[" + i + "]");
    }
    checkUnique(value, schema, path);
  }

  private void checkUnique(JsonNode value, JsonNode schema, String path) {
    var listType = schema.path("x-kubernetes-list-type").asText("");
    var seen = new HashSet<JsonNode>();
    for (int i = 0; i < value.size(); i++) {
      var identity =
          switch (listType) {
            case "map" -> keys(value.get(i), schema.path("x-kubernetes-list-map-keys"));
            case "set" -> value.get(i);
            default -> IntNode.valueOf(i);
          };
      if (!seen.add(identity)) {
        violations.add(Violation.duplicate("%s[%d]".formatted(path, i), identity));
      }
    }
  }

  static JsonNode keys(JsonNode element, JsonNode names) {
    var keys = Json.object();
    for (var name : names) {
      if (element.has(name.asText())) {
        keys.set(name.asText(), element.get(name.asText()));
      }
    }
    return keys;
  }

  private void checkObject(JsonNode value, JsonNode schema, String path) {
    for (var name : schema.path("required")) {
      if (!value.has(name.asText())) {
        violations.add(Violation.required(join(path, name.asText()), ""));
      }
    }
    if (value.size() > schema.path("maxProperties").asLong(Long.MAX_VALUE)) {
      violations.add(
          Violation.tooMany(path, value, value.size(), schema.path("maxProperties").asLong()));
    }
    if (value.size() < schema.path("minProperties").asLong(0)) {
      var least = schema.path("minProperties").asLong();
      rule(path, value, "should have at least %d properties".formatted(least));
    }
    for (var field : value.properties()) {
      var known = StructuralSchema.child(schema, field.getKey());
      if (known.isObject()) {
        check(field.getValue(), known, join(path, field.getKey()));
      }
    }
  }

  private void rule(String path, JsonNode value, String rule) {
    violations.add(Violation.invalid(path, value, "%s in body %s".formatted(path, rule)));
  }

  private SchemaValidation() {}
}
