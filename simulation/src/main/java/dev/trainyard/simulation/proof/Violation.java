package dev.trainyard.simulation.proof;

/// Something that must always hold did not.
public final class Violation extends RuntimeException {

  public Violation(String message) {
    super(message);
  }
}
