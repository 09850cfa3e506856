package dev.trainyard.cli.manifests;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/// What a YAML parser stumbled over, in words that name the fix.
final class YamlMistakes {

  private record Advice(String sign, String words) {}

  // The first sign found in what the parser says decides.
  private static final List<Advice> ADVICE =
      List.of(
          new Advice("(tab)", "a tab cannot indent YAML; use spaces"),
          new Advice(
              "mapping values are not allowed here",
              "\": \" cannot stand here; quote the value, or correct the indentation"),
          new Advice(
              "could not find expected ':'",
              "a field needs \":\" after its name; add it, or correct the indentation above"),
          new Advice(
              "expected <block end>",
              "this line is aligned with nothing above it; correct the indentation"),
          new Advice(
              "sequence entries are not allowed here",
              "a list cannot begin here; put its \"-\" on a line of its own, below the field"),
          new Advice("that cannot start any token", "a value cannot begin like this; quote it"),
          new Advice("found undefined alias", "the alias names no anchor; define it with & first"),
          new Advice("nesting depth", "values are nested too deeply to be a manifest"));

  static Finding finding(Source source, int lineBefore, YAMLException mistake) {
    if (!(mistake instanceof MarkedYAMLException marked) || marked.getProblemMark() == null) {
      return source.finding(
          new Mark(lineBefore + 1, 1), words(String.valueOf(mistake.getMessage())));
    }
    var at = marked.getProblemMark();
    var openedAt = Optional.ofNullable(marked.getContextMark());
    if (endsInside(marked) && openedAt.isPresent()) {
      return source.finding(
          new Mark(lineBefore + openedAt.get().getLine() + 1, openedAt.get().getColumn() + 1),
          "what opens here is never closed; close it");
    }
    int line = Math.min(lineBefore + at.getLine() + 1, source.lines().size());
    return source.finding(
        new Mark(line, at.getColumn() + 1), words(String.valueOf(marked.getProblem())));
  }

  private static boolean endsInside(MarkedYAMLException mistake) {
    var problem = String.valueOf(mistake.getProblem());
    return problem.contains("unexpected end of stream")
        || problem.contains("unexpected document separator")
        || problem.endsWith("but got '<stream end>'");
  }

  private static String words(String problem) {
    var said = problem.lines().findFirst().orElse("");
    var lower = said.toLowerCase(Locale.ROOT);
    return ADVICE.stream()
        .filter(advice -> lower.contains(advice.sign()))
        .findFirst()
        .map(Advice::words)
        .orElseGet(() -> "not YAML: %s".formatted(said));
  }

  private YamlMistakes() {}
}
