package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Obstacle.NoRoom;
import dev.trainyard.scheduler.core.Obstacle.NotReady;
import dev.trainyard.scheduler.core.Obstacle.OtherLabels;
import dev.trainyard.scheduler.core.Obstacle.Unschedulable;
import dev.trainyard.scheduler.core.Obstacle.Untolerated;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Why a pod waits: how many nodes each obstacle bars, and for each resource that is short, the
/// node that comes nearest.
public record WaitReason(SortedMap<String, Integer> barred, SortedMap<String, Nearest> shortages) {

  public WaitReason {
    barred = Collections.unmodifiableSortedMap(new TreeMap<>(barred));
    shortages = Collections.unmodifiableSortedMap(new TreeMap<>(shortages));
  }

  /// The node with the most of a resource, of the given number of nodes that have too little.
  public record Nearest(String node, BigDecimal wanted, BigDecimal free, BigDecimal of, int nodes) {

    private Nearest or(Nearest other) {
      var better = other.free.compareTo(free) > 0 ? other : this;
      return new Nearest(better.node, wanted, better.free, better.of, nodes + other.nodes);
    }
  }

  static WaitReason of(SortedMap<String, Obstacle> obstaclesByNode) {
    var barred = new TreeMap<String, Integer>();
    var shortages = new TreeMap<String, Nearest>();
    obstaclesByNode.forEach(
        (node, obstacle) -> {
          switch (obstacle) {
            case NotReady() -> barred.merge("not ready", 1, Integer::sum);
            case Unschedulable() -> barred.merge("cordoned", 1, Integer::sum);
            case Untolerated(var taint) ->
                barred.merge("tainted %s".formatted(taint), 1, Integer::sum);
            case OtherLabels(var key, var wanted) ->
                barred.merge("without label %s=%s".formatted(key, wanted), 1, Integer::sum);
            case NoRoom(var resource, var wanted, var free, var allocatable) ->
                shortages.merge(
                    resource, new Nearest(node, wanted, free, allocatable, 1), Nearest::or);
          }
        });
    return new WaitReason(barred, shortages);
  }

  /// Whether both wait for the same things, however much happens to be free just now.
  public boolean sameAs(WaitReason other) {
    return barred.equals(other.barred) && shortages.keySet().equals(other.shortages.keySet());
  }

  public String message() {
    var parts = new ArrayList<String>();
    shortages.forEach((resource, nearest) -> parts.add(text(resource, nearest)));
    barred.forEach((what, nodes) -> parts.add("%d %s".formatted(nodes, what)));
    return "0/%d nodes have room: %s"
        .formatted(nodes(), parts.isEmpty() ? "there are no nodes" : String.join("; ", parts));
  }

  private int nodes() {
    return barred.values().stream().mapToInt(Integer::intValue).sum()
        + shortages.values().stream().mapToInt(Nearest::nodes).sum();
  }

  private static String text(String resource, Nearest nearest) {
    return "%s wants %s, %s%s of %s is free on %s"
        .formatted(
            resource,
            Resources.text(resource, nearest.wanted),
            nearest.nodes == 1 ? "" : "at most ",
            Resources.text(resource, nearest.free),
            Resources.text(resource, nearest.of),
            nearest.node);
  }
}
