package dev.trainyard.simulation.proof;

/// Something that must always hold did not. Not an exception: a controller in whose request it is
/// noticed would take that for one more failure and try again.
public final class Violation extends AssertionError {

  public Violation(String message) {
    super(message);
  }
}
