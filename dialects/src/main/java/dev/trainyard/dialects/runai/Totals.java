package dev.trainyard.dialects.runai;

import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What tools for Run:ai read off the annotations of a job.
record Totals(Told job, JobState state, Counts counts) {

  static ObjectMeta on(ObjectMeta metadata, Map<String, String> totals) {
    return new ObjectMetaBuilder(metadata).addToAnnotations(totals).build();
  }

  Map<String, String> annotations() {
    var totals = new LinkedHashMap<String, String>();
    totals.put("runai-calculated-status", PhaseWords.calculated(state));
    totals.put("runai-running-pods", Integer.toString(counts.running()));
    totals.put("runai-pending-pods", Integer.toString(counts.pending()));
    totals.put("runai-used-nodes", usedNodes());
    put(totals, "runai-current-allocated-gpus", job.of(state, Slot.RUNNING));
    put(totals, "runai-current-requested-gpus", job.of(state, Slot.RUNNING, Slot.PENDING));
    put(totals, "runai-total-requested-gpus", job.inAll());
    return totals;
  }

  private String usedNodes() {
    return state.replicas().stream()
        .filter(replica -> replica.slot() == Slot.RUNNING || replica.slot() == Slot.PENDING)
        .map(ReplicaState::node)
        .flatMap(node -> node.stream())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static void put(Map<String, String> totals, String key, Told.Amounts amounts) {
    totals.put(key, Gpus.text(amounts.gpus()));
    totals.put(key + "-memory", Long.toString(amounts.memory()));
  }
}
