package dev.trainyard.cli.manifests;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Console.Style;
import java.util.ArrayList;
import java.util.List;

/// Findings as lines: one each, with the place in the file shown below where a person looks on, and
/// a count at the end.
public final class Report {

  /// Longer lines are not worth a look on a terminal.
  private static final int MAX_QUOTED = 160;

  private final Console console;

  public Report(Console console) {
    this.console = console;
  }

  public List<String> lines(List<Finding> findings) {
    var lines = new ArrayList<String>();
    findings.forEach(finding -> lines.addAll(lines(finding)));
    lines.add(count(findings));
    return lines;
  }

  private List<String> lines(Finding finding) {
    var line = console.styled(finding.toString(), finding.fatal() ? Style.RED : Style.YELLOW);
    var quoted = finding.quoted().replace('\t', ' ');
    if (!console.lively() || quoted.isBlank() || quoted.length() > MAX_QUOTED) {
      return List.of(line);
    }
    var number = "%5d | ".formatted(finding.at().line());
    var caret = " ".repeat(5) + " | " + " ".repeat(Math.max(finding.at().column() - 1, 0)) + "^";
    return List.of(
        line, console.styled(number + quoted, Style.DIM), console.styled(caret, Style.DIM));
  }

  static String count(List<Finding> findings) {
    long problems = findings.stream().filter(Finding::fatal).count();
    long warnings = findings.size() - problems;
    var counted = counted(problems, "problem");
    return warnings == 0 ? counted : "%s, %s".formatted(counted, counted(warnings, "warning"));
  }

  public static String counted(long count, String noun) {
    return "%s %s%s".formatted(count == 0 ? "no" : count, noun, count == 1 ? "" : "s");
  }
}
