package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// A namespace is active from the start and cannot go before its content.
final class NamespaceRules implements Rules {

  @Override
  public NameRule names() {
    return NameRule.LABEL;
  }

  @Override
  public void complete(ObjectNode object) {
    object.withObjectProperty("spec").set("finalizers", Json.array(List.of("kubernetes")));
    label(object);
  }

  @Override
  public void begin(ObjectNode object, Instant now) {
    object.putObject("status").put("phase", "Active");
    label(object);
  }

  /// A generated name is known only when the object begins.
  private static void label(ObjectNode object) {
    var name = new ApiObject(object).name();
    if (!name.isEmpty()) {
      var labels = object.withObjectProperty("metadata").withObjectProperty("labels");
      labels.put("kubernetes.io/metadata.name", name);
    }
  }
}
