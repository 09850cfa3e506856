package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.StructuralSchema.join;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The rules in CEL that a schema carries. One form is enforced, the one that keeps a field as it
/// is: `self == oldSelf`. Any other is kept, and whoever brings it is told that nobody checks it
/// here.
final class ExpressionRules {

  private static final String RULES = "x-kubernetes-validations";
  private static final Set<String> IMMUTABLE = Set.of("self==oldSelf", "oldSelf==self");

  private final List<Violation> violations = new ArrayList<>();

  /// The rules that a change breaks. Like every rule about what was, they say nothing about a field
  /// that comes or goes.
  static List<Violation> violations(JsonNode before, JsonNode after, JsonNode schema) {
    var rules = new ExpressionRules();
    rules.check(before, after, schema, "");
    return rules.violations;
  }

  static boolean in(JsonNode schema) {
    return schema.findValue(RULES) != null;
  }

  /// The texts of all rules in a schema that are not enforced.
  static Set<String> notEnforced(JsonNode schema) {
    var texts = new LinkedHashSet<String>();
    for (var rules : schema.findValues(RULES)) {
      for (var rule : rules) {
        if (!enforced(rule)) {
          texts.add(rule.path("rule").asText());
        }
      }
    }
    return texts;
  }

  /// An optional old value makes a rule apply to what is new, too, and is another form.
  private static boolean enforced(JsonNode rule) {
    return IMMUTABLE.contains(rule.path("rule").asText().replaceAll("\\s", ""))
        && !rule.path("optionalOldSelf").asBoolean();
  }

  private void check(JsonNode before, JsonNode after, JsonNode schema, String path) {
    if (before.isMissingNode() || after.isMissingNode() || before.isNull() || after.isNull()) {
      return;
    }
    for (var rule : schema.path(RULES)) {
      if (enforced(rule) && !before.equals(after)) {
        violations.add(
            after.isContainerNode()
                ? Violation.invalid(path, message(rule))
                : Violation.invalid(path, after, message(rule)));
      }
    }
    if (after.isObject()) {
      for (var field : after.properties()) {
        var name = field.getKey();
        check(
            before.path(name),
            field.getValue(),
            StructuralSchema.child(schema, name),
            join(path, name));
      }
    } else if (after.isArray() && schema.path("x-kubernetes-list-type").asText().equals("map")) {
      elements(before, after, schema, path);
    }
  }

  /// Only elements with keys can be told to be the same as before.
  private void elements(JsonNode before, JsonNode after, JsonNode schema, String path) {
    var keys = schema.path("x-kubernetes-list-map-keys");
    for (int i = 0; i < after.size(); i++) {
      var element = after.get(i);
      check(
          counterpart(before, element, keys),
          element,
          schema.path("items"),
          "%s[%d]".formatted(path, i));
    }
  }

  private static JsonNode counterpart(JsonNode before, JsonNode element, JsonNode keys) {
    var identity = SchemaValidation.keys(element, keys);
    for (var candidate : before) {
      if (SchemaValidation.keys(candidate, keys).equals(identity)) {
        return candidate;
      }
    }
    return MissingNode.getInstance();
  }

  private static String message(JsonNode rule) {
    return Json.text(rule, "message").orElse("failed rule: " + rule.path("rule").asText());
  }

  private ExpressionRules() {}
}
