package dev.trainyard.dialects;

import java.util.List;

/// A resource as a dialect's records, or every reason why it cannot be one.
public sealed interface Parsed<R> {
  record Understood<R>(R resource) implements Parsed<R> {}

  record NotUnderstood<R>(List<Problem> problems) implements Parsed<R> {
    public NotUnderstood {
      problems = List.copyOf(problems);
    }
  }
}
