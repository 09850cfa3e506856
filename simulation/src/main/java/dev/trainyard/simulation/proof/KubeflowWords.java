package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.proof.JobTree.Condition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A PyTorchJob tells how it fares by the last of its conditions that holds.
record KubeflowWords() implements Vocabulary {

  private static final Map<String, Set<String>> WAYS =
      Map.of(
          "Running", Set.of("Running", "Restarting", "Suspended", "Succeeded", "Failed", "Refused"),
          "Restarting",
              Set.of("Running", "Restarting", "Suspended", "Succeeded", "Failed", "Refused"),
          "Succeeded", Set.of("Succeeded"),
          "Failed", Set.of("Failed"));

  @Override
  public boolean refused(JobTree job) {
    return job.conditions().stream().anyMatch(one -> one.reason().endsWith("FailedValidation"));
  }

  @Override
  public String state(JobTree job) {
    return refused(job)
        ? "Refused"
        : job.conditions().stream()
            .filter(Condition::holds)
            .map(Condition::type)
            .reduce("New", (_, later) -> later);
  }

  @Override
  public Optional<String> verdict(JobTree job) {
    return refused(job)
        ? Optional.empty()
        : job.conditions().stream()
            .filter(Condition::holds)
            .map(Condition::type)
            .filter(type -> type.equals("Succeeded") || type.equals("Failed"))
            .findFirst();
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    boolean succeeded = job.holds("Succeeded");
    boolean failed = job.holds("Failed");
    if (succeeded && failed) {
      return Optional.of("has both succeeded and failed");
    }
    return (succeeded || failed) && job.holds("Running")
        ? Optional.of("has ended and runs")
        : Optional.empty();
  }

  @Override
  public Map<String, Set<String>> ways() {
    return WAYS;
  }

  @Override
  public boolean suspended(JobTree job) {
    return job.job().at("/spec/runPolicy/suspend").asBoolean();
  }

  @Override
  public boolean elastic(JobTree job) {
    return job.job().path("spec").has("elasticPolicy");
  }

  private static boolean hasRole(JobTree job, String role) {
    return job.job().path("spec").path("pytorchReplicaSpecs").has(role);
  }

  @Override
  public String lead(JobTree job) {
    return job.name() + (hasRole(job, "Master") ? "-master-0" : "-worker-0");
  }

  @Override
  public boolean anybodySucceeds(JobTree job) {
    return elastic(job) && !hasRole(job, "Master");
  }

  @Override
  public Optional<Instant> started(JobTree job) {
    return time(job, "startTime");
  }

  @Override
  public Optional<Instant> ended(JobTree job) {
    return time(job, "completionTime");
  }

  private static Optional<Instant> time(JobTree job, String field) {
    return Optional.ofNullable(job.job().path("status").path(field).textValue())
        .map(Instant::parse);
  }

  @Override
  public JsonNode restarts(JobTree job) {
    var memory = job.job().path("metadata").path("annotations").path(Annotations.MEMORY);
    return memory.isMissingNode()
        ? MissingNode.getInstance()
        : Serialization.unmarshal(memory.asText(), JsonNode.class).path("restarts");
  }

  @Override
  public boolean momentary(String condition) {
    return false;
  }

  @Override
  public boolean changeable(String field) {
    return true;
  }

  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return KubeflowMakers.suspension(suspended);
  }

  @Override
  public Optional<ObjectNode> scaling(JobTree job, int replicas) {
    return hasRole(job, "Worker")
        ? Optional.of(KubeflowMakers.scaling(replicas))
        : Optional.empty();
  }
}
