package dev.trainyard.scheduler.shell;

import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;

/// What the scheduler keeps of a pod.
///
/// @param gang whom it is placed together with, if it is
public record SeenPod(
    Snapshot.Pod pod,
    Stage stage,
    Optional<Gang> gang,
    List<PodCondition> conditions,
    String resourceVersion) {

  public SeenPod {
    conditions = List.copyOf(conditions);
  }

  public PodId id() {
    return pod.id();
  }

  /// Pods that begin together or not at all. Once one of them has had a node, they have begun, and
  /// whoever comes in the place of one is placed alone.
  ///
  /// @param size how many there are when all are there
  public record Gang(String name, int size, boolean begun) {}

  public sealed interface Stage {
    /// No node yet, and ours to find one.
    record Waits() implements Stage {}

    /// On a node, holding what it asked for until it ends.
    record Holds(String node) implements Stage {}

    /// Ended, going away, gated, or another scheduler's: neither holds nor wants anything of us.
    record Idle() implements Stage {}
  }
}
