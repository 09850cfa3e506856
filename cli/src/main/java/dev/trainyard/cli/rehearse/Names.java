package dev.trainyard.cli.rehearse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Names of many objects in few words: `train-master-0, train-worker-0 to -7`.
final class Names {

  private static final Pattern NUMBERED = Pattern.compile("(.*-)(0|[1-9]\\d{0,8})");

  private record Numbered(String base, int number) {

    static Optional<Numbered> of(String name) {
      var parts = NUMBERED.matcher(name);
      return parts.matches()
          ? Optional.of(new Numbered(parts.group(1), Integer.parseInt(parts.group(2))))
          : Optional.empty();
    }

    String next() {
      return base + (number + 1);
    }
  }

  static String joined(List<String> names) {
    var words = new ArrayList<String>();
    for (int i = 0; i < names.size(); ) {
      int end = endOfRun(names, i);
      // Two names are as short as their range.
      if (end - i > 2) {
        var last = Numbered.of(names.get(end - 1)).orElseThrow();
        words.add("%s to -%d".formatted(names.get(i), last.number()));
      } else {
        words.addAll(names.subList(i, end));
      }
      i = end;
    }
    return String.join(", ", words);
  }

  private static int endOfRun(List<String> names, int begin) {
    int end = begin + 1;
    while (end < names.size()
        && Numbered.of(names.get(end - 1))
            .map(Numbered::next)
            .filter(names.get(end)::equals)
            .isPresent()) {
      end++;
    }
    return end;
  }

  private Names() {}
}
