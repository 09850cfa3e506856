package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Lifecycle.Crew;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodReadinessGate;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether others may talk to a pod, in the kubelet's words. Pure.
record Readiness(Pod pod, Crew crew, String phase) {

  /// What is missing of its containers, if anything.
  Optional<String> containers() {
    var unready =
        Stream.concat(crew.inits().stream().filter(crew::sidecar), crew.mains().stream())
            .filter(observed -> !observed.ready())
            .map(Observed::container)
            .sorted()
            .collect(Collectors.joining(" "));
    if (unready.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        phase.equals("Succeeded") ? "" : "containers with unready status: [%s]".formatted(unready));
  }

  String reason() {
    return switch (phase) {
      case "Succeeded" -> "PodCompleted";
      case "Failed" -> "PodFailed";
      default -> "ContainersNotReady";
    };
  }

  /// The conditions that somebody else must set and has not.
  Optional<String> gates(PodStatus status) {
    var gates = Optional.ofNullable(pod.getSpec().getReadinessGates()).orElse(List.of());
    var missing =
        gates.stream()
            .map(PodReadinessGate::getConditionType)
            .filter(
                type ->
                    status.getConditions().stream()
                        .noneMatch(
                            it -> it.getType().equals(type) && it.getStatus().equals("True")))
            .map("condition \"%s\" is not True"::formatted)
            .toList();
    return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
  }
}
