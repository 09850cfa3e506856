package dev.trainyard.operator.wrapper;

import dev.trainyard.api.codeflare.AppWrapper;
import java.util.Optional;

/// Who says when an AppWrapper begins.
public interface Queue {

  /// Whether it is ours to say for this one.
  boolean decidesOn(AppWrapper resource);

  /// Why it must wait, or nothing when there is room for all of its pods. Whoever is told to begin
  /// has the room from then on.
  Optional<String> waitsFor(AppWrapper resource);

  /// Somebody else says so by `suspend`: Kueue, or a user.
  static Queue ofOthers() {
    return new Queue() {
      @Override
      public boolean decidesOn(AppWrapper resource) {
        return false;
      }

      @Override
      public Optional<String> waitsFor(AppWrapper resource) {
        return Optional.empty();
      }
    };
  }
}
