package dev.trainyard.cli.manifests;

import dev.trainyard.dialects.Problem;
import java.util.List;

/// One input under the name a person knows it by, line by line.
public record Source(String name, List<String> lines) {

  public Source {
    lines = List.copyOf(lines);
  }

  static Source unread(String name) {
    return new Source(name, List.of());
  }

  Finding finding(Mark at, Problem problem) {
    var quoted = at.line() > 0 && at.line() <= lines.size() ? lines.get(at.line() - 1) : "";
    return new Finding(name, at, problem, quoted);
  }

  Finding finding(Mark at, String message) {
    return finding(at, Problem.error("", message));
  }
}
