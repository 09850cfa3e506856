package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Placement.Waiting;
import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Snapshot.Pod;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Gives each waiting pod in turn the node with room that has the most free cpu, the first by name
/// among equals. A pod that fits nowhere does not hold up those behind it, but those that are
/// placed together with it wait for the same thing.
public final class Placer {

  private final Snapshot snapshot;
  private final Map<String, Resources> free = new HashMap<>();

  public static Placement place(Snapshot snapshot) {
    return new Placer(snapshot).place();
  }

  private Placement place() {
    var bindings = new ArrayList<Binding>();
    var waiting = new ArrayList<Waiting>();
    for (var pods : gangs()) {
      var before = Map.copyOf(free);
      var placed = new ArrayList<Binding>();
      Optional<WaitReason> obstacle = Optional.empty();
      for (var pod : pods) {
        obstacle = give(pod, placed);
        if (obstacle.isPresent()) {
          break;
        }
      }
      if (obstacle.isEmpty()) {
        bindings.addAll(placed);
      } else {
        free.clear();
        free.putAll(before);
        for (var pod : pods) {
          waiting.add(new Waiting(pod.id(), obstacle.get()));
        }
      }
    }
    return new Placement(bindings, waiting);
  }

  /// Each where its oldest pod is; most are pods by themselves.
  private Collection<List<Pod>> gangs() {
    var gangs = new LinkedHashMap<Set<PodId>, List<Pod>>();
    for (var pod : snapshot.waiting()) {
      var gang =
          snapshot.together().stream()
              .filter(ids -> ids.contains(pod.id()))
              .findFirst()
              .orElseGet(() -> Set.of(pod.id()));
      gangs.computeIfAbsent(gang, _ -> new ArrayList<>()).add(pod);
    }
    return gangs.values();
  }

  /// Why there is no node for it, if so.
  private Optional<WaitReason> give(Pod pod, List<Binding> placed) {
    var node = roomiest(pod);
    if (node.isEmpty()) {
      return Optional.of(whyNot(pod));
    }
    var name = node.get().name();
    placed.add(new Binding(pod.id(), name));
    free.put(name, freeOn(node.get()).minus(pod.requests()));
    return Optional.empty();
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
