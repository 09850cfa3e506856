package dev.trainyard.scheduler.shell;

import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;

/// What the scheduler keeps of a pod.
public record SeenPod(
    Snapshot.Pod pod, Stage stage, List<PodCondition> conditions, String resourceVersion) {

  public SeenPod {
    conditions = List.copyOf(conditions);
  }

  public PodId id() {
    return pod.id();
  }

  public sealed interface Stage {
    /// No node yet, and ours to find one.
    record Waits() implements Stage {}

    /// On a node, holding what it asked for until it ends.
    record Holds(String node) implements Stage {}

    /// Ended, going away, gated, or another scheduler's: neither holds nor wants anything of us.
    record Idle() implements Stage {}
  }
}
