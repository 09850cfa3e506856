package dev.trainyard.dialects.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// One setting on one page.
final class Explanation {

  private static final int WIDTH = 90;
  private static final int LABEL = 10;

  static List<String> of(Setting setting) {
    var lines = new ArrayList<String>();
    lines.add("%s (%s)".formatted(setting.name(), setting.group().title.toLowerCase(Locale.ROOT)));
    wrapped(setting.meaning(), WIDTH).forEach(line -> lines.add("  " + line));
    lines.addAll(labelled("takes:", setting.form().words()));
    lines.addAll(labelled("without:", setting.otherwise()));
    lines.addAll(labelled("charts:", charts(setting)));
    lines.add("  example:");
    sample(setting).forEach(line -> lines.add("    " + line));
    return lines;
  }

  private static List<String> labelled(String label, String text) {
    var lines = new ArrayList<String>();
    for (var line : wrapped(text, WIDTH - LABEL)) {
      lines.add("  %-10s%s".formatted(lines.isEmpty() ? label : "", line));
    }
    return lines;
  }

  private static String charts(Setting setting) {
    var charts =
        setting.tenure().charts().stream().map(Chart::toString).collect(Collectors.joining(", "));
    return setting.tenure().words().isEmpty()
        ? charts
        : "%s (%s)".formatted(charts, setting.tenure().words());
  }

  /// The setting with its sample, as YAML.
  static List<String> sample(Setting setting) {
    var sample = setting.sample();
    if (setting.form() instanceof ScalarForm) {
      return List.of("%s: %s".formatted(setting.name(), sample.getFirst()));
    }
    var lines = new ArrayList<String>();
    lines.add(setting.name() + ":");
    sample.forEach(line -> lines.add("  " + line));
    return lines;
  }

  static List<String> wrapped(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private Explanation() {}
}
