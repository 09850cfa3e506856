package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Snapshot.Pod;
import java.math.BigDecimal;
import java.util.Optional;

/// What keeps one pod off one node. The order of the checks is the order in which people would have
/// to remove the obstacles.
public sealed interface Obstacle {

  record NotReady() implements Obstacle {}

  record Unschedulable() implements Obstacle {}

  record Untolerated(Taint taint) implements Obstacle {}

  record OtherLabels(String key, String wanted) implements Obstacle {}

  record NoRoom(String resource, BigDecimal wanted, BigDecimal free, BigDecimal allocatable)
      implements Obstacle {}

  /// `free` is what the node has left after the pods already given room in this placement.
  static Optional<Obstacle> between(Pod pod, Node node, Resources free) {
    if (!node.ready()) {
      return Optional.of(new NotReady());
    }
    if (node.unschedulable() && !pod.tolerates(UNSCHEDULABLE)) {
      return Optional.of(new Unschedulable());
    }
    var taint =
        node.taints().stream().filter(Taint::keepsAway).filter(t -> !pod.tolerates(t)).findFirst();
    if (taint.isPresent()) {
      return Optional.of(new Untolerated(taint.get()));
    }
    for (var label : pod.nodeSelector().entrySet()) {
      if (!label.getValue().equals(node.labels().get(label.getKey()))) {
        return Optional.of(new OtherLabels(label.getKey(), label.getValue()));
      }
    }
    return pod.requests()
        .lackingIn(free)
        .map(
            resource ->
                new NoRoom(
                    resource,
                    pod.requests().amount(resource),
                    free.amount(resource),
                    node.allocatable().amount(resource)));
  }

  /// The taint a cordoned node carries as well, and under which a pod may tolerate the cordon.
  Taint UNSCHEDULABLE = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
}
