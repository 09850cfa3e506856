package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trainyard.dialects.Annotations;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a job says of itself, as anybody reads it.
record JobTree(JsonNode job) {

  record Condition(String type, String reason, boolean holds) {}

  List<Condition> conditions() {
    var all = new ArrayList<Condition>();
    for (var condition : job.at("/status/conditions")) {
      all.add(
          new Condition(
              condition.path("type").asText(),
              condition.path("reason").asText(),
              condition.path("status").asText().equals("True")));
    }
    return all;
  }

  boolean holds(String type) {
    return conditions().stream().anyMatch(one -> one.holds() && one.type().equals(type));
  }

  /// Its spec was refused, which is told as a failure and is none.
  boolean refused() {
    return conditions().stream().anyMatch(one -> one.reason().endsWith("FailedValidation"));
  }

  /// How it ended.
  Optional<String> verdict() {
    return refused()
        ? Optional.empty()
        : conditions().stream()
            .filter(JobTree.Condition::holds)
            .map(Condition::type)
            .filter(type -> type.equals("Succeeded") || type.equals("Failed"))
            .findFirst();
  }

  /// The last condition that holds.
  String state() {
    return refused()
        ? "Refused"
        : conditions().stream()
            .filter(Condition::holds)
            .map(Condition::type)
            .reduce("New", (_, later) -> later);
  }

  boolean suspended() {
    return job.at("/spec/runPolicy/suspend").asBoolean();
  }

  long generation() {
    return job.at("/metadata/generation").asLong();
  }

  boolean elastic() {
    return job.path("spec").has("elasticPolicy");
  }

  boolean hasRole(String role) {
    return job.path("spec").path("pytorchReplicaSpecs").has(role);
  }

  Optional<Instant> time(String field) {
    return Optional.ofNullable(job.path("status").path(field).textValue()).map(Instant::parse);
  }

  boolean restartAsked() {
    return job.path("metadata").path("annotations").has(Annotations.RESTART);
  }

  /// How many restarts of each role the job remembers.
  JsonNode restarts() {
    var memory = job.path("metadata").path("annotations").path(Annotations.MEMORY);
    return memory.isMissingNode()
        ? MissingNode.getInstance()
        : Serialization.unmarshal(memory.asText(), JsonNode.class).path("restarts");
  }
}
