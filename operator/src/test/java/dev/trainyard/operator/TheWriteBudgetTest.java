package dev.trainyard.operator;

import static dev.trainyard.operator.PyTorchJobs.pyTorchJob;
import static dev.trainyard.operator.PyTorchJobs.suspended;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.apiserver.WriteCounts.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheWriteBudgetTest {

  private static final String PODS = "pods";
  private static final String SERVICES = "services";
  private static final String JOB = "pytorchjobs.kubeflow.org";
  private static final String STATUS = JOB + "/status";

  @TempDir Path home;
  private Depot depot;

  @BeforeEach
  void open() {
    depot = Depot.open(home, Duration.ofMinutes(1));
    depot.submit(pyTorchJob("mnist", 3));
    depot.waitForPhase("mnist", "Running");
    depot.waitUntil("all workers are counted", () -> depot.activeWorkers("mnist") == 3);
  }

  @AfterEach
  void close() {
    depot.close();
  }

  @Test
  void holds_over_the_whole_life_of_a_job() {
    List.of("mnist-worker-0", "mnist-worker-1", "mnist-worker-2", "mnist-master-0")
        .forEach(pod -> depot.kubelet().exits(pod, 0));
    depot.waitForPhase("mnist", "Succeeded");

    var writes = byName(depot.writes());
    assertThat(writes)
        .containsEntry("create " + SERVICES, 4L)
        .containsEntry("create " + PODS, 4L)
        .doesNotContainKeys("delete " + PODS, "patch " + JOB, "update " + JOB);
    assertThat(writes.get("update " + STATUS)).isBetween(3L, 6L);
  }

  /// Its memory, that it restarts, that it runs again.
  @Test
  void allows_one_new_pod_and_three_writes_to_the_job_for_a_worker_that_is_replaced() {
    var before = byName(depot.writes());
    var first = depot.uidOf("mnist-worker-1");

    depot.kubelet().exits("mnist-worker-1", 137);
    depot.waitUntil(
        "the worker is another one",
        () -> !List.of("", first).contains(depot.uidOf("mnist-worker-1")));
    depot.waitForPhase("mnist", "Running");
    depot.waitUntil("all workers are counted", () -> depot.activeWorkers("mnist") == 3);

    var cost = since(before);
    assertThat(cost)
        .containsEntry("create " + PODS, 1L)
        .containsEntry("delete " + PODS, 1L)
        .doesNotContainKeys("create " + SERVICES, "delete " + SERVICES);
    assertThat(cost).containsEntry("patch " + JOB, 1L).containsEntry("update " + STATUS, 2L);
  }

  /// The node deletes each pod a second time, to say that its processes are gone.
  @Test
  void asks_each_pod_and_service_of_a_suspended_job_to_go_once() {
    var before = byName(depot.writes());

    depot.edit("mnist", suspended(true));
    depot.waitForPhase("mnist", "Suspended");
    depot.waitUntil(
        "nothing is left",
        () -> depot.pods("mnist").isEmpty() && depot.services("mnist").isEmpty());

    assertThat(since(before))
        .containsEntry("delete " + PODS, 4L + 4L)
        .containsEntry("delete " + SERVICES, 4L)
        .doesNotContainKeys("create " + PODS, "create " + SERVICES);
  }

  @Test
  void asks_for_nothing_when_the_operator_is_restarted_over_a_job_at_rest() {
    var before = byName(depot.writes());

    depot.restartOperator(() -> {});
    depot.submit(pyTorchJob("marker", 1));
    depot.waitForPhase("marker", "Running");

    assertThat(since(before))
        .containsEntry("create " + PODS, 2L)
        .containsEntry("create " + SERVICES, 2L)
        .doesNotContainKeys("delete " + PODS, "delete " + SERVICES, "patch " + JOB);
  }

  private Map<String, Long> since(Map<String, Long> before) {
    var since = new TreeMap<String, Long>();
    byName(depot.writes())
        .forEach(
            (write, count) -> {
              long more = count - before.getOrDefault(write, 0L);
              if (more > 0) {
                since.put(write, more);
              }
            });
    return since;
  }

  private static Map<String, Long> byName(Map<Write, Long> writes) {
    var byName = new TreeMap<String, Long>();
    writes.forEach((write, count) -> byName.put(write.verb() + " " + write.resource(), count));
    return byName;
  }
}
