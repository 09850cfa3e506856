package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.api.runai.TrainingWorkloadStatus.Condition;
import dev.trainyard.dialects.Times;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The conditions of a workload: at most one of a type, always in the same order, and a time that
/// moves with the status only.
record Conditions(Map<String, Condition> byType) {

  static final String SUBMITTED = "Submitted";
  static final String SCHEDULED = "Scheduled";
  static final String RUNNING = "Running";
  static final String SUSPENDED = "Suspended";
  static final String COMPLETED = "Completed";
  static final String FAILED = "Failed";

  private static final List<String> ORDER =
      List.of(SUBMITTED, SCHEDULED, RUNNING, SUSPENDED, COMPLETED, FAILED);

  static Conditions of(Optional<TrainingWorkloadStatus> status) {
    var byType = new LinkedHashMap<String, Condition>();
    status
        .map(TrainingWorkloadStatus::conditions)
        .orElse(List.of())
        .forEach(condition -> byType.putIfAbsent(condition.type(), condition));
    return new Conditions(byType);
  }

  /// Those we know, in their order; what others have added comes last.
  List<Condition> list() {
    var ordered = new LinkedHashMap<String, Condition>();
    for (var type : ORDER) {
      find(type).ifPresent(condition -> ordered.put(type, condition));
    }
    byType.forEach(ordered::putIfAbsent);
    return List.copyOf(ordered.values());
  }

  Optional<Condition> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  boolean holds(String type) {
    return find(type).filter(condition -> condition.status().equals("True")).isPresent();
  }

  boolean denied(String type) {
    return find(type).filter(condition -> condition.status().equals("False")).isPresent();
  }

  /// Since when it holds, if it does.
  Optional<Instant> heldSince(String type) {
    return holds(type) ? since(type) : Optional.empty();
  }

  /// Since when it does not hold any more, if it ever did.
  Optional<Instant> deniedSince(String type) {
    return denied(type) ? since(type) : Optional.empty();
  }

  private Optional<Instant> since(String type) {
    return find(type).flatMap(condition -> Times.parse(condition.lastTransitionTime()));
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
            .map(Condition::lastTransitionTime)
            .orElse(Times.text(at));
    var changed = new LinkedHashMap<>(byType);
    changed.put(type, new Condition(type, word, reason, message, since));
    return new Conditions(changed);
  }
}
