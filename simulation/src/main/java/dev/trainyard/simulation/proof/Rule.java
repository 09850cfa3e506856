package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Change;

/// Something that must hold of everything that happens.
interface Rule {

  void changed(Change change);

  /// Once nothing more happens.
  default void atTheEnd() {}

  static void require(boolean holds, String otherwise, Object... names) {
    if (!holds) {
      throw new Violation(otherwise.formatted(names));
    }
  }
}
