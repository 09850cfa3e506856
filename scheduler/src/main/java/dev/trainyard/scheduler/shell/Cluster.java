package dev.trainyard.scheduler.shell;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Resources;
import dev.trainyard.scheduler.core.Snapshot;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.shell.SeenPod.Gang;
import dev.trainyard.scheduler.shell.SeenPod.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What has been seen of the cluster, plus the bindings we have sent and not yet seen come back.
/// What each node holds is kept up to date pod by pod, so a snapshot costs nodes and waiting pods.
final class Cluster {

  private record Holding(String node, Resources requests) {}

  private final Map<String, Snapshot.Node> nodes = new HashMap<>();
  private final Map<String, SeenPod> waiting = new HashMap<>();
  private final Set<String> assumed = new HashSet<>();
  private final Map<String, Holding> holdings = new HashMap<>();
  private final Map<String, Resources> held = new HashMap<>();

  /// The pods of each gang that have, or had, a node.
  private final Map<String, Set<String>> begun = new HashMap<>();

  synchronized void see(Snapshot.Node node) {
    nodes.put(node.name(), node);
  }

  synchronized void nodeGone(String name) {
    nodes.remove(name);
  }

  synchronized void see(SeenPod pod) {
    var uid = pod.id().uid();
    switch (pod.stage()) {
      case Stage.Waits() -> waiting.put(uid, pod);
      case Stage.Holds(var node) -> {
        clear(uid);
        hold(uid, new Holding(node, pod.pod().requests()));
      }
      case Stage.Idle() -> clear(uid);
    }
    pod.gang()
        .filter(Gang::begun)
        .ifPresent(gang -> begun.computeIfAbsent(gang.name(), _ -> new HashSet<>()).add(uid));
  }

  synchronized void podGone(String uid) {
    clear(uid);
    begun.values().forEach(pods -> pods.remove(uid));
    begun.values().removeIf(Set::isEmpty);
  }

  private void clear(String uid) {
    waiting.remove(uid);
    assumed.remove(uid);
    release(uid);
  }

  /// From now on the pod counts as bound, although the cluster has not said so yet.
  synchronized void assume(Binding binding) {
    var uid = binding.pod().uid();
    var pod = waiting.get(uid);
    if (pod != null && assumed.add(uid)) {
      hold(uid, new Holding(binding.node(), pod.pod().requests()));
    }
  }

  /// The binding did not come about, so the pod waits again, unless it was seen bound after all.
  synchronized void retract(PodId pod) {
    if (assumed.remove(pod.uid())) {
      release(pod.uid());
    }
  }

  synchronized Optional<SeenPod> waiting(PodId pod) {
    return Optional.ofNullable(waiting.get(pod.uid()));
  }

  /// Without those that must not be tried yet, and those of gangs that are not complete.
  synchronized Snapshot snapshot(Predicate<PodId> due) {
    var pods = new ArrayList<Snapshot.Pod>();
    var gangs = new HashMap<Gang, List<Snapshot.Pod>>();
    for (var pod : waiting.values()) {
      var gang = pod.gang().filter(one -> !hasBegun(one));
      if (gang.isPresent()) {
        gangs.computeIfAbsent(gang.get(), _ -> new ArrayList<>()).add(pod.pod());
      } else if (!assumed.contains(pod.id().uid()) && due.test(pod.id())) {
        pods.add(pod.pod());
      }
    }
    gangs.entrySet().removeIf(gang -> !isReady(gang.getKey(), gang.getValue(), due));
    gangs.values().forEach(pods::addAll);
    return new Snapshot(
        nodes.values().stream().map(this::withHeld).toList(),
        pods,
        gangs.values().stream()
            .map(gang -> gang.stream().map(Snapshot.Pod::id).collect(Collectors.toSet()))
            .toList());
  }

  /// Whether a node was given to one of its pods.
  private boolean hasBegun(Gang gang) {
    return begun.containsKey(gang.name())
        || assumed.stream()
            .flatMap(uid -> Optional.ofNullable(waiting.get(uid)).stream())
            .flatMap(pod -> pod.gang().stream())
            .anyMatch(other -> other.name().equals(gang.name()));
  }

  private static boolean isReady(Gang gang, List<Snapshot.Pod> pods, Predicate<PodId> due) {
    return pods.size() >= gang.size() && pods.stream().map(Snapshot.Pod::id).allMatch(due);
  }

  private Snapshot.Node withHeld(Snapshot.Node node) {
    return node.holding(held.getOrDefault(node.name(), Resources.NONE));
  }

  private void hold(String uid, Holding holding) {
    holdings.put(uid, holding);
    held.merge(holding.node(), holding.requests(), Resources::plus);
  }

  private void release(String uid) {
    var holding = holdings.remove(uid);
    if (holding != null) {
      var left = held.getOrDefault(holding.node(), Resources.NONE).minus(holding.requests());
      if (left.equals(Resources.NONE)) {
        held.remove(holding.node());
      } else {
        held.put(holding.node(), left);
      }
    }
  }
}
