package dev.trainyard.dialects.batch;

import dev.trainyard.dialects.pods.ReplicaCount;
import java.util.Collection;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Indexes in one line, neighbours as a range: `0,2-5,9`.
final class Indexes {

  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

  static String text(Collection<Integer> indexes) {
    var line = new StringJoiner(",");
    var rest = new TreeSet<>(indexes);
    while (!rest.isEmpty()) {
      int first = rest.removeFirst();
      int last = first;
      while (rest.remove(last + 1)) {
        last++;
      }
      line.add(first == last ? "" + first : "%d-%d".formatted(first, last));
    }
    return line.toString();
  }

  /// What is no index is read past. The text comes from outside: no Job we accept has more.
  static Set<Integer> of(String text) {
    var indexes = new TreeSet<Integer>();
    for (var part : text.split(",", -1)) {
      var range = RANGE.matcher(part);
      if (range.matches()) {
        int first = Integer.parseInt(range.group(1));
        int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
        for (int index = first; index <= Math.min(last, ReplicaCount.MOST); index++) {
          indexes.add(index);
        }
      }
    }
    return indexes;
  }

  private Indexes() {}
}
