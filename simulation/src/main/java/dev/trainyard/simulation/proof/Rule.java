package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Change;
import java.util.function.Supplier;

/// Something that must hold of everything that happens.
interface Rule {

  void changed(Change change);

  /// Once nothing more happens.
  default void atTheEnd() {}

  /// Looked at so often that the words are found only when they are needed.
  static void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new Violation(otherwise.get());
    }
  }
}
