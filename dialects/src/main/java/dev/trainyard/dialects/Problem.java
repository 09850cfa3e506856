package dev.trainyard.dialects;

/// What is wrong with a resource: where (field path), and what (value, rule and, where possible,
/// the fix). A warning is legal and unwise; the resource is accepted.
public record Problem(String path, String message, Severity severity) {

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

  public boolean fatal() {
    return severity == Severity.ERROR;
  }

  @Override
  public String toString() {
    return path + ": " + message;
  }
}
