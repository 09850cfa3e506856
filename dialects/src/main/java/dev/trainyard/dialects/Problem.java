package dev.trainyard.dialects;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// What is wrong with a resource: where (field path), and what (value, rule and, where possible,
/// the fix). A warning is legal and unwise; the resource is accepted.
public record Problem(String path, String message, Severity severity) {

  /// A value longer than this is cut where a message quotes it.
  private static final int MAX_QUOTED = 253;

  public enum Severity {
    ERROR,
    WARNING
  }

  public static Problem error(String path, String message) {
    return new Problem(path, message, Severity.ERROR);
  }

  public static Problem warning(String path, String message) {
    return new Problem(path, message, Severity.WARNING);
  }

  // The forms in which Kubernetes itself words a problem, so that ours read like its own.

  public static Problem required(String path, String rule) {
    return error(path, "Required value: " + rule);
  }

  public static Problem forbidden(String path, String rule) {
    return error(path, "Forbidden: " + rule);
  }

  public static Problem invalid(String path, String value, String rule) {
    return error(path, "Invalid value: %s: %s".formatted(quoted(value), rule));
  }

  public static Problem invalid(String path, long value, String rule) {
    return error(path, "Invalid value: %d: %s".formatted(value, rule));
  }

  public static Problem duplicate(String path, String value, String fix) {
    return error(path, "Duplicate value: %s: %s".formatted(quoted(value), fix));
  }

  /// With the word that was probably meant, where one is near.
  public static Problem unsupported(String path, String value, Collection<String> supported) {
    var known = supported.stream().map(Problem::quoted).collect(Collectors.joining(", "));
    var hint = Words.nearest(value, supported).map("; did you mean %s?"::formatted).orElse("");
    return error(
        path,
        "Unsupported value: %s: supported values: %s%s".formatted(quoted(value), known, hint));
  }

  public boolean fatal() {
    return severity == Severity.ERROR;
  }

  /// One problem as it is, several in brackets, as an API server joins them.
  public static String joined(List<Problem> problems) {
    return problems.size() == 1
        ? problems.getFirst().toString()
        : problems.stream().map(Problem::toString).collect(Collectors.joining(", ", "[", "]"));
  }

  /// A message that opens with its path is not given it twice.
  @Override
  public String toString() {
    return message.startsWith(path) ? message : path + ": " + message;
  }

  /// As messages show a value: cut where it is long, with nothing a terminal would obey.
  public static String quoted(String value) {
    var shown = value.length() <= MAX_QUOTED ? value : value.substring(0, MAX_QUOTED) + "…";
    var text = new StringBuilder("\"");
    shown
        .codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
              } else if (Character.isISOControl(c)) {
                text.append("\\u%04x".formatted(c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.append('"').toString();
  }
}
