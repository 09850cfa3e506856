package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Hash5;
import dev.trainyard.simulation.proof.JobTree.Condition;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A PyTorchTrainingJob or DeepSpeedJob tells how it fares by its phase; `Completed` says whether
/// that was its end.
record TensorStackWords() implements Vocabulary {

  private static final Map<String, Set<String>> WAYS =
      Map.of(
          "Running",
              Set.of(
                  "Running", "Unknown", "Pending", "Suspended", "Succeeded", "Failed", "Refused"),
          "Resuming",
              Set.of(
                  "Resuming", "Running", "Unknown", "Suspended", "Succeeded", "Failed", "Refused"),
          "Succeeded", Set.of("Succeeded"),
          "Failed", Set.of("Failed"));

  /// What may change while a job is there.
  private static final Set<String> CHANGEABLE =
      Set.of("spec.runMode.debug", "spec.elastic.expectedReplicas", "spec.runPolicy");

  @Override
  public boolean refused(JobTree job) {
    return !job.holds("Completed")
        && job.condition("Initialized")
            .filter(one -> one.denied() && one.reason().equals("InvalidSpec"))
            .isPresent();
  }

  @Override
  public String state(JobTree job) {
    if (refused(job)) {
      return "Refused";
    }
    var phase = job.job().at("/status/phase").asText("New");
    return phase.equals("Paused") ? "Suspended" : phase;
  }

  @Override
  public Optional<String> verdict(JobTree job) {
    return job.holds("Completed")
        ? Optional.of(job.holds("Failed") ? "Failed" : "Succeeded")
        : Optional.empty();
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    return job.holds("Completed") && job.holds("Running")
        ? Optional.of("has ended and runs")
        : Optional.empty();
  }

  @Override
  public Map<String, Set<String>> ways() {
    return WAYS;
  }

  @Override
  public boolean suspended(JobTree job) {
    return on(job.job().at("/spec/runMode/pause"));
  }

  @Override
  public boolean elastic(JobTree job) {
    var spec = job.job().path("spec");
    return on(spec.path("elastic")) && (spec.has("worker") || on(spec.path("torchrunConfig")));
  }

  private static boolean on(JsonNode mode) {
    return mode.has("enable") ? mode.path("enable").asBoolean() : mode.path("enabled").asBoolean();
  }

  /// What the names of its objects begin with.
  static String base(JobTree job) {
    return job.name() + "-" + Hash5.of(job.name(), job.uid());
  }

  @Override
  public String lead(JobTree job) {
    var types = job.job().at("/spec/replicaSpecs").findValuesAsText("type");
    var type = types.isEmpty() ? "worker" : types.contains("master") ? "master" : types.getFirst();
    return "%s-%s-0".formatted(base(job), type);
  }

  @Override
  public boolean anybodySucceeds(JobTree job) {
    return false;
  }

  @Override
  public boolean leadDecides() {
    return true;
  }

  @Override
  public Optional<Instant> started(JobTree job) {
    return Stream.of(
            job.condition("Initialized").filter(Condition::holds),
            job.condition("Paused").filter(Condition::denied))
        .flatMap(one -> one.flatMap(Condition::since).stream())
        .max(Comparator.naturalOrder());
  }

  @Override
  public Optional<Instant> ended(JobTree job) {
    return job.condition("Completed").filter(Condition::holds).flatMap(Condition::since);
  }

  @Override
  public JsonNode restarts(JobTree job) {
    var restarts = JsonNodeFactory.instance.objectNode();
    for (var task : job.job().at("/status/tasks")) {
      restarts.set(task.path("type").asText(), task.path("restartCount"));
    }
    return restarts;
  }

  @Override
  public boolean countsSuccesses(JobTree job) {
    var spec = job.job().path("spec");
    return Stream.concat(
            Stream.of(spec.path("worker")),
            StreamSupport.stream(spec.path("replicaSpecs").spliterator(), false))
        .anyMatch(type -> type.path("restartPolicy").asText().equals("Always"));
  }

  @Override
  public boolean momentary(String condition) {
    return condition.equals("Running") || condition.equals("ReplicaFailure");
  }

  @Override
  public boolean changeable(String field) {
    return CHANGEABLE.stream().anyMatch(field::startsWith);
  }

  /// In the spelling that stands there already.
  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return Makers.yaml(
        "{spec: {runMode: {pause: {%s: %s}}}}".formatted(spelling(job, "pause"), suspended));
  }

  private static String spelling(JobTree job, String mode) {
    return job.job().path("spec").path("runMode").path(mode).has("enabled") ? "enabled" : "enable";
  }

  @Override
  public Optional<ObjectNode> scaling(JobTree job, int replicas) {
    var elastic = job.job().at("/spec/elastic");
    return elastic(job)
        ? Optional.of(
            Makers.yaml(
                "{spec: {elastic: {expectedReplicas: %d}}}"
                    .formatted(
                        Math.clamp(
                            replicas,
                            elastic.path("minReplicas").asInt(1),
                            elastic.path("maxReplicas").asInt(1)))))
        : Optional.empty();
  }

  @Override
  public Optional<ObjectNode> debugging(JobTree job, boolean on) {
    return Optional.of(
        Makers.yaml("{spec: {runMode: {debug: {%s: %s}}}}".formatted(spelling(job, "debug"), on)));
  }
}
