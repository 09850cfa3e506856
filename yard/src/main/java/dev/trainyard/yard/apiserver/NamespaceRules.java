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
    object
        .withObjectProperty("metadata")
        .withObjectProperty("labels")
        .put("kubernetes.io/metadata.name", new ApiObject(object).name());
  }

  @Override
  public void begin(ObjectNode object, Instant now) {
    object.putObject("status").put("phase", "Active");
  }
}
