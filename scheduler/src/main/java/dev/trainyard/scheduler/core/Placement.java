package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Snapshot.PodId;
import java.util.List;

/// Which pods go where, in the order they were given room, and why each of the others waits.
public record Placement(List<Binding> bindings, List<Waiting> waiting) {

  public Placement {
    bindings = List.copyOf(bindings);
    waiting = List.copyOf(waiting);
  }

  public record Binding(PodId pod, String node) {}

  public record Waiting(PodId pod, WaitReason reason) {}
}
