package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import java.util.Collection;
import java.util.List;

/// Fields that nobody knows. Nothing is guessed from them.
final class Unknown {

  static void among(ObjectNode node, Collection<String> known, String at, List<Problem> problems) {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                problems.add(problem("%s.%s".formatted(at, name), name, known));
              }
            });
  }

  /// Items are easily written without the word around them.
  static void besideItems(ObjectNode wrapper, String field, List<Problem> problems) {
    wrapper
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!name.equals("items")) {
                problems.add(
                    Problem.error(
                        "%s.%s".formatted(Paths.field(field), name),
                        "unknown field; %s"
                            .formatted(
                                Words.nearest(name, List.of("items"))
                                    .map("did you mean %s?"::formatted)
                                    .orElse(
                                        "write %s: {items: {%s: {value: …}}}"
                                            .formatted(field, name)))));
              }
            });
  }

  /// Members are easily written beside the value of an item instead of inside of it.
  static void inItem(
      ObjectNode item, Collection<String> members, String at, List<Problem> problems) {
    item.fieldNames()
        .forEachRemaining(
            name -> {
              var here = "%s.%s".formatted(at, name);
              if (members.contains(name) && !ItemMarks.KNOWN.contains(name)) {
                problems.add(
                    Problem.error(here, "unknown field; write {value: {%s: …}}".formatted(name)));
              } else if (!ItemMarks.KNOWN.contains(name)) {
                problems.add(problem(here, name, ItemMarks.KNOWN));
              }
            });
  }

  static Problem problem(String at, String name, Collection<String> known) {
    var hint = Words.nearest(name, known).map("; did you mean %s?"::formatted).orElse("");
    return Problem.error(at, "unknown field" + hint);
  }

  private Unknown() {}
}
