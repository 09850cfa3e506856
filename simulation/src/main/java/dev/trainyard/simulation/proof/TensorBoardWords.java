package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Hash5;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A TensorBoard tells how it fares by its phase, and has no end: it has failed only while its spec
/// is refused.
record TensorBoardWords() implements Vocabulary {

  @Override
  public boolean refused(JobTree job) {
    return phase(job).equals("Failed");
  }

  @Override
  public String state(JobTree job) {
    return switch (phase(job)) {
      case "Failed" -> "Refused";
      case "Paused" -> "Suspended";
      case String other -> other;
    };
  }

  private static String phase(JobTree job) {
    return job.job().at("/status/phase").asText("New");
  }

  @Override
  public Optional<String> verdict(JobTree job) {
    return Optional.empty();
  }

  @Override
  public boolean served(JobTree job) {
    return job.holds("Ready");
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    return job.holds("Suspended") && job.holds("Ready")
        ? Optional.of("is suspended and ready")
        : Optional.empty();
  }

  @Override
  public Map<String, Set<String>> ways() {
    return Map.of();
  }

  @Override
  public boolean suspended(JobTree job) {
    return job.job().at("/spec/suspend").asBoolean();
  }

  @Override
  public String lead(JobTree job) {
    return "managed-tensorboard-%s-0".formatted(Hash5.of(job.name(), job.uid()));
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
    return Optional.empty();
  }

  @Override
  public Optional<Instant> ended(JobTree job) {
    return Optional.empty();
  }

  /// They are nobody's failure, and not counted.
  @Override
  public JsonNode restarts(JobTree job) {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public boolean countsSuccesses(JobTree job) {
    return true;
  }

  @Override
  public boolean momentary(String condition) {
    return condition.equals("Ready");
  }

  @Override
  public boolean changeable(String field) {
    return true;
  }

  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return Makers.yaml("{spec: {suspend: %s}}".formatted(suspended));
  }
}
