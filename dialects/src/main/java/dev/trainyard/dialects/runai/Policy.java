package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What an administrator presets, and the rules about it.
///
/// @param values the defaults, in the form of `Effective`
/// @param itemDefaults what members of any item are by default, by field
/// @param spec as it is written, where the rules are
/// @param problems what cannot be understood in it: nobody is let in by a rule that has no meaning
record Policy(
    String id,
    ObjectNode values,
    Map<String, ObjectNode> itemDefaults,
    ObjectNode spec,
    List<Problem> problems) {

  /// The key of an item that is none and speaks for all others.
  private static final String DEFAULTS = "DEFAULTS";

  /// Written where there is no default.
  static final String NONE = "nil";

  Policy {
    problems = List.copyOf(problems);
  }

  static Policy none() {
    return read("", JsonNodeFactory.instance.objectNode());
  }

  static Policy read(String id, ObjectNode written) {
    var spec = byFirstName(written);
    var policy =
        new Policy(id, JsonNodeFactory.instance.objectNode(), new TreeMap<>(), spec, List.of());
    var problems = new ArrayList<Problem>();
    for (var field : Catalogue.fields()) {
      policy.read(field, spec.path(field.name()), problems);
    }
    return new Policy(id, policy.values, policy.itemDefaults, spec, problems);
  }

  private static ObjectNode byFirstName(ObjectNode written) {
    var spec = written.objectNode();
    written
        .properties()
        .forEach(
            entry ->
                spec.set(
                    Catalogue.find(entry.getKey()).map(Field::name).orElse(entry.getKey()),
                    entry.getValue()));
    return spec;
  }

  private void read(Field field, JsonNode written, List<Problem> problems) {
    switch (field.shape()) {
      case Shape.Bare() -> {}
      case Shape.Scalar(var type) ->
          value(
              Paths.scalar(field.name()),
              type,
              written.path("value"),
              values,
              field.name(),
              problems);
      case Shape.Texts() -> {
        var items = JsonNodeFactory.instance.objectNode();
        written
            .path("items")
            .properties()
            .forEach(
                item ->
                    value(
                        Paths.itemValue(field.name(), item.getKey()),
                        ValueType.STRING,
                        item.getValue().path("value"),
                        items,
                        item.getKey(),
                        problems));
        keep(field, items);
      }
      case Shape.Items shape -> {
        var items = JsonNodeFactory.instance.objectNode();
        written
            .path("items")
            .properties()
            .forEach(
                item -> {
                  if (item.getValue().path("value") instanceof ObjectNode value) {
                    items.set(item.getKey(), members(field, shape, item.getKey(), value, problems));
                  }
                });
        keep(field, items);
      }
    }
  }

  private void keep(Field field, ObjectNode items) {
    if (items.remove(DEFAULTS) instanceof ObjectNode defaults) {
      itemDefaults.put(field.name(), defaults);
    }
    if (!items.isEmpty()) {
      values.set(field.name(), items);
    }
  }

  private ObjectNode members(
      Field field, Shape.Items shape, String key, ObjectNode value, List<Problem> problems) {
    var read = JsonNodeFactory.instance.objectNode();
    value
        .properties()
        .forEach(
            entry ->
                shape
                    .member(entry.getKey())
                    .ifPresent(
                        member ->
                            value(
                                Paths.member(field.name(), key, member.name()),
                                member.type(),
                                entry.getValue(),
                                read,
                                member.name(),
                                problems)));
    return read;
  }

  private void value(
      String at,
      ValueType type,
      JsonNode written,
      ObjectNode into,
      String name,
      List<Problem> problems) {
    if (written.isMissingNode() || written.isNull() || written.asText().equals(NONE)) {
      return;
    }
    Values.normalised(type, written)
        .ifPresentOrElse(
            value -> into.set(name, value),
            () ->
                problems.add(
                    Problem.error(
                        at, "the policy %s is wrong: it must be %s".formatted(id, type.words()))));
  }

  PolicyRule rules(String field) {
    return new PolicyRule(spec.path(field).path("rules"));
  }

  PolicyRule itemRules(String field, String key) {
    return new PolicyRule(spec.path(field).path("items").path(key).path("rules"));
  }

  PolicyRule memberRules(String field, String member) {
    return new PolicyRule(spec.path(field).path("itemRules").path(member));
  }
}
