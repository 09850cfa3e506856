package dev.trainyard.simulation.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// What stands, and what is to be said of each.
record Objects(SortedMap<String, String> texts) {

  /// What is otherwise here, in lines.
  List<String> differencesFrom(Objects expected) {
    var lines = new ArrayList<String>();
    expected.texts.forEach(
        (key, text) -> {
          var ours = texts.get(key);
          if (ours == null) {
            lines.add("%s is missing; it should be: %s".formatted(key, text));
          } else if (!ours.equals(text)) {
            lines.add("%s is %s%n  and should be %s".formatted(key, ours, text));
          }
        });
    texts.keySet().stream()
        .filter(key -> !expected.texts.containsKey(key))
        .forEach(key -> lines.add("%s is left over: %s".formatted(key, texts.get(key))));
    return lines;
  }
}
