package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The few words of JSON that everything here is written in.
final class Json {

  static final ObjectMapper MAPPER = new ObjectMapper();

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array(Collection<String> texts) {
    var array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  /// The node at this path, or a missing node: never null.
  static JsonNode at(JsonNode node, String... path) {
    var found = node;
    for (var step : path) {
      found = found.path(step);
    }
    return found;
  }

  static Optional<String> text(JsonNode node, String... path) {
    return Optional.of(at(node, path)).filter(JsonNode::isTextual).map(JsonNode::textValue);
  }

  static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  /// A copy that shares its children, for changing a field at the top.
  static ObjectNode shallowCopy(ObjectNode object) {
    var copy = object();
    copy.setAll(object);
    return copy;
  }

  static void putIfAbsent(ObjectNode object, String field, String value) {
    if (object.path(field).isMissingNode() || object.path(field).isNull()) {
      object.put(field, value);
    }
  }

  static void putIfAbsent(ObjectNode object, String field, int value) {
    if (object.path(field).isMissingNode() || object.path(field).isNull()) {
      object.put(field, value);
    }
  }

  /// Times in Kubernetes objects have seconds and nothing finer.
  static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Json() {}
}
