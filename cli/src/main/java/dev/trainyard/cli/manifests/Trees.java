package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Objects as JSON trees, and trees as text.
public final class Trees {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// What an API server would be sent for an object of the client's model.
  public static ObjectNode of(Object object) {
    return MAPPER.valueToTree(object);
  }

  public static String json(JsonNode tree) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public static String yaml(JsonNode tree) {
    return YamlText.of(tree);
  }

  private Trees() {}
}
