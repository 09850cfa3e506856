package dev.trainyard.integration.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a whole run found, as the tables of `docs/conformance.md`.
record Report(
    List<Scenario> scenarios,
    List<Difference> found,
    KnownDifferences known,
    Map<String, String> versions) {

  private static final String MARK = "<!-- From here on written by the run itself. -->";

  /// Everything below the mark is written anew.
  void writeTo(Path page) throws IOException {
    var text = Files.readString(page);
    var above = text.substring(0, text.indexOf(MARK) + MARK.length());
    Files.writeString(page, above + "\n\n" + String.join("\n", lines()) + "\n");
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    var requests = scenarios.stream().mapToInt(scenario -> scenario.steps().size()).sum();
    lines.add(
        "%,d requests in %,d scenarios, asked of %s and of %s: %,d were answered alike, %,d not."
            .formatted(
                requests,
                scenarios.size(),
                versions.get("yard"),
                versions.get("kubernetes"),
                requests - found.size(),
                found.size()));
    lines.add("");
    lines.add("## Differences");
    lines.add("| difference | requests | why |");
    lines.add("|---|---|---|");
    var counts = known.count(found);
    known
        .entries()
        .forEach(
            entry ->
                lines.add(
                    "| %s | %d | %s |"
                        .formatted(entry.name(), counts.getOrDefault(entry, 0), entry.why())));
    lines.add("");
    lines.add("## By verb");
    lines.addAll(table("verb", byVerb()));
    lines.add("");
    lines.add("## By kind");
    lines.addAll(table("kind", byKind()));
    return lines;
  }

  private static List<String> table(String title, Map<String, int[]> rows) {
    return Stream.concat(
            Stream.of("| %s | requests | differ |".formatted(title), "|---|---|---|"),
            rows.entrySet().stream()
                .map(
                    row ->
                        "| %s | %d | %d |"
                            .formatted(row.getKey(), row.getValue()[0], row.getValue()[1])))
        .toList();
  }

  private Map<String, int[]> byVerb() {
    var rows = new TreeMap<String, int[]>();
    for (var scenario : scenarios) {
      scenario.steps().forEach(step -> row(rows, step.word())[0]++);
    }
    found.forEach(difference -> row(rows, difference.step().word())[1]++);
    return rows;
  }

  private Map<String, int[]> byKind() {
    var rows = new TreeMap<String, int[]>();
    for (var scenario : scenarios) {
      row(rows, scenario.subject().label())[0] += scenario.steps().size();
    }
    found.forEach(difference -> row(rows, difference.scenario().subject().label())[1]++);
    return rows;
  }

  private static int[] row(Map<String, int[]> rows, String name) {
    return rows.computeIfAbsent(name, _ -> new int[2]);
  }
}
