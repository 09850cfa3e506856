package dev.trainyard.cli.manifests;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
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

  private static final Pattern END =
      Pattern.compile("<stream end>|unexpected end of stream|unexpected document separator");

  /// `lines` are those of the document, the first of them behind `lineBefore` others.
  static Finding finding(Source source, int lineBefore, List<String> lines, YAMLException mistake) {
    if (!(mistake instanceof MarkedYAMLException marked) || marked.getProblemMark() == null) {
      return source.finding(
          new Mark(lineBefore + 1, 1), words(String.valueOf(mistake.getMessage())));
    }
    var problem = String.valueOf(marked.getProblem());
    var at = marked.getProblemMark();
    if (!END.matcher(problem).find()) {
      return source.finding(mark(lineBefore, at), words(problem));
    }
    return Optional.ofNullable(marked.getContextMark())
        .filter(opened -> opened.getIndex() < at.getIndex())
        .map(
            opened ->
                source.finding(
                    mark(lineBefore, opened), "what opens here is never closed; close it"))
        .orElseGet(
            () ->
                source.finding(
                    new Mark(lineBefore + lastWritten(lines), 1),
                    "the document ends in the middle of a value; close what is open"));
  }

  private static Mark mark(int lineBefore, org.yaml.snakeyaml.error.Mark at) {
    return new Mark(lineBefore + at.getLine() + 1, at.getColumn() + 1);
  }

  private static int lastWritten(List<String> lines) {
    int last = lines.size();
    while (last > 1 && lines.get(last - 1).isBlank()) {
      last--;
    }
    return last;
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
