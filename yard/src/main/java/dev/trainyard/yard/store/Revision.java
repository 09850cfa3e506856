package dev.trainyard.yard.store;

import java.util.Optional;

/// One change of one object as it is kept on disk; without an object it is a deletion.
public record Revision(long number, Key key, Optional<String> object) {

  public Revision {
    if (number < 1) {
      throw new IllegalArgumentException("revision %d of %s is below 1".formatted(number, key));
    }
  }
}
