package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

@OnACluster
class AKilledLeaderTest {

  @Test
  void is_succeeded_by_another_while_a_job_loses_a_worker_and_nothing_is_done_twice(
      Installed site) {
    var team = site.team();
    var births = new Births();
    try (var _ = site.client().pods().inNamespace("default").inform(births);
        var first = site.operator("first").awaitLeading(true);
        var second = site.operator("second").awaitLeading(false)) {
      team.submit(team.pyTorchJob("orphan", 2));
      team.waitForPhase("orphan", "Running");

      first.signal("KILL");
      team.end("orphan-worker-1", 137);

      second.awaitLeading(true);
      team.waitUntil("the worker is another one", () -> births.of("orphan-worker-1") == 2);
      List.of("orphan-worker-0", "orphan-worker-1", "orphan-master-0")
          .forEach(pod -> team.end(pod, 0));
      team.waitForPhase("orphan", "Succeeded");

      assertThat(births.counted())
          .isEqualTo(Map.of("orphan-master-0", 1, "orphan-worker-0", 1, "orphan-worker-1", 2));
      team.waitUntil("it is told", () -> team.told("orphan").contains("PyTorchJobSucceeded"));
      assertThat(team.told("orphan"))
          .containsOnlyOnce("PyTorchJobSucceeded", "PyTorchJobRestarting", "SuccessfulDeletePod")
          .filteredOn("SuccessfulCreatePod"::equals)
          .hasSize(4);
    }
  }

  @Test
  void ends_without_acting_when_it_was_only_frozen_and_wakes_up_late(Installed site) {
    var team = site.team();
    try (var first = site.operator("frozen").awaitLeading(true);
        var second = site.operator("awake").awaitLeading(false)) {
      first.signal("STOP");
      second.awaitLeading(true);

      team.submit(team.pyTorchJob("thaw", 1));
      first.signal("CONT");

      assertThat(first.exitCode()).as(first.log()).isEqualTo(1);
      assertThat(first.log()).contains("The lease trainyard-operator is lost");
      assertThat(first.log()).doesNotContain("Applied steps");
      team.waitForPhase("thaw", "Running");
      second.awaitLeading(true);
    }
  }

  /// How many pods of each name there ever were.
  private static final class Births implements ResourceEventHandler<Pod> {

    private final Map<String, Set<String>> uids = new ConcurrentHashMap<>();

    @Override
    public void onAdd(Pod pod) {
      uids.computeIfAbsent(pod.getMetadata().getName(), _ -> ConcurrentHashMap.newKeySet())
          .add(pod.getMetadata().getUid());
    }

    @Override
    public void onUpdate(Pod before, Pod now) {
      onAdd(now);
    }

    @Override
    public void onDelete(Pod pod, boolean unknown) {}

    int of(String name) {
      return uids.getOrDefault(name, Set.of()).size();
    }

    Map<String, Integer> counted() {
      var counts = new TreeMap<String, Integer>();
      uids.forEach(
          (name, all) -> {
            if (name.startsWith("orphan-")) {
              counts.put(name, all.size());
            }
          });
      return counts;
    }
  }
}
