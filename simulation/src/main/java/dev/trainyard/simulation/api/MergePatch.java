package dev.trainyard.simulation.api;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// JSON merge patches.
public final class MergePatch {

  /// Changes the target.
  public static void into(ObjectNode target, ObjectNode patch) {
    for (var field : patch.properties()) {
      if (field.getValue().isNull()) {
        target.remove(field.getKey());
      } else if (field.getValue() instanceof ObjectNode nested) {
        var below =
            target.get(field.getKey()) instanceof ObjectNode standing
                ? standing
                : target.putObject(field.getKey());
        into(below, nested);
      } else {
        target.set(field.getKey(), field.getValue().deepCopy());
      }
    }
  }

  /// What brings about everything that is wanted, and takes away what was wanted before and is no
  /// more.
  public static ObjectNode replacing(ObjectNode before, ObjectNode wanted) {
    var patch = wanted.deepCopy();
    for (var field : before.properties()) {
      if (!wanted.has(field.getKey())) {
        patch.putNull(field.getKey());
      } else if (field.getValue() instanceof ObjectNode nested
          && wanted.get(field.getKey()) instanceof ObjectNode still) {
        patch.set(field.getKey(), replacing(nested, still));
      }
    }
    return patch;
  }

  private MergePatch() {}
}
