package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.JsonWords;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Amounts;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// The rules in one place of a policy, and what is wrong with them.
///
/// @param at where they stand
record RuleReading(String at, Allowed allowed) {

  private static final List<String> ALL =
      List.of(
          "required",
          "canEdit",
          "min",
          "max",
          "step",
          "options",
          "canAdd",
          "canRemove",
          "defaultFrom");

  private static final List<String> FLAGS = List.of("required", "canEdit", "canAdd", "canRemove");
  private static final List<String> BOUNDS = List.of("min", "max", "step");

  /// The rules that mean something there.
  ///
  /// @param of what they are about
  record Allowed(String of, List<String> rules) {}

  /// Those about one value.
  static Allowed of(ValueType type) {
    return switch (type) {
      case INTEGER, AMOUNT ->
          new Allowed(
              "a number", List.of("required", "canEdit", "min", "max", "step", "defaultFrom"));
      case STRING -> new Allowed("a text", List.of("required", "canEdit", "options"));
      case BOOLEAN -> new Allowed("a flag", List.of("required", "canEdit"));
      case STRINGS -> new Allowed("a list", List.of("required", "canEdit"));
    };
  }

  /// Those about all items together.
  static Allowed ofItems() {
    return new Allowed("items as a whole", List.of("required", "canAdd"));
  }

  /// Those about one item.
  static Allowed ofItem() {
    return new Allowed("one item", List.of("canEdit", "canRemove"));
  }

  void read(JsonNode node, List<Problem> problems) {
    if (node.isMissingNode() || node.isNull()) {
      return;
    }
    if (!(node instanceof ObjectNode rules)) {
      problems.add(
          Problem.error(at, "must be an object of rules, found %s".formatted(JsonWords.of(node))));
      return;
    }
    rules.properties().stream()
        .filter(rule -> !rule.getValue().isNull())
        .forEach(rule -> rule(rule.getKey(), rule.getValue()).ifPresent(problems::add));
    bounds(rules).ifPresent(problems::add);
  }

  private Optional<Problem> rule(String name, JsonNode value) {
    var here = "%s.%s".formatted(at, name);
    if (!ALL.contains(name)) {
      return Optional.of(Unknown.problem(here, name, allowed.rules()));
    }
    if (!allowed.rules().contains(name)) {
      return Optional.of(
          Problem.error(
              here,
              "means nothing for %s; rules for it are %s"
                  .formatted(allowed.of(), String.join(", ", allowed.rules()))));
    }
    return wrong(name, value).map(what -> Problem.error(here, what));
  }

  private static Optional<String> wrong(String name, JsonNode value) {
    if (FLAGS.contains(name)) {
      return mismatch(ValueType.BOOLEAN, value);
    }
    if (BOUNDS.contains(name)) {
      return mismatch(ValueType.AMOUNT, value)
          .or(
              () ->
                  name.equals("step")
                      ? Amounts.parse(value.asText())
                          .filter(step -> step.signum() <= 0)
                          .map(_ -> "must be greater than 0, found %s".formatted(value.asText()))
                      : Optional.empty());
    }
    return name.equals("options") ? options(value) : defaultFrom(value);
  }

  private static Optional<String> mismatch(ValueType type, JsonNode value) {
    return Values.normalised(type, value).isPresent()
        ? Optional.empty()
        : Optional.of(Values.mismatch(type, value, false));
  }

  private static Optional<String> options(JsonNode value) {
    boolean texts =
        value.isArray()
            && !value.isEmpty()
            && StreamSupport.stream(value.spliterator(), false)
                .map(option -> option.isObject() ? option.path("value") : option)
                .allMatch(JsonNode::isTextual);
    return texts
        ? Optional.empty()
        : Optional.of("must be a list of texts, or of {value: …, displayed: …}, with at least one");
  }

  private static Optional<String> defaultFrom(JsonNode value) {
    var field = value.path("field").asText();
    if (Catalogue.find(field).filter(RuleReading::isNumber).isEmpty()) {
      return Optional.of(
          "must be {field: …, factor: …} with a field that is a number, found %s"
              .formatted(field.isEmpty() ? "none" : Problem.quoted(field)));
    }
    return Amounts.parse(value.path("factor").asText()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "must be {field: …, factor: …} with a factor that is a number, found %s"
                .formatted(JsonWords.of(value.path("factor"))));
  }

  private static boolean isNumber(Field field) {
    return field.shape() instanceof Shape.Scalar(var type)
        && (type == ValueType.INTEGER || type == ValueType.AMOUNT);
  }

  private Optional<Problem> bounds(ObjectNode rules) {
    var least = bound(rules, "min");
    var most = bound(rules, "max");
    return least
        .flatMap(min -> most.filter(max -> min.compareTo(max) > 0))
        .map(
            _ ->
                Problem.error(
                    "%s.max".formatted(at),
                    "must be no less than min %s, found %s: nothing is between the two"
                        .formatted(rules.path("min").asText(), rules.path("max").asText())));
  }

  private static Optional<BigDecimal> bound(ObjectNode rules, String name) {
    return Amounts.parse(rules.path(name).asText());
  }
}
