package dev.trainyard.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.stream.Stream;

/// An elastic job with as many workers as it may ever have.
final class Ceiling {

  private static final String WORKER = "Worker";

  /// The job as it is where nothing makes it elastic.
  static ObjectNode raised(ObjectNode job) {
    var copy = job.deepCopy();
    maximum(copy.path("spec").path("elasticPolicy"))
        .ifPresent(
            max ->
                copy.path("spec").path("pytorchReplicaSpecs").properties().stream()
                    .filter(role -> role.getKey().equalsIgnoreCase(WORKER))
                    .forEach(role -> ((ObjectNode) role.getValue()).put("replicas", max)));
    return copy;
  }

  /// Without a maximum the minimum is one, too.
  private static Optional<Integer> maximum(JsonNode policy) {
    return Stream.of("maxReplicas", "minReplicas")
        .map(policy::path)
        .filter(JsonNode::isInt)
        .map(JsonNode::intValue)
        .findFirst();
  }

  private Ceiling() {}
}
