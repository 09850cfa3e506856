package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Member;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.JsonWords;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a policy field by field, and names everything in it that means nothing.
final class PolicyReading {

  private static final String RULES = "rules";

  private final List<Problem> problems = new ArrayList<>();

  private PolicyReading() {}

  static List<Problem> problems(ObjectNode spec) {
    var reading = new PolicyReading();
    spec.properties().forEach(field -> reading.field(field.getKey(), field.getValue()));
    return List.copyOf(reading.problems);
  }

  private void field(String name, JsonNode node) {
    var field = Catalogue.find(name);
    if (field.isEmpty()) {
      problems.add(Unknown.problem(Paths.field(name), name, Catalogue.names()));
      return;
    }
    switch (field.get().shape()) {
      case Shape.Bare() ->
          say(Paths.field(name), "is for each workload to say; remove it from the policy");
      case Shape.Scalar(var type) ->
          object(Paths.field(name), node, "{value: …} or {rules: {…}}", List.of("value", RULES))
              .ifPresent(said -> scalar(name, type, said));
      case Shape.Texts() ->
          object(Paths.field(name), node, "{items: {…}} or {rules: {…}}", List.of("items", RULES))
              .ifPresent(said -> items(name, said, List.of()));
      case Shape.Items(var members) ->
          object(
                  Paths.field(name),
                  node,
                  "{items: {…}}, {rules: {…}} or {itemRules: {…}}",
                  List.of("items", RULES, "itemRules"))
              .ifPresent(said -> items(name, said, members));
    }
  }

  private void scalar(String name, ValueType type, ObjectNode said) {
    var rules = rules(Paths.field(name), said, RuleReading.of(type));
    value(Paths.scalar(name), name, "", type, said.path("value"));
    unmet(Paths.scalar(name), type, said.path("value"), rules);
  }

  private void items(String name, ObjectNode said, List<Member> members) {
    rules(Paths.field(name), said, RuleReading.ofItems());
    var at = Paths.items(name);
    object(at, said.path("items"), "items: {<key>: {value: …}}")
        .ifPresent(
            items ->
                items
                    .properties()
                    .forEach(item -> item(name, item.getKey(), item.getValue(), members)));
    if (!members.isEmpty()) {
      itemRules(Paths.field(name) + ".itemRules", said.path("itemRules"), members);
    }
  }

  private void itemRules(String at, JsonNode said, List<Member> members) {
    var names = members.stream().map(Member::name).toList();
    object(at, said, "itemRules: {<member>: {…}}", names)
        .ifPresent(
            rules ->
                members.stream()
                    .filter(member -> rules.has(member.name()))
                    .forEach(
                        member ->
                            new RuleReading(
                                    "%s.%s".formatted(at, member.name()),
                                    RuleReading.of(member.type()))
                                .read(rules.path(member.name()), problems)));
  }

  private void item(String name, String key, JsonNode node, List<Member> members) {
    var at = Paths.item(name, key);
    object(at, node, "%s: {value: …}".formatted(key), List.of("value", RULES))
        .ifPresent(
            item -> {
              rules(at, item, RuleReading.ofItem());
              if (members.isEmpty()) {
                value(Paths.itemValue(name, key), name, "", ValueType.STRING, item.path("value"));
              } else {
                members(name, key, item.path("value"), members);
              }
            });
  }

  private void members(String name, String key, JsonNode value, List<Member> members) {
    object(
            Paths.itemValue(name, key),
            value,
            "value: {%s: …}".formatted(members.getFirst().name()),
            MemberReading.names(name))
        .ifPresent(
            said ->
                members.forEach(
                    member ->
                        value(
                            Paths.member(name, key, member.name()),
                            name,
                            member.name(),
                            member.type(),
                            said.path(member.name()))));
  }

  private PolicyRule rules(String at, ObjectNode said, RuleReading.Allowed allowed) {
    var rules = said.path(RULES);
    new RuleReading("%s.%s".formatted(at, RULES), allowed).read(rules, problems);
    return new PolicyRule(rules);
  }

  private void value(String at, String field, String member, ValueType type, JsonNode value) {
    if (isSaid(value) && Values.normalised(type, value).isEmpty()) {
      say(at, Values.mismatch(type, value, Credentials.hidden(field, member)));
    }
  }

  /// A default that its own rules forbid refuses everybody who does not say something else.
  private void unmet(String at, ValueType type, JsonNode value, PolicyRule rules) {
    Optional.of(value)
        .filter(PolicyReading::isSaid)
        .flatMap(said -> Values.normalised(type, said))
        .ifPresent(
            read ->
                rules
                    .against(read, type)
                    .forEach(
                        reason ->
                            problems.add(
                                Problem.warning(
                                    at, "%s, which its own rules demand".formatted(reason)))));
  }

  private static boolean isSaid(JsonNode value) {
    return !value.isMissingNode() && !value.isNull() && !value.asText().equals(Policy.NONE);
  }

  private Optional<ObjectNode> object(String at, JsonNode node, String form, List<String> known) {
    var read = object(at, node, form);
    read.ifPresent(object -> Unknown.among(object, known, at, problems));
    return read;
  }

  private Optional<ObjectNode> object(String at, JsonNode node, String form) {
    if (node instanceof ObjectNode object) {
      return Optional.of(object);
    }
    if (isSaid(node)) {
      say(at, "must be an object, found %s; write %s".formatted(JsonWords.bare(node), form));
    }
    return Optional.empty();
  }

  private void say(String at, String what) {
    problems.add(Problem.error(at, what));
  }
}
