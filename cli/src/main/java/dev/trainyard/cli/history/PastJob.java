package dev.trainyard.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Replica;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A job that is over, as it is remembered. One that was deleted before it ended has the phase
/// `Deleted`.
///
/// @param logs where what it printed was, on this machine
public record PastJob(
    String kind,
    String namespace,
    String name,
    String uid,
    String phase,
    Instant started,
    Instant ended,
    int restarts,
    Optional<String> reason,
    Optional<String> message,
    Optional<String> logs) {

  private static final String DELETED = "Deleted";

  /// What is to be remembered of a job. When it was seen to be gone counts where it had not ended
  /// by itself.
  public static PastJob of(Job job, List<Replica> replicas, Instant gone, Optional<String> logs) {
    var started = job.state().remember().milestones().accepted().or(job::created).orElse(gone);
    var ending = job.ending();
    return new PastJob(
        job.kind().dialect(),
        job.namespace(),
        job.name(),
        job.uid(),
        ending.isPresent() ? job.phase() : DELETED,
        started,
        ending.map(end -> end.at()).orElse(gone),
        job.restarts(replicas),
        ending.isPresent() ? job.reason() : Optional.empty(),
        ending.isPresent()
            ? job.message()
            : Optional.of("Deleted while it was %s.".formatted(job.phase())),
        logs);
  }

  /// `pytorchjob/train`
  public String reference() {
    return kind.toLowerCase(Locale.ROOT) + "/" + name;
  }

  public Duration duration() {
    return Duration.between(started, ended);
  }

  public ObjectNode json() {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", kind)
            .put("namespace", namespace)
            .put("name", name)
            .put("uid", uid)
            .put("phase", phase)
            .put("started", started.toString())
            .put("ended", ended.toString())
            .put("seconds", duration().toSeconds())
            .put("restarts", restarts);
    reason.ifPresent(text -> json.put("reason", text));
    message.ifPresent(text -> json.put("message", text));
    logs.ifPresent(text -> json.put("logs", text));
    return json;
  }

  /// Nothing where it is not whole.
  static Optional<PastJob> parse(JsonNode json) {
    try {
      return json.path("uid").isTextual()
          ? Optional.of(
              new PastJob(
                  json.path("kind").asText(),
                  json.path("namespace").asText(),
                  json.path("name").asText(),
                  json.path("uid").asText(),
                  json.path("phase").asText(),
                  Instant.parse(json.path("started").asText()),
                  Instant.parse(json.path("ended").asText()),
                  json.path("restarts").asInt(),
                  text(json, "reason"),
                  text(json, "message"),
                  text(json, "logs")))
          : Optional.empty();
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonNode json, String field) {
    return Optional.ofNullable(json.path(field).textValue());
  }
}
