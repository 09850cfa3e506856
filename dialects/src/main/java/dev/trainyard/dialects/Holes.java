package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Values that are null: everything behind the codec may rely on their absence. A field that is
/// null says as much as one that is not there, as in `env:` with nothing after it. To an element of
/// a list nothing in Kubernetes gives a meaning.
final class Holes {

  /// Takes out fields that are null and lists with holes, and names the holes.
  static List<Problem> fill(ObjectNode root) {
    var problems = new ArrayList<Problem>();
    inObject(root, "", problems);
    return problems;
  }

  private static void inObject(ObjectNode node, String path, List<Problem> problems) {
    var holed = new ArrayList<String>();
    node.properties()
        .forEach(
            field -> {
              var at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
              if (field.getValue().isNull() || in(field.getValue(), at, problems)) {
                holed.add(field.getKey());
              }
            });
    node.remove(holed);
  }

  /// Whether the value is a list with a hole, however deep inside other lists.
  private static boolean in(JsonNode value, String path, List<Problem> problems) {
    boolean holed = false;
    switch (value) {
      case ObjectNode object -> inObject(object, path, problems);
      case ArrayNode list -> {
        for (int i = 0; i < list.size(); i++) {
          var at = "%s[%d]".formatted(path, i);
          if (list.get(i).isNull()) {
            problems.add(Problem.error(at, "is null; give it a value or remove it"));
            holed = true;
          } else {
            holed |= in(list.get(i), at, problems);
          }
        }
      }
      default -> {}
    }
    return holed;
  }

  private Holes() {}
}
