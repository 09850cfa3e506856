package dev.trainyard.cli.manifests;

import dev.trainyard.dialects.Problem;
import java.util.regex.Pattern;

/// A problem and where it stands. `quoted` is that line as it is written, for people to see.
public record Finding(String file, Mark at, Problem problem, String quoted) {

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\x80-\\x9f]");

  public boolean fatal() {
    return problem.fatal();
  }

  /// `FILE:LINE: PATH: MESSAGE`, as compilers write it.
  @Override
  public String toString() {
    return "%s: %s%s".formatted(where(), fatal() ? "" : "warning: ", said());
  }

  /// The same without the word for warnings.
  public String bare() {
    return "%s: %s".formatted(where(), said());
  }

  /// A field may be named anything, and a terminal obeys more than it shows.
  private String said() {
    return CONTROL
        .matcher(problem.toString())
        .replaceAll(sign -> "\\\\u%04x".formatted((int) sign.group().charAt(0)));
  }

  private String where() {
    return at.line() > 0 ? "%s:%d".formatted(file, at.line()) : file;
  }
}
