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

  ObjectMeta metadata() {
    return resource.metadata();
  }

  boolean active() {
    return value("active", ValueType.BOOLEAN).map(JsonNode::booleanValue).orElse(true);
  }

  /// How long it stays once it has ended; for ever where that is not said.
  Optional<Duration> keepFinished() {
    return Stream.of("autoDeletionTimeAfterCompletionSeconds", "ttlAfterFinish")
        .flatMap(field -> value(field, ValueType.INTEGER).stream())
        .map(seconds -> Duration.ofSeconds(Math.max(0, seconds.intValue())))
        .findFirst();
  }

  /// Who has submitted it, in its own words: no base says that for it.
  Optional<String> text(String field) {
    return value(field, ValueType.STRING).map(JsonNode::textValue).filter(text -> !text.isEmpty());
  }

  private Optional<JsonNode> value(String field, ValueType type) {
    return Values.normalised(type, resource.spec().path(field).path("value"));
  }
}
