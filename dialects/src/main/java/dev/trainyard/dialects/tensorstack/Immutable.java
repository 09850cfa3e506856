package dev.trainyard.dialects.tensorstack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which fields of a job may change while it is there; all others are as they were written first.
final class Immutable {

  private static final Set<String> MUTABLE =
      Set.of(
          "spec.runMode.pause.enable",
          "spec.runMode.pause.enabled",
          "spec.runMode.debug",
          "spec.elastic.expectedReplicas",
          "spec.runPolicy",
          "spec.tensorboardSpec.suspend",
          "spec.tensorboardSpec.runMode");

  static List<Problem> check(JsonNode before, JsonNode after) {
    var changed = new ArrayList<String>();
    compare("spec", before, after, changed);
    return changed.stream().map(path -> Problem.error(path, "field is immutable")).toList();
  }

  private static void compare(String path, JsonNode before, JsonNode after, List<String> changed) {
    if (MUTABLE.contains(path) || same(before, after)) {
      return;
    }
    if (structured(before) && structured(after)) {
      fields(before, after)
          .forEach(
              name -> compare(path + "." + name, before.path(name), after.path(name), changed));
    } else if (before.isArray() && after.isArray() && before.size() == after.size()) {
      for (int i = 0; i < before.size(); i++) {
        compare("%s[%d]".formatted(path, i), before.get(i), after.get(i), changed);
      }
    } else {
      changed.add(path);
    }
  }

  private static boolean same(JsonNode before, JsonNode after) {
    return before.equals(after) || (absent(before) && absent(after));
  }

  private static boolean absent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  /// An object that is not there has no fields.
  private static boolean structured(JsonNode node) {
    return node.isObject() || absent(node);
  }

  private static Set<String> fields(JsonNode before, JsonNode after) {
    var names = new LinkedHashSet<String>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private Immutable() {}
}
