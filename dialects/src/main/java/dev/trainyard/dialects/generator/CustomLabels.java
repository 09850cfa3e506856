package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The user's own labels; of two with one key the later one counts.
final class CustomLabels {

  static ObjectNode of(Settled settings) {
    var labels = JsonNodeFactory.instance.objectNode();
    settings
        .list("customLabels")
        .forEach(label -> labels.put(Texts.of(label.path("key")), Texts.of(label.path("value"))));
    return labels;
  }

  private CustomLabels() {}
}
