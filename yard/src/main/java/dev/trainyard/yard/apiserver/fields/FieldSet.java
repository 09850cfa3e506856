package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A set of fields, each by the way to it. A field may be in the set without the fields below it,
/// and they without it.
public final class FieldSet {

  public static final FieldSet EMPTY = new FieldSet(Collections.emptySortedMap());
  private static final Node NOTHING = new Node(false, EMPTY);
  private static final String SELF = ".";

  private final SortedMap<Step, Node> steps;

  /// Where a step leads: to a field that may be in the set, and to those below it.
  private record Node(boolean member, FieldSet below) {
    boolean nothing() {
      return !member && below.isEmpty();
    }
  }

  private enum Rule {
    UNION,
    INTERSECTION,
    DIFFERENCE;

    boolean holds(boolean mine, boolean theirs) {
      return switch (this) {
        case UNION -> mine || theirs;
        case INTERSECTION -> mine && theirs;
        case DIFFERENCE -> mine && !theirs;
      };
    }
  }

  private FieldSet(SortedMap<Step, Node> steps) {
    this.steps = steps;
  }

  /// The set of one field, given by the names on the way to it.
  public static FieldSet of(String... names) {
    return of(Arrays.stream(names).map(Step::field).toList());
  }

  /// The whole object is no field: an empty path makes an empty set.
  public static FieldSet of(List<Step> path) {
    var set = EMPTY;
    for (int i = path.size() - 1; i >= 0; i--) {
      set = of(path.get(i), new Node(i == path.size() - 1, set));
    }
    return set;
  }

  private static FieldSet of(Step step, Node node) {
    var steps = new TreeMap<Step, Node>();
    steps.put(step, node);
    return new FieldSet(steps);
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /// Whether the field one step away is in the set.
  boolean has(Step step) {
    return at(step).member();
  }

  boolean has(List<Step> path) {
    var set = this;
    for (var step : path.subList(0, path.size() - 1)) {
      set = set.below(step);
    }
    return set.has(path.getLast());
  }

  /// What is in the set beyond one step, as seen from there.
  FieldSet below(Step step) {
    return at(step).below();
  }

  private Node at(Step step) {
    return steps.getOrDefault(step, NOTHING);
  }

  public FieldSet union(FieldSet other) {
    return combined(other, Rule.UNION);
  }

  public FieldSet intersection(FieldSet other) {
    return combined(other, Rule.INTERSECTION);
  }

  /// Fields that the other set does not have; those below a field of the other set stay.
  public FieldSet difference(FieldSet other) {
    return combined(other, Rule.DIFFERENCE);
  }

  private FieldSet combined(FieldSet other, Rule rule) {
    if (isEmpty()) {
      return rule == Rule.UNION ? other : EMPTY;
    }
    if (other.isEmpty()) {
      return rule == Rule.INTERSECTION ? EMPTY : this;
    }
    var result = new TreeMap<Step, Node>();
    steps.forEach((step, mine) -> combine(result, step, mine, other.at(step), rule));
    if (rule == Rule.UNION) {
      other.steps.forEach(result::putIfAbsent);
    }
    return result.isEmpty() ? EMPTY : new FieldSet(result);
  }

  private static void combine(
      SortedMap<Step, Node> result, Step step, Node mine, Node theirs, Rule rule) {
    var node =
        new Node(
            rule.holds(mine.member(), theirs.member()),
            mine.below().combined(theirs.below(), rule));
    if (!node.nothing()) {
      result.put(step, node);
    }
  }

  /// Without the fields of the other set and everything below them.
  public FieldSet without(FieldSet other) {
    if (other.isEmpty()) {
      return this;
    }
    var result = new TreeMap<Step, Node>();
    steps.forEach(
        (step, mine) -> {
          var theirs = other.at(step);
          if (!theirs.member()) {
            var node = new Node(mine.member(), mine.below().without(theirs.below()));
            if (!node.nothing()) {
              result.put(step, node);
            }
          }
        });
    return result.isEmpty() ? EMPTY : new FieldSet(result);
  }

  /// With every declared field that is on the way to one of the set, as a struct has them all.
  FieldSet withDeclared(FieldType type) {
    var result = new TreeMap<Step, Node>();
    steps.forEach(
        (step, node) -> {
          var declared = type.declares(step) && !node.below().isEmpty();
          result.put(
              step, new Node(node.member() || declared, node.below().withDeclared(type.at(step))));
        });
    return new FieldSet(result);
  }

  /// The same ownership by a type that may have come to own as a whole what it owned in parts.
  FieldSet reconciled(FieldType type) {
    var result = new TreeMap<Step, Node>();
    var changed = false;
    for (var entry : steps.entrySet()) {
      var node = entry.getValue();
      var below = type.at(entry.getKey());
      var whole = below.whole() && !node.below().isEmpty();
      var now =
          whole ? new Node(true, EMPTY) : new Node(node.member(), node.below().reconciled(below));
      changed |= whole || !now.below().equals(node.below());
      result.put(entry.getKey(), now);
    }
    return changed ? new FieldSet(result) : this;
  }

  /// Every field by its path: those of a level before those below them.
  List<List<Step>> paths() {
    var paths = new ArrayList<List<Step>>();
    collect(List.of(), paths);
    return paths;
  }

  private void collect(List<Step> before, List<List<Step>> paths) {
    steps.forEach(
        (step, node) -> {
          if (node.member()) {
            paths.add(joined(before, step));
          }
        });
    steps.forEach((step, node) -> node.below().collect(joined(before, step), paths));
  }

  private static List<Step> joined(List<Step> path, Step step) {
    var joined = new ArrayList<>(path);
    joined.add(step);
    return joined;
  }

  static String shown(List<Step> path) {
    return path.stream().map(Step::shown).collect(Collectors.joining());
  }

  /// In the form of `FieldsV1`.
  public ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    steps.forEach((step, node) -> json.set(step.toString(), json(node)));
    return json;
  }

  private static ObjectNode json(Node node) {
    if (!node.member()) {
      return node.below().json();
    }
    var json = JsonNodeFactory.instance.objectNode();
    if (!node.below().isEmpty()) {
      json.putObject(SELF);
      json.setAll(node.below().json());
    }
    return json;
  }

  /// Reads `FieldsV1`.
  ///
  /// @throws IllegalArgumentException when it is something else
  public static FieldSet read(JsonNode json) {
    var set = new Builder();
    for (var field : json.properties()) {
      if (!field.getKey().equals(SELF)) {
        Step.parse(field.getKey()).ifPresent(step -> set.put(step, node(field.getValue())));
      }
    }
    return set.build();
  }

  private static Node node(JsonNode json) {
    var below = read(json);
    return new Node(below.isEmpty() || json.has(SELF), below);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldSet set && steps.equals(set.steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  @Override
  public String toString() {
    return paths().stream().map(FieldSet::shown).collect(Collectors.joining(" "));
  }

  /// Collects the fields of one level.
  static final class Builder {

    private final TreeMap<Step, Node> steps = new TreeMap<>();

    /// Adds what was found at one step; nothing, if that is what was found.
    void add(Step step, boolean member, FieldSet below) {
      put(step, new Node(member, below));
    }

    private void put(Step step, Node node) {
      if (!node.nothing()) {
        var known = Optional.ofNullable(steps.get(step)).orElse(NOTHING);
        steps.put(
            step, new Node(known.member() || node.member(), known.below().union(node.below())));
      }
    }

    FieldSet build() {
      return steps.isEmpty() ? EMPTY : new FieldSet(steps);
    }
  }
}
