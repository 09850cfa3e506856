package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.stream.Collectors;

/// One field that breaks one rule. The message is Kubernetes' own, without the path before it.
public record Violation(String path, JsonNode value, String message, Rule rule) {

  /// What kind of rule it was; the word is what clients find in `details.causes[].reason`.
  public enum Rule {
    REQUIRED("FieldValueRequired"),
    INVALID("FieldValueInvalid"),
    TYPE("FieldValueTypeInvalid"),
    NOT_SUPPORTED("FieldValueNotSupported"),
    DUPLICATE("FieldValueDuplicate"),
    NOT_FOUND("FieldValueNotFound"),
    FORBIDDEN("FieldValueForbidden"),
    TOO_LONG("FieldValueTooLong"),
    TOO_MANY("FieldValueTooMany");

    public final String word;

    Rule(String word) {
      this.word = word;
    }
  }

  static Violation required(String path, String detail) {
    var message = detail.isEmpty() ? "Required value" : "Required value: " + detail;
    return new Violation(path, MissingNode.getInstance(), message, Rule.REQUIRED);
  }

  static Violation invalid(String path, JsonNode value, String detail) {
    return new Violation(
        path, value, "Invalid value: %s: %s".formatted(shown(value), detail), Rule.INVALID);
  }

  static Violation invalid(String path, String value, String detail) {
    return invalid(path, TextNode.valueOf(value), detail);
  }

  /// For rules about a whole object or list, which is not shown.
  static Violation invalid(String path, String detail) {
    return new Violation(path, MissingNode.getInstance(), "Invalid value: " + detail, Rule.INVALID);
  }

  /// The value shown for a wrong type is the type that was found.
  static Violation wrongType(String path, JsonNode value, String shown, String detail) {
    var message = "Invalid value: \"%s\": %s".formatted(shown, detail);
    return new Violation(path, value, message, Rule.TYPE);
  }

  static Violation notSupported(String path, JsonNode value, List<String> supported) {
    var message =
        "Unsupported value: %s: supported values: %s"
            .formatted(
                shown(value), supported.stream().collect(Collectors.joining("\", \"", "\"", "\"")));
    return new Violation(path, value, message, Rule.NOT_SUPPORTED);
  }

  static Violation duplicate(String path, JsonNode value) {
    return new Violation(path, value, "Duplicate value: " + shown(value), Rule.DUPLICATE);
  }

  static Violation forbidden(String path, String detail) {
    return new Violation(path, MissingNode.getInstance(), "Forbidden: " + detail, Rule.FORBIDDEN);
  }

  static Violation tooLong(String path, JsonNode value, long limit) {
    var message = "Too long: may not be more than %d bytes".formatted(limit);
    return new Violation(path, value, message, Rule.TOO_LONG);
  }

  static Violation tooMany(String path, JsonNode value, int count, long limit) {
    var message = "Too many: %d: must have at most %d items".formatted(count, limit);
    return new Violation(path, value, message, Rule.TOO_MANY);
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "null" : value.toString();
  }

  /// The path as Kubernetes shows it, which has a word for the whole object.
  String field() {
    return path.isEmpty() ? "<nil>" : path;
  }

  @Override
  public String toString() {
    return field() + ": " + message;
  }
}
