package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a TrainingWorkload promises: it has one name, which nobody else has; what is done is never
/// done again; no more of it runs at once than it asked for, and nothing of it while it is stopped.
final class WorkloadPromises implements Rule {

  private static final String VALUES = "effective-spec";

  private final Sight sight;
  private final Lineage lineage = new Lineage();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, JsonNode> submitted = new HashMap<>();
  private final Map<String, Set<Integer>> done = new HashMap<>();

  WorkloadPromises(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    lineage.heard(change);
    var item = change.item();
    switch (item.content()) {
      case Content.Raw(var tree)
          when item.key().kind().equals(TrainingWorkload.KIND)
              && change.type() != Change.Type.DELETED ->
          told(item, JobTree.of(tree));
      case Content.Raw _ -> {}
      case Content.Typed(GenericKubernetesResource object)
          when change.type() == Change.Type.ADDED && object.get("data", VALUES) != null ->
          item.controller().ifPresent(owner -> claimed(item, object, owner));
      case Content.Typed(Pod pod) when change.type() == Change.Type.ADDED ->
          item.controller().flatMap(this::workload).ifPresent(job -> started(item, pod, job));
      case Content.Typed _ -> {}
    }
  }

  private Optional<JobTree> workload(String uid) {
    return sight
        .store()
        .all(TrainingWorkload.KIND)
        .filter(item -> item.uid().equals(uid))
        .map(item -> JobTree.of(item.raw()))
        .findFirst();
  }

  private void claimed(Item claim, GenericKubernetesResource object, String owner) {
    submitted.put(owner, Makers.yaml(object.get("data", VALUES)));
    var before = names.putIfAbsent(owner, claim.key().name());
    require(
        before == null || before.equals(claim.key().name()),
        () -> "%s is claimed by a workload that has the name %s".formatted(claim.key(), before));
  }

  private void told(Item item, JobTree job) {
    var name = WorkloadWords.jobName(job);
    if (!name.isEmpty()) {
      var claim = sight.store().find(new Key("ConfigMap", item.key().namespace(), name));
      require(
          claim.flatMap(Item::controller).filter(item.uid()::equals).isPresent(),
          () -> "%s goes by the name %s, which it does not have".formatted(item.key(), name));
    }
    var now = indexes(job.job().at("/status/memory/done"));
    var before = done.put(item.uid(), now);
    require(
        before == null || now.containsAll(before),
        () -> "%s had done %s and now only %s".formatted(item.key(), before, now));
  }

  /// Of the one role that a sweep has.
  private static Set<Integer> indexes(JsonNode places) {
    var indexes = new HashSet<Integer>();
    places.path("").forEach(index -> indexes.add(index.asInt()));
    return indexes;
  }

  private void started(Item item, Pod pod, JobTree job) {
    require(
        !done.getOrDefault(job.uid(), Set.of()).contains(WorkloadMakers.indexOf(pod)),
        () -> "%s was made for an index that is done".formatted(item.key()));
    long working =
        sight
            .store()
            .all("Pod")
            .filter(one -> one.controller().filter(job.uid()::equals).isPresent())
            .filter(one -> !one.leaving() && works((Pod) one.typed()))
            .count();
    int most =
        submitted.getOrDefault(job.uid(), MissingNode.getInstance()).path("parallelism").asInt(1);
    require(
        working <= most,
        () -> "with %s, %d pods work at once, and %d may".formatted(item.key(), working, most));
  }

  private static boolean works(Pod pod) {
    var phase = String.valueOf(pod.getStatus().getPhase());
    return !phase.equals("Succeeded") && !phase.equals("Failed");
  }

  @Override
  public void atTheEnd() {
    sight
        .store()
        .all("Pod")
        .filter(pod -> works((Pod) pod.typed()))
        .forEach(
            pod ->
                lineage
                    .of(pod)
                    .flatMap(uid -> workload(uid).stream())
                    .forEach(
                        job ->
                            require(
                                !job.suspended() || job.verdict().isPresent(),
                                () ->
                                    "%s works, and %s is stopped"
                                        .formatted(pod.key(), job.name()))));
  }
}
