package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.engine.plan.Digest;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The values a workload was submitted with, as they are kept. Equal values give equal texts, and
/// of a password only as much is kept as tells it from another.
final class Frozen {

  private static final String DIGEST = "digest:";

  static String write(Effective values) {
    var kept = values.values().deepCopy();
    for (var secret : Credentials.of(values)) {
      kept.withObjectProperty(secret.field())
          .withObjectProperty(secret.key())
          .put(secret.member(), digest(secret));
    }
    return sorted(kept).toString();
  }

  /// Nothing where the text is not what was written.
  static Optional<Effective> read(String text) {
    return Json.parse(text)
        .filter(ObjectNode.class::isInstance)
        .map(values -> new Effective((ObjectNode) values));
  }

  /// The same password in another place has another digest.
  private static String digest(Credentials.Literal secret) {
    return DIGEST + Digest.of(List.of(secret.toString(), secret.value()));
  }

  private static JsonNode sorted(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var fields = new TreeMap<String, JsonNode>();
        object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
        var sorted = object.objectNode();
        fields.forEach(sorted::set);
        yield sorted;
      }
      case ArrayNode list -> {
        var sorted = list.arrayNode();
        list.forEach(element -> sorted.add(sorted(element)));
        yield sorted;
      }
      default -> node;
    };
  }

  private Frozen() {}
}
