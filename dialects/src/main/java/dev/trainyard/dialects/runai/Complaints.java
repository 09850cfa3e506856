package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// Problems as a status tells them: `gpu: must not be negative; image: is required`.
final class Complaints {

  /// In the order of the fields, each once.
  static String joined(List<Problem> problems) {
    return problems.stream()
        .map(problem -> "%s: %s".formatted(Paths.spoken(problem.path()), problem.message()))
        .sorted()
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private Complaints() {}
}
