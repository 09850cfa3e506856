package dev.trainyard.operator;

import dev.trainyard.engine.model.Fact;

/// The cluster would not have an object that the job needs, or not let go of one. Tried again
/// later; told at once.
public final class ObjectRefusedException extends RuntimeException {

  private final transient Fact fact;

  ObjectRefusedException(Fact.ObjectRefused fact) {
    super("%s %s was refused: %s".formatted(fact.kind(), fact.name(), fact.error()));
    this.fact = fact;
  }

  ObjectRefusedException(Fact.RemovalRefused fact) {
    super("%s %s may not be removed: %s".formatted(fact.kind(), fact.name(), fact.error()));
    this.fact = fact;
  }

  public Fact fact() {
    return fact;
  }
}
