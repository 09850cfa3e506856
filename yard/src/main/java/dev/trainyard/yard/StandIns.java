package dev.trainyard.yard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes what stands in the place of unreadable objects, and tells once of each that it does.
final class StandIns {

  private static final Logger log = LoggerFactory.getLogger(StandIns.class);

  private static final int MOST_REMEMBERED = 1000;
  private static final String REASON = "Unreadable";

  private final ObjectMapper mapper;
  private final Set<String> told =
      Collections.newSetFromMap(Collections.synchronizedMap(new Remembered()));

  private static final class Remembered extends LinkedHashMap<String, Boolean> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > MOST_REMEMBERED;
    }
  }

  StandIns(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /// Nothing where not even its name can be read, since nobody could tell it from others.
  Optional<ObjectNode> of(JsonNode object, String kind, String why) {
    var metadata = readable(object.path("metadata")).fields();
    if (!metadata.path("name").isTextual()) {
      tell(kind, metadata, why);
      return Optional.empty();
    }
    var standIn = mapper.createObjectNode();
    standIn.put("apiVersion", object.path("apiVersion").asText("v1")).put("kind", kind);
    standIn.set("metadata", marked(metadata, kind, why));
    if (object.has("spec") || kind.equals("Pod") || kind.equals("Service")) {
      standIn.putObject("spec");
    }
    if (kind.equals("Pod")) {
      standIn.putObject("status").put("phase", "Unknown").put("reason", REASON).put("message", why);
    } else if (kind.equals("Node")) {
      standIn
          .putObject("status")
          .putArray("conditions")
          .addObject()
          .put("type", "Ready")
          .put("status", "Unknown")
          .put("reason", REASON)
          .put("message", why);
    }
    return Optional.of(standIn);
  }

  /// The object itself, with as much of its metadata as can be read.
  Optional<ObjectNode> withReadableMetadata(ObjectNode object) {
    var metadata = readable(object.path("metadata"));
    if (!metadata.fields().path("name").isTextual()) {
      return Optional.empty();
    }
    var readable = object.deepCopy();
    var kind = object.path("kind").asText();
    readable.set(
        "metadata",
        metadata
            .problem()
            .map(why -> marked(metadata.fields(), kind, why))
            .orElse(metadata.fields()));
    return Optional.of(readable);
  }

  /// The fields that can be read, and the first problem with another.
  private record Metadata(ObjectNode fields, Optional<String> problem) {}

  private Metadata readable(JsonNode metadata) {
    var readable = mapper.createObjectNode();
    var problem = Optional.<String>empty();
    for (var field : metadata.properties()) {
      try {
        var alone = mapper.createObjectNode().set(field.getKey(), field.getValue());
        var _ = mapper.convertValue(alone, ObjectMeta.class);
        readable.set(field.getKey(), field.getValue());
      } catch (IllegalArgumentException e) {
        problem = problem.or(() -> Optional.of("metadata." + Unreadable.problem(e)));
      }
    }
    return new Metadata(readable, problem);
  }

  private ObjectNode marked(ObjectNode metadata, String kind, String why) {
    tell(kind, metadata, why);
    metadata.withObjectProperty("annotations").put(Unreadable.MARK, why);
    return metadata;
  }

  private void tell(String kind, JsonNode metadata, String why) {
    if (told.add(metadata.path("uid").asText() + " " + why)) {
      log.atWarn()
          .addKeyValue("kind", kind)
          .addKeyValue("namespace", metadata.path("namespace").asText())
          .addKeyValue("name", metadata.path("name").asText())
          .addKeyValue("problem", why)
          .log("An object cannot be read and is left alone until it changes or is deleted");
    }
  }
}
