package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Taint.Toleration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// What one placement is decided from: the nodes with what is held on them, and the pods that wait,
/// the oldest first and equally old ones by name.
///
/// @param together those of the pods that are placed all at once or not at all, gang by gang
public record Snapshot(List<Node> nodes, List<Pod> waiting, List<Set<PodId>> together) {

  public Snapshot {
    nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
    waiting =
        waiting.stream()
            .sorted(Comparator.comparing(Pod::created).thenComparing(Pod::id, PodId.BY_NAME))
            .toList();
    together = together.stream().map(Set::copyOf).toList();
  }

  /// Every pod for itself.
  public Snapshot(List<Node> nodes, List<Pod> waiting) {
    this(nodes, waiting, List.of());
  }

  /// The uid keeps a pod apart from an earlier one that had the same name.
  public record PodId(String namespace, String name, String uid) {

    static final Comparator<PodId> BY_NAME =
        Comparator.comparing(PodId::namespace).thenComparing(PodId::name);

    @Override
    public String toString() {
      return namespace + "/" + name;
    }
  }

  public record Pod(
      PodId id,
      Instant created,
      Resources requests,
      SortedMap<String, String> nodeSelector,
      List<Toleration> tolerations) {

    public Pod {
      nodeSelector = sorted(nodeSelector);
      tolerations = List.copyOf(tolerations);
    }

    public boolean tolerates(Taint taint) {
      return tolerations.stream().anyMatch(toleration -> toleration.covers(taint));
    }
  }

  public record Node(
      String name,
      Resources allocatable,
      Resources held,
      boolean ready,
      boolean unschedulable,
      List<Taint> taints,
      SortedMap<String, String> labels) {

    public Node {
      taints = List.copyOf(taints);
      labels = sorted(labels);
    }

    /// The same node with this much taken.
    public Node holding(Resources held) {
      return new Node(name, allocatable, held, ready, unschedulable, taints, labels);
    }

    Resources free() {
      return allocatable.minus(held);
    }
  }

  private static SortedMap<String, String> sorted(Map<String, String> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }
}
