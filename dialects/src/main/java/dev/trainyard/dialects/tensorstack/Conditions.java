package dev.trainyard.dialects.tensorstack;

import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.dialects.Times;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The conditions of a job: at most one of a type, always in the same order, and a time that moves
/// with the status only.
record Conditions(Map<String, JobCondition> byType) {

  static final String INITIALIZED = "Initialized";
  static final String RUNNING = "Running";
  static final String FAILED = "Failed";
  static final String COMPLETED = "Completed";
  static final String REPLICA_FAILURE = "ReplicaFailure";
  static final String PAUSED = "Paused";

  private static final List<String> ORDER =
      List.of(INITIALIZED, RUNNING, FAILED, COMPLETED, REPLICA_FAILURE, PAUSED);

  static Conditions of(Optional<JobStatus> status) {
    var byType = new LinkedHashMap<String, JobCondition>();
    status
        .map(JobStatus::conditions)
        .orElse(List.of())
        .forEach(condition -> byType.putIfAbsent(condition.type(), condition));
    return new Conditions(byType);
  }

  /// Those we know, in their order; what others have added comes last.
  List<JobCondition> list() {
    var ordered = new LinkedHashMap<String, JobCondition>();
    for (var type : ORDER) {
      find(type).ifPresent(condition -> ordered.put(type, condition));
    }
    byType.forEach(ordered::putIfAbsent);
    return List.copyOf(ordered.values());
  }

  Optional<JobCondition> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  boolean holds(String type) {
    return find(type).filter(condition -> condition.status().equals("True")).isPresent();
  }

  boolean denied(String type) {
    return find(type).filter(condition -> condition.status().equals("False")).isPresent();
  }

  /// Since when the condition has been as it is.
  Optional<Instant> since(String type) {
    return find(type).flatMap(condition -> Times.parse(condition.lastTransitionTime()));
  }

  boolean because(String type, String reason) {
    return find(type).filter(condition -> Objects.equals(condition.reason(), reason)).isPresent();
  }

  Conditions without(String type) {
    var changed = new LinkedHashMap<>(byType);
    changed.remove(type);
    return new Conditions(changed);
  }

  Conditions with(String type, boolean status, String reason, String message, Instant at) {
    var word = status ? "True" : "False";
    var since =
        find(type)
            .filter(before -> before.status().equals(word))
            .map(JobCondition::lastTransitionTime)
            .orElse(Times.text(at));
    var changed = new LinkedHashMap<>(byType);
    changed.put(type, new JobCondition(type, word, reason, message, since));
    return new Conditions(changed);
  }
}
