package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An AppWrapper tells how it fares by its phase. It is no job: what its words must be borne out by
/// is another matter (`WrapperPromises`), so none of them is a word for jobs.
record WrapperWords() implements Vocabulary {

  private static final String NEW = "New";
  private static final String SUSPENDED = "wrapper Suspended";
  private static final String RESUMING = "wrapper Resuming";
  private static final String RUNNING = "wrapper Running";
  private static final String RESETTING = "wrapper Resetting";
  private static final String SUSPENDING = "wrapper Suspending";
  private static final String SUCCEEDED = "wrapper Succeeded";
  private static final String FAILED = "wrapper Failed";
  private static final String TERMINATING = "wrapper Terminating";

  /// One write may lead through several phases. Nothing leads out of the last ones but the end.
  private static final Map<String, Set<String>> WAYS =
      Map.of(
          NEW,
          Set.of(NEW, SUSPENDED, RESUMING),
          SUSPENDED,
          Set.of(SUSPENDED, RESUMING),
          RESUMING,
          Set.of(RESUMING, RUNNING, SUSPENDING, SUSPENDED, RESETTING, FAILED, TERMINATING),
          RUNNING,
          Set.of(RUNNING, SUSPENDING, RESETTING, FAILED, SUCCEEDED, TERMINATING),
          RESETTING,
          Set.of(RESETTING, RESUMING, SUSPENDING, SUSPENDED, TERMINATING),
          SUSPENDING,
          Set.of(SUSPENDING, SUSPENDED, RESUMING, TERMINATING),
          SUCCEEDED,
          Set.of(SUCCEEDED, TERMINATING),
          FAILED,
          Set.of(FAILED, TERMINATING),
          TERMINATING,
          Set.of(TERMINATING));

  static String phase(JobTree job) {
    return job.job().at("/status/phase").asText();
  }

  @Override
  public boolean refused(JobTree job) {
    return false;
  }

  @Override
  public String state(JobTree job) {
    return phase(job).isEmpty() ? NEW : "wrapper " + phase(job);
  }

  /// Its end is one of its phases, and another one may follow it.
  @Override
  public Optional<String> verdict(JobTree job) {
    return Optional.empty();
  }

  @Override
  public boolean served(JobTree job) {
    return switch (phase(job)) {
      case "Succeeded", "Failed" -> true;
      case "Running" -> job.holds("PodsReady");
      default -> false;
    };
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    return Optional.empty();
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
    return false;
  }

  @Override
  public Optional<Instant> started(JobTree job) {
    return Optional.empty();
  }

  @Override
  public Optional<Instant> ended(JobTree job) {
    return Optional.empty();
  }

  /// What it counts is not what becomes of its own pods.
  @Override
  public JsonNode restarts(JobTree job) {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public boolean momentary(String condition) {
    return condition.equals("PodsReady") || condition.equals("Unhealthy");
  }

  @Override
  public boolean changeable(String field) {
    return field.equals("suspend");
  }

  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return Makers.yaml("{spec: {suspend: %s}}".formatted(suspended));
  }
}
