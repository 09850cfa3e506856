package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// What an MPIJob promises of its launcher: one that waits for the workers is not there before each
/// of them was ready, and none is let go while its job is held.
final class MpiPromises implements Rule {

  private final Sight sight;

  /// The names of all pods of a job that ever were ready.
  private final Map<String, Set<String>> ready = new HashMap<>();

  /// The launchers that may run.
  private final Set<String> loose = new HashSet<>();

  MpiPromises(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var tree)
          when change.key().kind().equals("Job") && change.type() != Change.Type.DELETED ->
          jobOf(change.item()).ifPresent(job -> launcherChanged(change, tree, job));
      case Content.Raw _ -> {}
      case Content.Typed(Pod pod) when isReady(pod) ->
          change
              .item()
              .controller()
              .ifPresent(
                  job ->
                      ready
                          .computeIfAbsent(job, _ -> new HashSet<>())
                          .add(pod.getMetadata().getName()));
      case Content.Typed _ -> {}
    }
  }

  private Optional<JobTree> jobOf(Item launcher) {
    return launcher
        .controller()
        .flatMap(
            uid ->
                sight.store().all(MPIJob.KIND).filter(item -> item.uid().equals(uid)).findFirst())
        .map(item -> JobTree.of(item.raw()));
  }

  private void launcherChanged(Change change, JsonNode launcher, JobTree job) {
    if (launcher.at("/spec/suspend").asBoolean()) {
      loose.remove(change.item().uid());
      return;
    }
    if (loose.add(change.item().uid())) {
      require(
          !(job.suspended() && job.holds("Suspended")),
          () -> "%s is let go, and its job is held".formatted(change.key()));
    }
    if (change.type() == Change.Type.ADDED && waits(job)) {
      var seen = ready.getOrDefault(job.uid(), Set.of());
      require(
          IntStream.range(0, workers(job))
              .allMatch(index -> seen.contains("%s-worker-%d".formatted(job.name(), index))),
          () ->
              "%s was made before all workers were ready, which were %s"
                  .formatted(change.key(), seen));
    }
  }

  private static boolean waits(JobTree job) {
    return job.job().at("/spec/launcherCreationPolicy").asText().equals("WaitForWorkersReady");
  }

  private static int workers(JobTree job) {
    return job.job().at("/spec/mpiReplicaSpecs/Worker/replicas").asInt();
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(one -> one.getType().equals("Ready") && one.getStatus().equals("True"));
  }
}
