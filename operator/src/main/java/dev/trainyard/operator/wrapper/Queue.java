package dev.trainyard.operator.wrapper;

import dev.trainyard.api.codeflare.AppWrapper;

/// Who says when an AppWrapper begins.
public interface Queue {

  /// Whether it is ours to say for this one.
  boolean decidesOn(AppWrapper resource);

  /// What is to happen to it. Whoever is told to begin has the room from then on.
  Turn turn(AppWrapper resource);

  sealed interface Turn {

    /// There is room for all of its pods.
    record Begins(String clusterQueue) implements Turn {}

    /// It is not its turn.
    ///
    /// @param news whether nobody has been told so yet
    record Waits(String why, boolean news) implements Turn {}

    /// It was let in, and must leave.
    record Stops(String why) implements Turn {}

    /// It stays as it is; whenever that changes, whoever drives the queue is told.
    record Stays() implements Turn {}
  }

  /// Somebody else says so by `suspend`: Kueue, or a user.
  static Queue ofOthers() {
    return new Queue() {
      @Override
      public boolean decidesOn(AppWrapper resource) {
        return false;
      }

      @Override
      public Turn turn(AppWrapper resource) {
        return new Turn.Stays();
      }
    };
  }
}
