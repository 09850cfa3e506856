package dev.trainyard.engine.model;

import dev.trainyard.engine.model.Observed.Trouble;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Something that happened once. The engine states it; the dialect finds the words.
public sealed interface Fact {
  record Accepted() implements Fact {}

  /// It waits until the group of its pods is admitted.
  record Queued(String queue) implements Fact {}

  record ObjectMade(String kind, String name) implements Fact {}

  record ObjectRemoved(String kind, String name) implements Fact {}

  record ObjectRefused(String kind, String name, String error) implements Fact {}

  /// Variables that do not reach an environment file: their values are known only inside of a pod,
  /// or do not fit on a line.
  record VariablesWithheld(List<String> names) implements Fact {
    public VariablesWithheld {
      names = List.copyOf(names);
    }
  }

  record RemovalRefused(String kind, String name, String error) implements Fact {}

  record ReplicaMade(ReplicaId replica, String pod, boolean first) implements Fact {}

  record ReplicaRemoved(ReplicaId replica, String pod, String uid) implements Fact {}

  record Initialized() implements Fact {}

  record BeganRunning(Instant at) implements Fact {}

  /// Its program has ended, though the pod may go on.
  record ReplicaEnded(ReplicaId replica, String pod, String uid, OptionalInt code)
      implements Fact {}

  /// The pod failed, by itself, and that is accounted for.
  record ReplicaFailed(ReplicaId replica, String pod, String uid) implements Fact {}

  /// `uid` is the pod's that goes; `count` starts anew with a resumed job.
  record ReplicaRestarted(ReplicaId replica, String pod, String uid, int count) implements Fact {}

  /// Its node has not been heard of for too long, or is no more.
  record ReplicaLost(ReplicaId replica, String pod, String uid, String node) implements Fact {}

  /// What the pod itself says; it may go on.
  record ReplicaTroubled(ReplicaId replica, String pod, String uid, Trouble trouble)
      implements Fact {}

  /// Without a cause somebody asked for it.
  record GangRestarted(int attempt, Optional<ReplicaId> cause) implements Fact {}

  record WentOnHold(Instant at) implements Fact {}

  record Resumed(Instant at) implements Fact {}

  record Scaled(int from, int to) implements Fact {}

  record Preempted(String incident, int count) implements Fact {}

  record Succeeded() implements Fact {}

  record LeadFailed(ReplicaId replica, String pod, OptionalInt code) implements Fact {}

  /// `permanently` when the exit code said that a restart would not help.
  record ReplicasFailed(String role, int count, boolean permanently) implements Fact {}

  record BudgetSpent(int count) implements Fact {}

  record OutOfTime(Duration limit) implements Fact {}

  record PreemptedTooOften(int count) implements Fact {}

  record ChildFailed(String reason, String message) implements Fact {}

  record WorkersEvicted(int evicted, int workers) implements Fact {}

  record CleanedUp(int pods) implements Fact {}

  record StillRunning(int pods) implements Fact {}

  record Expired() implements Fact {}
}
