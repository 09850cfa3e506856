package dev.trainyard.cli.manifests;

import dev.trainyard.dialects.Problem;

/// A problem and where it stands. `quoted` is that line as it is written, for people to see.
public record Finding(String file, Mark at, Problem problem, String quoted) {

  public boolean fatal() {
    return problem.fatal();
  }

  /// `FILE:LINE: PATH: MESSAGE`, as compilers write it.
  @Override
  public String toString() {
    return "%s: %s%s".formatted(where(), fatal() ? "" : "warning: ", problem);
  }

  /// The same without the word for warnings.
  public String bare() {
    return "%s: %s".formatted(where(), problem);
  }

  private String where() {
    return at.line() > 0 ? "%s:%d".formatted(file, at.line()) : file;
  }
}
