package dev.trainyard.cli.rehearse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.dialects.Settings;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/// What can be read off stored objects.
final class Sights {

  static boolean isJob(Item item) {
    return item.content() instanceof Content.Raw(var tree) && kind(tree).isPresent();
  }

  static Optional<Job> job(Item item, Known known) {
    return item.content() instanceof Content.Raw(var tree)
        ? kind(tree).map(kind -> kind.read(tree, Settings.Place.CLUSTER, known))
        : Optional.empty();
  }

  private static Optional<JobKind> kind(ObjectNode tree) {
    return JobKind.of(tree.path("apiVersion").asText(), tree.path("kind").asText())
        .filter(kind -> kind.isJob(tree));
  }

  static String phase(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getPhase()).orElse("Pending");
  }

  static Optional<String> node(Pod pod) {
    return Optional.ofNullable(pod.getSpec().getNodeName());
  }

  static boolean ready(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(one -> one.getType().equals("Ready") && one.getStatus().equals("True"));
  }

  /// Why the scheduler has no place for it.
  static Optional<String> waits(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .filter(one -> one.getType().equals("PodScheduled") && one.getStatus().equals("False"))
        .map(one -> Optional.ofNullable(one.getMessage()).orElse("no place"))
        .findFirst();
  }

  /// How its containers ended, as told by the first that failed.
  static Optional<ContainerStateTerminated> end(Pod pod) {
    var ends =
        pod.getStatus().getContainerStatuses().stream().flatMap(one -> end(one).stream()).toList();
    return ends.stream()
        .filter(end -> end.getExitCode() != 0)
        .findFirst()
        .or(() -> ends.stream().findFirst());
  }

  static Optional<ContainerStateTerminated> end(ContainerStatus status) {
    return Optional.ofNullable(status.getState()).map(state -> state.getTerminated());
  }

  static Optional<ContainerStateTerminated> lastEnd(ContainerStatus status) {
    return Optional.ofNullable(status.getLastState()).map(state -> state.getTerminated());
  }

  static String ready(Node node) {
    return node.getStatus().getConditions().stream()
        .filter(one -> one.getType().equals("Ready"))
        .map(one -> one.getStatus())
        .findFirst()
        .orElse("Unknown");
  }

  static boolean cordoned(Node node) {
    return node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
  }

  private Sights() {}
}
