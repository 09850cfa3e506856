package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What became of the job `train`, as a rehearsal tells it to programs.
record Life(List<JsonNode> moments) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static Life rehearsed(Path directory, String job, String script) {
    var outcome =
        Desk.in(directory)
            .file("job.yaml", job)
            .file("events.yaml", script)
            .run("rehearse", "job.yaml", "--script", "events.yaml", "-o", "json");
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return new Life(outcome.lines().stream().map(Life::parsed).toList());
  }

  private static JsonNode parsed(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(line, e);
    }
  }

  /// How things stood at the end of that second: the last condition, the counters of every type,
  /// and what has been deleted so far.
  String at(double second) {
    return "%s%n%s%ndeleted: %s".formatted(last(second), counters(second), deleted(second));
  }

  JsonNode status(double second) {
    return object("PyTorchJob/train", second).path("status");
  }

  JsonNode condition(String type, double second) {
    for (var condition : status(second).path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return MissingNode.getInstance();
  }

  /// Everything that was ever written of an object until then, as it last stood.
  JsonNode object(String name, double second) {
    JsonNode last = MissingNode.getInstance();
    for (var moment : until(second)) {
      if (moment.path("objects").has(name)) {
        last = moment.path("objects").path(name);
      }
    }
    return last;
  }

  /// Objects of a kind that exist then, in the order in which they were made.
  Set<String> existing(String kind, double second) {
    var existing = new LinkedHashSet<String>();
    for (var moment : until(second)) {
      for (var write : moment.path("writes")) {
        var name = write.path("object").asText();
        if (name.startsWith(kind + "/")) {
          var _ =
              write.path("verb").asText().equals("delete")
                  ? existing.remove(name)
                  : existing.add(name);
        }
      }
    }
    return existing;
  }

  List<String> events(String reason) {
    return moments.stream()
        .flatMap(moment -> moment.path("events").valueStream())
        .filter(event -> event.path("reason").asText().equals(reason))
        .map(event -> event.path("type").asText() + " " + event.path("message").asText())
        .toList();
  }

  private String last(double second) {
    var conditions = status(second).path("conditions");
    var last = conditions.path(conditions.size() - 1);
    return "%s%s (%s): %s"
        .formatted(
            last.path("status").asText().equals("True") ? "" : "not ",
            last.path("type").asText(),
            last.path("reason").asText(),
            last.path("message").asText());
  }

  private String counters(double second) {
    var counters = new ArrayList<String>();
    status(second)
        .path("replicaStatuses")
        .properties()
        .forEach(
            entry ->
                counters.add(
                    "%s %d active, %d succeeded, %d failed"
                        .formatted(
                            entry.getKey(),
                            entry.getValue().path("active").asInt(),
                            entry.getValue().path("succeeded").asInt(),
                            entry.getValue().path("failed").asInt())));
    return String.join("; ", counters);
  }

  private String deleted(double second) {
    var deleted =
        until(second).stream()
            .flatMap(moment -> moment.path("writes").valueStream())
            .filter(write -> write.path("verb").asText().equals("delete"))
            .map(write -> write.path("object").asText())
            .sorted()
            .toList();
    return deleted.isEmpty() ? "nothing" : String.join(", ", deleted);
  }

  private List<JsonNode> until(double second) {
    return moments.stream().filter(moment -> moment.path("at").asDouble() <= second).toList();
  }
}
