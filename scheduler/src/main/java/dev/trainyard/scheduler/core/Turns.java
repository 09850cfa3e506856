package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Snapshot.Pod;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who of those that wait may begin: by priority, then by age, and each only with room for all of
/// its pods at once. One that does not fit does not hold up those behind it.
public final class Turns {

  /// Pods that begin together or not at all.
  public record Gang(String id, int priority, Instant created, List<Pod> pods) {

    private static final Comparator<Gang> ORDER =
        Comparator.comparingInt(Gang::priority)
            .reversed()
            .thenComparing(Gang::created)
            .thenComparing(Gang::id);

    public Gang {
      pods = List.copyOf(pods);
    }
  }

  /// Whose turn it is, and why it is not that of the others.
  public record Standing(SortedSet<String> granted, SortedMap<String, WaitReason> waiting) {}

  /// Promises come first, whoever waits.
  ///
  /// @param nodes with what is held on them
  /// @param promised those who were let in, and the pods of theirs that no node holds yet
  public static Standing of(List<Node> nodes, List<Gang> promised, List<Gang> waiting) {
    var room = nodes;
    for (var gang : promised) {
      room = taken(room, gang, Placer.place(new Snapshot(room, gang.pods())).bindings());
    }
    var granted = new TreeSet<String>();
    var reasons = new TreeMap<String, WaitReason>();
    for (var gang : waiting.stream().sorted(Gang.ORDER).toList()) {
      var placement = Placer.place(new Snapshot(room, gang.pods()));
      if (placement.waiting().isEmpty()) {
        granted.add(gang.id());
        room = taken(room, gang, placement.bindings());
      } else {
        reasons.put(gang.id(), placement.waiting().getFirst().reason());
      }
    }
    return new Standing(granted, reasons);
  }

  private static List<Node> taken(List<Node> nodes, Gang gang, List<Binding> bindings) {
    var requests = gang.pods().stream().collect(Collectors.toMap(Pod::id, Pod::requests));
    return nodes.stream().map(node -> taken(node, bindings, requests)).toList();
  }

  private static Node taken(Node node, List<Binding> bindings, Map<PodId, Resources> requests) {
    return node.holding(
        bindings.stream()
            .filter(binding -> binding.node().equals(node.name()))
            .map(binding -> requests.get(binding.pod()))
            .reduce(node.held(), Resources::plus));
  }

  /// What is left of a gang's pods when as many as equal those that nodes hold are taken away.
  public static List<Pod> without(List<Pod> pods, List<Resources> held) {
    var left = new ArrayList<>(held);
    return pods.stream().filter(pod -> !left.remove(pod.requests())).toList();
  }

  private Turns() {}
}
