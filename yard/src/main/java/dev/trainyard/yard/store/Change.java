package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// One durable change: the object before it and after it. Both are shared and never modified.
public record Change(
    long revision, Key key, Optional<ObjectNode> before, Optional<ObjectNode> after) {

  public Change {
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException(
          "revision %d of %s changes nothing".formatted(revision, key));
    }
  }
}
