package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// What becomes of a wish.
public sealed interface Answer {

  /// `patch` is a merge patch of the resource, `what` says what is different with it, and each line
  /// of `then` what follows.
  record Change(ObjectNode patch, String what, List<String> then) implements Answer {
    public Change {
      then = List.copyOf(then);
    }
  }

  /// It is so already: nothing to change.
  record Already(String what) implements Answer {}

  /// Never, or not for this job; the sentence says why, and what would be granted.
  record Refused(String why) implements Answer {}
}
