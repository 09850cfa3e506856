package dev.trainyard.yard.store;

import java.util.Optional;

/// One change of one object as it is kept on disk; without an object it is a deletion.
public record Revision(long number, Key key, Optional<String> object) {

  /// A key of JSON; in a text, its quotes would be escaped.
  private static final String BEING_DELETED = "\"deletionTimestamp\":\"";

  public Revision {
    if (number < 1) {
      throw new IllegalArgumentException("revision %d of %s is below 1".formatted(number, key));
    }
  }

  /// Whether something goes, or is on its way out. Only this is still written when the disk is
  /// full.
  boolean relieves() {
    return object.isEmpty() || object.get().contains(BEING_DELETED);
  }
}
