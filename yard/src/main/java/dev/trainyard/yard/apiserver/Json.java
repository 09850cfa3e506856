package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The few words of JSON that everything here is written in.
final class Json {

  /// What is stored is nested deeper once it stands in a list, and must not keep that from being
  /// written.
  private static final int MAX_WRITTEN_DEPTH = 2_000;

  static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamWriteConstraints(
                  StreamWriteConstraints.builder().maxNestingDepth(MAX_WRITTEN_DEPTH).build())
              .build());

  static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build());

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

  /// An empty text is as good as none.
  static void putIfAbsent(ObjectNode object, String field, String value) {
    if (object.path(field).asText("").isEmpty()) {
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
