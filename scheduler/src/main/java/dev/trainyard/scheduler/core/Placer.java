package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Placement.Waiting;
import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Snapshot.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Gives each waiting pod in turn the node with room that has the most free cpu, the first by name
/// among equals. A pod that fits nowhere does not hold up those behind it.
public final class Placer {

  private final Snapshot snapshot;
  private final Map<String, Resources> free = new HashMap<>();

  public static Placement place(Snapshot snapshot) {
    return new Placer(snapshot).place();
  }

  private Placement place() {
    var bindings = new ArrayList<Binding>();
    var waiting = new ArrayList<Waiting>();
    for (var pod : snapshot.waiting()) {
      var node = roomiest(pod);
      if (node.isPresent()) {
        var name = node.get().name();
        bindings.add(new Binding(pod.id(), name));
        free.put(name, freeOn(node.get()).minus(pod.requests()));
      } else {
        waiting.add(new Waiting(pod.id(), whyNot(pod)));
      }
    }
    return new Placement(bindings, waiting);
  }

  private Optional<Node> roomiest(Pod pod) {
    Optional<Node> best = Optional.empty();
    for (var node : snapshot.nodes()) {
      if (Obstacle.between(pod, node, freeOn(node)).isEmpty()
          && best.map(other -> moreCpu(node, other)).orElse(true)) {
        best = Optional.of(node);
      }
    }
    return best;
  }

  private boolean moreCpu(Node node, Node other) {
    return freeOn(node).amount(Resources.CPU).compareTo(freeOn(other).amount(Resources.CPU)) > 0;
  }

  private WaitReason whyNot(Pod pod) {
    var obstacles = new TreeMap<String, Obstacle>();
    for (var node : snapshot.nodes()) {
      Obstacle.between(pod, node, freeOn(node))
          .ifPresent(obstacle -> obstacles.put(node.name(), obstacle));
    }
    return WaitReason.of(obstacles);
  }

  private Resources freeOn(Node node) {
    return free.computeIfAbsent(node.name(), _ -> node.free());
  }

  private Placer(Snapshot snapshot) {
    this.snapshot = snapshot;
  }
}
