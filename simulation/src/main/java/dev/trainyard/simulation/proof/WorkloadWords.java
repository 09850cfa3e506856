package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.simulation.proof.JobTree.Condition;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A TrainingWorkload tells how it fares by its phase. What was never submitted is told as a
/// failure and is none.
record WorkloadWords() implements Vocabulary {

  private static final Map<String, Set<String>> WAYS =
      Map.of("Succeeded", Set.of("Succeeded"), "Failed", Set.of("Failed"));

  @Override
  public boolean refused(JobTree job) {
    return job.condition("Submitted").filter(Condition::denied).isPresent();
  }

  @Override
  public String state(JobTree job) {
    if (refused(job)) {
      return "Refused";
    }
    var phase = job.job().at("/status/phase").asText("New");
    return switch (phase) {
      case "Completed" -> "Succeeded";
      case "Stopped" -> "Suspended";
      default -> phase;
    };
  }

  @Override
  public Optional<String> verdict(JobTree job) {
    return job.holds("Completed")
        ? Optional.of("Succeeded")
        : job.condition("Failed").filter(Condition::holds).map(Condition::type);
  }

  /// Nothing is made of a template.
  @Override
  public boolean served(JobTree job) {
    return job.job().at("/spec/usage").asText().equals("Template");
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    boolean ended = verdict(job).isPresent();
    if (job.holds("Completed") && job.holds("Failed")) {
      return Optional.of("has both completed and failed");
    }
    return ended && job.holds("Running") ? Optional.of("has ended and runs") : Optional.empty();
  }

  @Override
  public Map<String, Set<String>> ways() {
    return WAYS;
  }

  @Override
  public boolean suspended(JobTree job) {
    return !job.job().at("/spec/active/value").asBoolean(true);
  }

  /// By what was made of it, once something was: its own fields may have been changed since.
  static boolean isMpi(JobTree job) {
    var made = job.job().at("/status/createdResources");
    return made.isEmpty()
        ? job.job().at("/spec/mpi/value").asBoolean()
        : made.findValuesAsText("kind").contains(MPIJob.KIND);
  }

  /// The name of what it runs, once it has one.
  static String jobName(JobTree job) {
    return job.job().at("/status/jobName").asText();
  }

  @Override
  public String lead(JobTree job) {
    return isMpi(job) ? MpiWords.launchers(jobName(job)) + "0-0" : jobName(job) + "-0-0";
  }

  @Override
  public boolean leads(JobTree job, String pod) {
    return pod.startsWith(isMpi(job) ? MpiWords.launchers(jobName(job)) : jobName(job) + "-");
  }

  @Override
  public boolean anybodySucceeds(JobTree job) {
    return false;
  }

  /// Its totals stand beside its status.
  @Override
  public int writesAtOnce() {
    return 2;
  }

  @Override
  public boolean sweeps(JobTree job) {
    return !isMpi(job);
  }

  /// That its pods were taken from it too often is the end of it, though none of them failed.
  @Override
  public boolean takenTooOften(JobTree job) {
    return job.condition("Failed").filter(one -> one.reason().contains("Preempt")).isPresent();
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
    var restarts = JsonNodeFactory.instance.objectNode();
    return restarts.put("", job.job().at("/status/failedPods").asInt());
  }

  @Override
  public boolean momentary(String condition) {
    return condition.equals("Running") || condition.equals("Scheduled");
  }

  @Override
  public boolean changeable(String field) {
    return field.startsWith("spec.active");
  }

  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return Makers.yaml("{spec: {active: {value: %s}}}".formatted(!suspended));
  }
}
