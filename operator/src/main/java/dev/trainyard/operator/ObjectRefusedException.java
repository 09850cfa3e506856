package dev.trainyard.operator;

import dev.trainyard.engine.model.Fact;

/// The cluster would not have an object that the job needs. Tried again later; told at once.
public final class ObjectRefusedException extends RuntimeException {

  private final transient Fact.ObjectRefused fact;

  ObjectRefusedException(Fact.ObjectRefused fact) {
    super("%s %s was refused: %s".formatted(fact.kind(), fact.name(), fact.error()));
    this.fact = fact;
  }

  public Fact.ObjectRefused fact() {
    return fact;
  }
}
