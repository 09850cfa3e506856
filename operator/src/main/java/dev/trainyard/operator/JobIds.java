package dev.trainyard.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.TrainingJob.JobId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What every resource has, whether or not the rest of it can be read.
public final class JobIds {

  public static JobId of(ObjectNode resource) {
    var metadata = resource.path("metadata");
    return new JobId(
        resource.path("apiVersion").asText(),
        resource.path("kind").asText(),
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("uid").asText());
  }

  public static boolean deletionAsked(ObjectNode resource) {
    return resource.path("metadata").hasNonNull("deletionTimestamp");
  }

  public static long generation(ObjectNode resource) {
    return resource.path("metadata").path("generation").asLong();
  }

  /// What has to be set or, where there is no value, removed to make the first like the second.
  static Map<String, Optional<String>> annotationChanges(ObjectNode stored, ObjectNode wanted) {
    var before = annotations(stored);
    var after = annotations(wanted);
    var changes = new LinkedHashMap<String, Optional<String>>();
    after.forEach(
        (key, value) -> {
          if (!value.equals(before.get(key))) {
            changes.put(key, Optional.of(value));
          }
        });
    before.keySet().stream()
        .filter(key -> !after.containsKey(key))
        .forEach(key -> changes.put(key, Optional.empty()));
    return changes;
  }

  private static Map<String, String> annotations(ObjectNode resource) {
    var annotations = new LinkedHashMap<String, String>();
    JsonNode node = resource.path("metadata").path("annotations");
    node.properties().forEach(entry -> annotations.put(entry.getKey(), entry.getValue().asText()));
    return annotations;
  }

  private JobIds() {}
}
