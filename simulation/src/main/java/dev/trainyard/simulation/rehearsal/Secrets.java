package dev.trainyard.simulation.rehearsal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Secrets as an API server holds them.
final class Secrets {

  /// Texts are an easier way to write what is stored in base64.
  static ObjectNode encoded(ObjectNode object) {
    if (!object.path("kind").asText().equals("Secret")
        || !(object.path("stringData") instanceof ObjectNode texts)) {
      return object;
    }
    var secret = object.deepCopy();
    secret.remove("stringData");
    var data = secret.withObjectProperty("data");
    texts
        .properties()
        .forEach(
            text ->
                data.put(
                    text.getKey(),
                    Base64.getEncoder()
                        .encodeToString(
                            text.getValue().asText().getBytes(StandardCharsets.UTF_8))));
    return secret;
  }

  private Secrets() {}
}
