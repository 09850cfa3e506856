package dev.trainyard.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.PodReading;
import dev.trainyard.operator.kinds.Kinds;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A job of any dialect as it stands in a cluster.
///
/// @param training what it means; absent where its spec is refused or another controller has it
public record Job(
    JobKind kind,
    ObjectNode json,
    Optional<TrainingJob> training,
    JobState state,
    List<Problem> problems) {

  public Job {
    problems = List.copyOf(problems);
  }

  public String name() {
    return json.at("/metadata/name").asText();
  }

  public String namespace() {
    return json.at("/metadata/namespace").asText("default");
  }

  public String uid() {
    return json.at("/metadata/uid").asText();
  }

  /// By kind and name, so that it is found again among others.
  public Jobs.Name named() {
    return new Jobs.Name(Optional.of(kind), name());
  }

  /// `pytorchjob/train`
  public String reference() {
    return kind.singular() + "/" + name();
  }

  /// The reference, and the namespace where it is not the usual one.
  public String described() {
    return namespace().equals("default")
        ? reference()
        : "%s in %s".formatted(reference(), namespace());
  }

  public boolean finished() {
    return ending().isPresent();
  }

  public Optional<Ending> ending() {
    return state.remember().ending();
  }

  /// Whether it goes on until it is deleted.
  public boolean endless() {
    return training.filter(TrainingJob::endless).isPresent();
  }

  /// Whether it has come to what it is there for, though it never ends.
  public boolean serving() {
    return endless() && state.phase() == JobState.Phase.RUNNING;
  }

  public boolean refused() {
    return !finished() && problems.stream().anyMatch(Problem::fatal);
  }

  public Optional<Instant> created() {
    return time(json.at("/metadata/creationTimestamp"));
  }

  /// From the moment it was accepted until it ended, or until now.
  public Optional<Duration> duration(Instant now) {
    return state
        .remember()
        .milestones()
        .accepted()
        .or(this::created)
        .map(start -> Duration.between(start, ending().map(Ending::at).orElse(now)));
  }

  /// The phase in one word of ours, the same for every dialect.
  public String phase() {
    if (json.path("metadata").hasNonNull("deletionTimestamp")) {
      return "Terminating";
    }
    if (refused()) {
      return "Invalid";
    }
    return switch (state.phase()) {
      case ACCEPTED -> "Created";
      case WAITING -> "Waiting";
      case STARTING -> "Starting";
      case RUNNING, SHRUNKEN -> "Running";
      case RESTARTING -> "Restarting";
      case HOLDING -> "Suspending";
      case HELD -> "Suspended";
      case RESUMING -> "Resuming";
      case UNKNOWN -> "Unknown";
      case SUCCEEDED -> "Succeeded";
      case FAILED -> "Failed";
    };
  }

  /// The newest sentence of its status, in its dialect's own words.
  public Optional<String> message() {
    return newest("message");
  }

  /// The same in one word.
  public Optional<String> reason() {
    return newest("reason");
  }

  /// Of the condition that changed last; of several, the one that is listed last.
  private Optional<String> newest(String field) {
    return json.at("/status/conditions")
        .valueStream()
        .reduce((one, next) -> changed(next).isBefore(changed(one)) ? one : next)
        .map(condition -> condition.path(field).textValue())
        .filter(text -> !text.isEmpty());
  }

  private static Instant changed(JsonNode condition) {
    return time(condition.path("lastTransitionTime")).orElse(Instant.EPOCH);
  }

  public int wanted() {
    return training.map(job -> job.replicas().size()).orElseGet(this::wrapped);
  }

  /// As many as all that is wrapped makes; nothing of another kind says so.
  private int wrapped() {
    return json.at("/status/componentStatus")
        .valueStream()
        .flatMap(component -> component.path("podSets").valueStream())
        .mapToInt(set -> set.path("replicas").asInt(1))
        .sum();
  }

  private boolean wraps() {
    return kind.registration().equals(Kinds.APP_WRAPPER);
  }

  /// Whether a pod is one of the job's. Those of an AppWrapper are made by what it wraps, and carry
  /// its name; those of what carries a job are told by their labels.
  boolean has(Pod pod) {
    var metadata = pod.getMetadata();
    boolean near = namespace().equals(metadata.getNamespace());
    return wraps()
        ? near && name().equals(metadata.getLabels().get(CodeFlare.WRAPPER_LABEL))
        : metadata.getOwnerReferences().stream().anyMatch(owner -> owner.getUid().equals(uid()))
            || (near && training.flatMap(job -> PodReading.kin(job, pod)).isPresent());
  }

  /// Whether its pods are known by nothing but the owner that stands in them.
  boolean ownsItsPods() {
    return !wraps()
        && training.stream()
            .flatMap(job -> job.roles().stream())
            .allMatch(role -> role.carrier() instanceof Carrier.Pods);
  }

  /// Whether one of these has made it, so that its name means that one.
  boolean madeBy(List<Job> others) {
    return json.at("/metadata/ownerReferences")
        .valueStream()
        .map(owner -> owner.path("uid").asText())
        .anyMatch(owner -> others.stream().anyMatch(other -> other.uid().equals(owner)));
  }

  /// Failures that were answered with a new pod, and restarts in place of the pods that stand.
  public int restarts(List<Replica> replicas) {
    return state.remember().tally().restarts()
        + replicas.stream().mapToInt(Replica::restarts).sum();
  }

  public Optional<String> queue() {
    return training.map(job -> job.gang().queue()).filter(queue -> !queue.isEmpty());
  }

  /// The labels that every pod of the job has.
  Map<String, String> podLabels() {
    var shared = new TreeMap<String, String>();
    if (wraps()) {
      shared.put(CodeFlare.WRAPPER_LABEL, name());
    }
    training.ifPresent(
        job -> {
          job.roles().getFirst().labels().forEach((key, text) -> fixed(text, key, shared));
          job.roles()
              .forEach(
                  role ->
                      shared
                          .entrySet()
                          .removeIf(
                              label ->
                                  !Text.of(label.getValue())
                                      .equals(role.labels().get(label.getKey()))));
        });
    return shared;
  }

  private static void fixed(Text text, String key, Map<String, String> labels) {
    if (text instanceof Text.Fixed(var value)) {
      labels.put(key, value);
    }
  }

  private static Optional<Instant> time(JsonNode node) {
    try {
      return Optional.ofNullable(node.textValue()).map(Instant::parse);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }
}
