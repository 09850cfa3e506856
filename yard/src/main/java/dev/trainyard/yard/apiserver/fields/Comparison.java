package dev.trainyard.yard.apiserver.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.trainyard.yard.apiserver.fields.FieldType.Elements;
import dev.trainyard.yard.apiserver.fields.FieldType.Structure;
import java.util.List;
import java.util.Optional;

/// What makes one form of an object another.
public record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {

  static final Comparison SAME = new Comparison(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);

  /// What became of a field itself, whatever became of those below it.
  private enum Change {
    NONE,
    ADDED,
    MODIFIED,
    REMOVED
  }

  private record Difference(Change self, Comparison below) {
    static final Difference NONE = new Difference(Change.NONE, SAME);
  }

  public static Comparison of(JsonNode before, JsonNode after, FieldType type) {
    return difference(before, after, type).below();
  }

  public boolean same() {
    return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
  }

  Comparison without(FieldSet fields) {
    return new Comparison(added.without(fields), modified.without(fields), removed.without(fields));
  }

  private Comparison union(Comparison other) {
    return new Comparison(
        added.union(other.added), modified.union(other.modified), removed.union(other.removed));
  }

  private static Difference difference(JsonNode before, JsonNode after, FieldType type) {
    if (before.equals(after)) {
      return Difference.NONE;
    }
    var now = type.of(after.isMissingNode() ? before : after);
    var old = type.of(before.isMissingNode() ? after : before);
    if (!old.getClass().equals(now.getClass())) {
      // What nobody knows the type of has become something else: all its parts are others.
      return new Difference(
          Change.MODIFIED,
          difference(before, Values.NONE, old)
              .below()
              .union(difference(Values.NONE, after, now).below()));
    }
    return switch (now) {
      case Structure structure when !structure.whole() && holdsAny(before, after) ->
          new Difference(appearance(before, after), fields(before, after, structure));
      case Elements elements when !now.whole() && holdsAny(before, after) ->
          elements(before, after, elements)
              .map(below -> new Difference(appearance(before, after), below))
              .orElseGet(() -> leaf(before, after));
      case FieldType _ -> leaf(before, after);
    };
  }

  /// Whether there are parts to compare. Without, empty and null are told apart as values are.
  private static boolean holdsAny(JsonNode before, JsonNode after) {
    return !before.isEmpty() || !after.isEmpty();
  }

  private static Change appearance(JsonNode before, JsonNode after) {
    if (before.isMissingNode()) {
      return Change.ADDED;
    }
    return after.isMissingNode() ? Change.REMOVED : Change.NONE;
  }

  private static Difference leaf(JsonNode before, JsonNode after) {
    var appearance = appearance(before, after);
    var changed = appearance == Change.NONE && !Values.same(before, after);
    return new Difference(changed ? Change.MODIFIED : appearance, SAME);
  }

  private static Comparison fields(JsonNode before, JsonNode after, Structure type) {
    var found = new Collected();
    for (var name : Values.names(before, after)) {
      found.add(
          Step.field(name),
          difference(value(before, name, type), value(after, name, type), type.type(name)));
    }
    type.fields()
        .forEach(
            (name, field) -> {
              if (field.always() && !before.has(name) && !after.has(name)) {
                found.add(
                    Step.field(name),
                    difference(value(before, name, type), value(after, name, type), field.type()));
              }
            });
    return found.comparison();
  }

  /// A field that is always there is null where nobody wrote it.
  private static JsonNode value(JsonNode object, String name, Structure type) {
    var always = type.field(name).filter(FieldType.Field::always).isPresent();
    return always && !object.isMissingNode() && !object.has(name)
        ? NullNode.getInstance()
        : object.path(name);
  }

  private static Optional<Comparison> elements(JsonNode before, JsonNode after, Elements type) {
    var olds = Values.byStep(type, before);
    var news = Values.byStep(type, after);
    if (olds.isEmpty() || news.isEmpty()) {
      return Optional.empty();
    }
    var found = new Collected();
    olds.get()
        .forEach(
            (step, old) ->
                alike(found, step, old, news.get().getOrDefault(step, List.of()), type.element()));
    news.get()
        .forEach(
            (step, now) -> {
              if (!olds.get().containsKey(step)) {
                alike(found, step, List.of(), now, type.element());
              }
            });
    return Optional.of(found.comparison());
  }

  /// Elements that cannot be told apart are owned together, without their parts.
  private static void alike(
      Collected found, Step step, List<JsonNode> before, List<JsonNode> after, FieldType type) {
    if (before.size() <= 1 && after.size() <= 1) {
      found.add(step, difference(only(before), only(after), type));
    } else if (before.size() > 1 && after.size() > 1) {
      if (!before.equals(after)) {
        found.add(step, new Difference(Change.MODIFIED, SAME));
      }
    } else if (before.size() > 1) {
      found.add(step, difference(Values.NONE, only(after), type));
      found.add(step, new Difference(Change.REMOVED, SAME));
    } else {
      found.add(step, difference(only(before), Values.NONE, type));
      found.add(step, new Difference(Change.ADDED, SAME));
    }
  }

  private static JsonNode only(List<JsonNode> elements) {
    return elements.isEmpty() ? Values.NONE : elements.getFirst();
  }

  private static final class Collected {

    private final FieldSet.Builder added = new FieldSet.Builder();
    private final FieldSet.Builder modified = new FieldSet.Builder();
    private final FieldSet.Builder removed = new FieldSet.Builder();

    void add(Step step, Difference difference) {
      var below = difference.below();
      added.add(step, difference.self() == Change.ADDED, below.added());
      modified.add(step, difference.self() == Change.MODIFIED, below.modified());
      removed.add(step, difference.self() == Change.REMOVED, below.removed());
    }

    Comparison comparison() {
      return new Comparison(added.build(), modified.build(), removed.build());
    }
  }
}
