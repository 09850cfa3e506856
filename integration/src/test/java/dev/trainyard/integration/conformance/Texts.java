package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// The corpus' files, and JSON as it stands in them.
final class Texts {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  static String resource(String name) {
    try (var in = Texts.class.getResourceAsStream("/conformance/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode yaml(String resource) {
    try {
      return YAML.readTree(resource(resource));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  /// Missing where the text is neither JSON nor YAML.
  static JsonNode jsonOrYaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /// As RFC 7386 merges, so that null removes.
  static ObjectNode merged(ObjectNode target, ObjectNode patch) {
    var result = target.deepCopy();
    patch
        .properties()
        .forEach(
            change -> {
              var name = change.getKey();
              switch (change.getValue()) {
                case ObjectNode deeper when result.get(name) instanceof ObjectNode old ->
                    result.set(name, merged(old, deeper));
                case JsonNode gone when gone.isNull() -> result.remove(name);
                case JsonNode value -> result.set(name, value.deepCopy());
              }
            });
    return result;
  }

  private Texts() {}
}
