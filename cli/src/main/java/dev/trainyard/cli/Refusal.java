package dev.trainyard.cli;

import java.util.List;

/// The command cannot go on: every line says what is wrong and what to do.
public final class Refusal extends RuntimeException {

  private final ExitStatus status;
  private final List<String> lines;

  public Refusal(ExitStatus status, List<String> lines) {
    super(String.join("\n", lines));
    this.status = status;
    this.lines = List.copyOf(lines);
  }

  public Refusal(ExitStatus status, String line) {
    this(status, List.of(line));
  }

  public ExitStatus status() {
    return status;
  }

  public List<String> lines() {
    return lines;
  }
}
