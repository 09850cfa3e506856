package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.ValueType;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// What of a workload may still be changed once it is submitted.
record Live(TrainingWorkload resource) {

  private static final String AUTO_DELETION = "autoDeletionTimeAfterCompletionSeconds";

  ObjectMeta metadata() {
    return resource.metadata();
  }

  boolean active() {
    return value("active", ValueType.BOOLEAN).map(JsonNode::booleanValue).orElse(true);
  }

  /// How long it stays once it has ended: as it says itself now, else as it was submitted; for ever
  /// where that is not said.
  Optional<Duration> keepFinished(Effective submitted) {
    return Stream.of(AUTO_DELETION, "ttlAfterFinish")
        .flatMap(field -> value(field, ValueType.INTEGER).stream())
        .map(JsonNode::intValue)
        .findFirst()
        .or(() -> submitted.number(AUTO_DELETION))
        .map(seconds -> Duration.ofSeconds(Math.max(0, seconds)));
  }

  /// Who has submitted it, in its own words: no base says that for it.
  Optional<String> text(String field) {
    return value(field, ValueType.STRING).map(JsonNode::textValue).filter(text -> !text.isEmpty());
  }

  private Optional<JsonNode> value(String field, ValueType type) {
    return Values.normalised(type, resource.spec().path(field).path("value"));
  }
}
