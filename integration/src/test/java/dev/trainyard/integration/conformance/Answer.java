package dev.trainyard.integration.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;

/// What a server said.
///
/// @param body a stream of events is a list; missing where it is text
/// @param warnings how many it gave
record Answer(int code, String type, JsonNode body, String text, int warnings) {

  static Answer of(HttpResponse<String> response) {
    var type = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
    return new Answer(
        response.statusCode(),
        type,
        body(type, response.body()),
        response.body(),
        response.headers().allValues("Warning").size());
  }

  static Answer none(IOException why) {
    return new Answer(0, "", MissingNode.getInstance(), why.toString(), 0);
  }

  private static JsonNode body(String type, String text) {
    if (text.isBlank()) {
      return MissingNode.getInstance();
    }
    return switch (type) {
      case "application/json" -> text.startsWith("{\"type\":") ? events(text) : Texts.json(text);
      case "application/yaml" -> Texts.jsonOrYaml(text);
      default -> MissingNode.getInstance();
    };
  }

  private static JsonNode events(String text) {
    var events = JsonNodeFactory.instance.arrayNode();
    text.lines().filter(line -> !line.isBlank()).map(Texts::json).forEach(events::add);
    return events;
  }

  boolean refuses() {
    return body.path("kind").asText().equals("Status")
        && body.path("status").asText().equals("Failure");
  }

  String reason() {
    return body.path("reason").asText("");
  }

  /// The fields that a refusal names.
  Set<String> fields() {
    var fields = new TreeSet<String>();
    body.at("/details/causes").forEach(cause -> fields.add(cause.path("field").asText("")));
    return fields;
  }

  /// What a refusal is about.
  String about() {
    var details = body.path("details");
    return details.isObject()
        ? "%s/%s %s"
            .formatted(
                details.path("group").asText(""),
                details.path("kind").asText(""),
                details.path("name").asText("").replaceFirst("^(made-|Made_|x{50,}).*", "$1…"))
        : "nothing";
  }
}
