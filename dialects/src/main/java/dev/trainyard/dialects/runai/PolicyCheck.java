package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Member;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.api.runai.ValueType;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Whether a policy allows what a workload and its bases make of its values.
final class PolicyCheck {

  private static final String UNCHANGEABLE = "cannot be changed by the workload";

  private final Policy policy;
  private final ObjectNode values;
  private final Layer above;
  private final List<Problem> problems = new ArrayList<>();

  private PolicyCheck(Policy policy, ObjectNode values, Layer above) {
    this.policy = policy;
    this.values = values;
    this.above = above;
  }

  /// Every reason why not.
  ///
  /// @param values everything laid over each other
  /// @param above what the workload and its bases say
  static List<Problem> check(Policy policy, ObjectNode values, Layer above) {
    var check = new PolicyCheck(policy, values, above);
    check.problems.addAll(policy.problems());
    for (var field : Catalogue.fields()) {
      switch (field.shape()) {
        case Shape.Bare() -> {}
        case Shape.Scalar(var type) -> check.scalar(field.name(), type);
        case Shape.Texts() -> check.items(field.name(), List.of());
        case Shape.Items(var members) -> check.items(field.name(), members);
      }
    }
    return List.copyOf(check.problems);
  }

  private void scalar(String field, ValueType type) {
    var rule = policy.rules(field);
    value(Paths.scalar(field), rule, type, values.path(field));
    if (!rule.canEdit()
        && above.values().has(field)
        && differ(above.values().path(field), policy.values().path(field), type)) {
      problems.add(Problem.error(Paths.scalar(field), UNCHANGEABLE));
    }
  }

  private void items(String field, List<Member> members) {
    if (policy.rules(field).required() && values.path(field).isEmpty()) {
      problems.add(Problem.error(Paths.field(field), "is required"));
    }
    if (!policy.rules(field).canAdd()) {
      names(above.values().path(field)).stream()
          .filter(key -> !policy.values().path(field).has(key))
          .forEach(key -> say(Paths.item(field, key), "cannot be added"));
    }
    names(policy.values().path(field)).forEach(key -> preset(field, key));
    for (var member : members) {
      values.path(field).fieldNames().forEachRemaining(key -> member(field, key, member));
    }
  }

  private void preset(String field, String key) {
    var rule = policy.itemRules(field, key);
    var mine = above.values().path(field).path(key);
    boolean gone = above.deleted().getOrDefault(field, Set.of()).contains(key);
    if (gone && mine.isMissingNode() && !rule.canRemove()) {
      say(Paths.item(field, key), "cannot be removed");
    }
    if (!mine.isMissingNode()
        && !rule.canEdit()
        && !mine.equals(policy.values().path(field).path(key))) {
      say(Paths.item(field, key), "cannot be changed");
    }
  }

  private void member(String field, String key, Member member) {
    var rule = policy.memberRules(field, member.name());
    var at = Paths.member(field, key, member.name());
    value(at, rule, member.type(), values.path(field).path(key).path(member.name()));
    var mine = above.values().path(field).path(key).path(member.name());
    if (!rule.canEdit()
        && !mine.isMissingNode()
        && differ(mine, preset(field, key, member), member.type())) {
      say(at, UNCHANGEABLE);
    }
  }

  private JsonNode preset(String field, String key, Member member) {
    var own = policy.values().path(field).path(key).path(member.name());
    var common = policy.itemDefaults().get(field);
    return own.isMissingNode() && common != null ? common.path(member.name()) : own;
  }

  private void value(String at, PolicyRule rule, ValueType type, JsonNode value) {
    rule.meaningless()
        .forEach(
            name ->
                say(at, "the policy %s is wrong: %s is no number".formatted(policy.id(), name)));
    if (value.isMissingNode()) {
      if (rule.required()) {
        say(at, "is required");
      }
      return;
    }
    rule.against(value, type).forEach(reason -> say(at, reason));
  }

  private void say(String at, String what) {
    problems.add(Problem.error(at, what));
  }

  private static List<String> names(JsonNode items) {
    var names = new ArrayList<String>();
    items.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static boolean differ(JsonNode one, JsonNode other, ValueType type) {
    if (type == ValueType.AMOUNT && !(other instanceof MissingNode)) {
      var amounts = List.of(one, other).stream().map(JsonNode::asText).map(Amounts::parse).toList();
      return !amounts
          .getFirst()
          .flatMap(a -> amounts.getLast().map(b -> a.compareTo(b) == 0))
          .orElse(false);
    }
    return !Objects.equals(one, other);
  }
}
