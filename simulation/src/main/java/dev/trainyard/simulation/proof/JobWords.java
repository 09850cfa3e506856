package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.proof.JobTree.Condition;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A Job tells only how it ended, and that it is suspended.
record JobWords() implements Vocabulary {

  private static final Map<String, Set<String>> WAYS =
      Map.of("Succeeded", Set.of("Succeeded"), "Failed", Set.of("Failed"));

  @Override
  public boolean refused(JobTree job) {
    return job.holds("Refused");
  }

  @Override
  public String state(JobTree job) {
    if (refused(job)) {
      return "Refused";
    }
    return verdict(job).orElse(job.holds("Suspended") ? "Suspended" : "New");
  }

  @Override
  public Optional<String> verdict(JobTree job) {
    return job.holds("Complete")
        ? Optional.of("Succeeded")
        : job.condition("Failed").filter(Condition::holds).map(Condition::type);
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    return job.holds("Complete") && job.holds("Failed")
        ? Optional.of("has both succeeded and failed")
        : Optional.empty();
  }

  @Override
  public Map<String, Set<String>> ways() {
    return WAYS;
  }

  @Override
  public boolean suspended(JobTree job) {
    return job.job().at("/spec/suspend").asBoolean();
  }

  @Override
  public String lead(JobTree job) {
    return "";
  }

  @Override
  public boolean anybodySucceeds(JobTree job) {
    return true;
  }

  @Override
  public Optional<Instant> started(JobTree job) {
    return Optional.ofNullable(job.job().at("/status/startTime").textValue()).map(Instant::parse);
  }

  @Override
  public Optional<Instant> ended(JobTree job) {
    return job.condition(job.holds("Complete") ? "Complete" : "Failed")
        .filter(Condition::holds)
        .flatMap(Condition::since);
  }

  @Override
  public OptionalLong deadline(JobTree job) {
    return seconds(job.job().at("/spec/activeDeadlineSeconds"));
  }

  static OptionalLong seconds(JsonNode field) {
    return field.isNumber() ? OptionalLong.of(field.asLong()) : OptionalLong.empty();
  }

  @Override
  public JsonNode restarts(JobTree job) {
    var restarts = JsonNodeFactory.instance.objectNode();
    return restarts.put("pod", job.job().at("/status/failed").asInt());
  }

  /// That the outcome is certain may be told together with the outcome.
  @Override
  public boolean momentary(String condition) {
    return condition.equals("SuccessCriteriaMet") || condition.equals("FailureTarget");
  }

  @Override
  public boolean changeable(String field) {
    return field.equals("spec.suspend");
  }

  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return Makers.yaml("{spec: {suspend: %s}}".formatted(suspended));
  }
}
