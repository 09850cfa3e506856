package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// One durable change: the object before it and after it. Both are shared and never modified.
///
/// @param text of the object after it, once that is on disk
public record Change(
    long revision,
    Key key,
    Optional<ObjectNode> before,
    Optional<ObjectNode> after,
    Optional<String> text) {

  Change(long revision, Key key, Optional<ObjectNode> before, Optional<ObjectNode> after) {
    this(revision, key, before, after, Optional.empty());
  }

  /// The same, now that the text of it is there.
  Change as(Optional<String> stored) {
    return new Change(revision, key, before, after, stored);
  }

  public Change {
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException(
          "revision %d of %s changes nothing".formatted(revision, key));
    }
  }
}
