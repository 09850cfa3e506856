package dev.trainyard.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Shows that a Secret has values without showing them.
public final class Secrets {

  static final String MASK = "***";

  /// `kubectl apply` keeps a copy of the whole object here.
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  public static ObjectNode masked(ObjectNode object) {
    if (!object.path("kind").asText().equals("Secret")) {
      return object;
    }
    var copy = object.deepCopy();
    for (var field : List.of("data", "stringData")) {
      if (copy.path(field) instanceof ObjectNode values) {
        values.properties().forEach(value -> values.put(value.getKey(), MASK));
      }
    }
    if (copy.path("metadata").path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(LAST_APPLIED);
    }
    return copy;
  }

  private Secrets() {}
}
