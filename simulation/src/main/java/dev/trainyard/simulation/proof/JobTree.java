package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Annotations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a job says of itself, as anybody reads it who knows the words of its kind.
record JobTree(JsonNode job, Vocabulary words) {

  record Condition(String type, String status, String reason, Optional<Instant> since) {
    boolean holds() {
      return status.equals("True");
    }

    boolean denied() {
      return status.equals("False");
    }
  }

  static JobTree of(JsonNode job) {
    return new JobTree(job, Vocabulary.of(job.path("kind").asText()));
  }

  List<Condition> conditions() {
    var all = new ArrayList<Condition>();
    for (var condition : job.at("/status/conditions")) {
      all.add(
          new Condition(
              condition.path("type").asText(),
              condition.path("status").asText(),
              condition.path("reason").asText(),
              Optional.ofNullable(condition.path("lastTransitionTime").textValue())
                  .map(Instant::parse)));
    }
    return all;
  }

  Optional<Condition> condition(String type) {
    return conditions().stream().filter(one -> one.type().equals(type)).findFirst();
  }

  boolean holds(String type) {
    return condition(type).filter(Condition::holds).isPresent();
  }

  boolean refused() {
    return words.refused(this);
  }

  Optional<String> verdict() {
    return words.verdict(this);
  }

  String state() {
    return words.state(this);
  }

  boolean suspended() {
    return words.suspended(this);
  }

  /// Whether nothing more is to come of it unless somebody changes something.
  boolean rests() {
    return verdict().isPresent() || refused() || suspended() || words.served(this);
  }

  boolean elastic() {
    return words.elastic(this);
  }

  String lead() {
    return words.lead(this);
  }

  JsonNode restarts() {
    return words.restarts(this);
  }

  String name() {
    return job.at("/metadata/name").asText();
  }

  String uid() {
    return job.at("/metadata/uid").asText();
  }

  long generation() {
    return job.at("/metadata/generation").asLong();
  }

  OptionalLong deadline() {
    return words.deadline(this);
  }

  boolean restartAsked() {
    return job.path("metadata").path("annotations").has(Annotations.RESTART);
  }

  ObjectNode suspension(boolean suspended) {
    return words.suspension(this, suspended);
  }
}
