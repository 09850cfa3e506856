package dev.trainyard.dialects.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A settings file to start from.
final class Starter {

  private static final int WIDTH = 96;

  static String of(List<Setting> settings, Chart chart) {
    var lines = new ArrayList<String>();
    lines.add("# Settings of a job for `trainyard generate`, chart %s.".formatted(chart));
    lines.add("# Take the # away from what you need; everything else is as it says.");
    var group = Optional.<Setting.Group>empty();
    for (var setting : settings) {
      if (!group.equals(Optional.of(setting.group()))) {
        group = Optional.of(setting.group());
        lines.add("");
        lines.add("# --- %s ---".formatted(setting.group().title));
      }
      lines.add("");
      var words =
          "%s Takes %s. Without it: %s."
              .formatted(setting.meaning(), setting.form().words(), setting.otherwise());
      Explanation.wrapped(words, WIDTH).forEach(line -> lines.add("# " + line));
      var mark = Rules.REQUIRED.contains(setting.name()) ? "" : "#";
      Explanation.sample(setting).forEach(line -> lines.add(mark + line));
    }
    return String.join("\n", lines) + "\n";
  }

  private Starter() {}
}
