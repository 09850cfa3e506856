package dev.trainyard.operator.cache;

import dev.trainyard.api.UnreadableMark;
import dev.trainyard.engine.model.Observed.NodeFact;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Whether a node is known to be alive, read off the node.
public final class Nodes {

  static NodeFact fact(Node node) {
    return new NodeFact(
        ready(node), readiness(node).flatMap(Nodes::changedAt).orElse(Instant.EPOCH));
  }

  /// What cannot be read is not dead.
  public static boolean ready(Node node) {
    return UnreadableMark.on(node)
        || readiness(node).filter(condition -> "True".equals(condition.getStatus())).isPresent();
  }

  static Optional<NodeCondition> readiness(Node node) {
    return Optional.ofNullable(node.getStatus()).stream()
        .flatMap(status -> status.getConditions().stream())
        .filter(condition -> "Ready".equals(condition.getType()))
        .findFirst();
  }

  private static Optional<Instant> changedAt(NodeCondition condition) {
    try {
      return Optional.ofNullable(condition.getLastTransitionTime()).map(Instant::parse);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private Nodes() {}
}
