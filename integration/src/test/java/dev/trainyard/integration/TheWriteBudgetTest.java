package dev.trainyard.integration;

import static dev.trainyard.integration.PyTorchJobs.suspended;
import static dev.trainyard.integration.TensorStackJobs.pyTorchTrainingJob;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class TheWriteBudgetTest {

  private static final String PODS = "pods";
  private static final String SERVICES = "services";
  private static final String JOB = "pytorchjobs.kubeflow.org";
  private static final String STATUS = JOB + "/status";

  @BeforeEach
  void open(Site site, Team team) {
    site.restartOperator(Duration.ofMinutes(1), () -> {});
    team.submit(team.pyTorchJob("mnist", 3));
    team.waitForPhase("mnist", "Running");
    team.waitUntil("all run", () -> team.running("mnist") == 4);
  }

  @AfterEach
  void close(Site site) {
    site.restartOperator(() -> {});
  }

  /// What a class of writes may cost over a life, and which writes belong to it.
  private record Allowance(String what, long most, List<String> writes) {}

  @Test
  void holds_over_the_whole_life_of_a_job(Site site, Team team) {
    List.of("mnist-worker-0", "mnist-worker-1", "mnist-worker-2", "mnist-master-0")
        .forEach(pod -> team.end(pod, 0));
    team.waitForPhase("mnist", "Succeeded");
    team.delete("mnist");
    team.waitUntil("nothing is left", () -> team.pods("mnist").isEmpty());

    var writes = site.cluster().writes(team.namespace());
    var budget =
        List.of(
            new Allowance(
                "the job", 6, List.of("patch " + JOB, "update " + JOB, "update " + STATUS)),
            new Allowance("pods are made", 4, List.of("create " + PODS)),
            new Allowance("pods are bound", 4, List.of("create pods/binding")),
            new Allowance("pods are deleted", 4, List.of("delete " + PODS)),
            new Allowance("services", 4, List.of("create " + SERVICES, "delete " + SERVICES)),
            new Allowance("events", 4 + 4 + 4 + 3, List.of("create events")));
    for (var allowance : budget) {
      var spent =
          allowance.writes().stream().mapToLong(write -> writes.getOrDefault(write, 0L)).sum();
      assertThat(spent)
          .as("%s, at most %d: %s", allowance.what(), allowance.most(), writes)
          .isLessThanOrEqualTo(allowance.most());
    }
    assertThat(writes).doesNotContainKeys("patch " + JOB, "update " + JOB);
  }

  /// Its memory, that it restarts, that it runs again.
  @Test
  void allows_one_new_pod_and_three_writes_to_the_job_for_a_worker_that_is_replaced(
      Site site, Team team) {
    var before = site.cluster().writes(team.namespace());
    var first = team.uidOf("mnist-worker-1");

    team.end("mnist-worker-1", 137);
    team.waitUntil(
        "the worker is another one",
        () -> !List.of("", first).contains(team.uidOf("mnist-worker-1")));
    team.waitForPhase("mnist", "Running");
    team.waitUntil("all run", () -> team.running("mnist") == 4);

    var cost = since(site, team, before);
    assertThat(cost)
        .containsEntry("create " + PODS, 1L)
        .containsEntry("delete " + PODS, 1L)
        .doesNotContainKeys("create " + SERVICES, "delete " + SERVICES);
    assertThat(cost).containsEntry("patch " + JOB, 1L);
    // Counted from the start, since what the start had still to tell may come only now.
    var all = site.cluster().writes(team.namespace());
    assertThat(all.getOrDefault("patch " + JOB, 0L) + all.getOrDefault("update " + STATUS, 0L))
        .as(all.toString())
        .isLessThanOrEqualTo(6 + 3);
  }

  /// The node deletes each pod a second time, to say that its processes are gone.
  @Test
  void asks_each_pod_and_service_of_a_suspended_job_to_go_once(Site site, Team team) {
    var before = site.cluster().writes(team.namespace());

    team.edit("mnist", suspended(true));
    team.waitForPhase("mnist", "Suspended");
    team.waitUntil(
        "nothing is left", () -> team.pods("mnist").isEmpty() && team.services("mnist").isEmpty());

    assertThat(since(site, team, before))
        .containsEntry("delete " + PODS, 4L + 4L)
        .containsEntry("delete " + SERVICES, 4L)
        .doesNotContainKeys("create " + PODS, "create " + SERVICES);
  }

  @Test
  void asks_for_nothing_when_the_operator_is_restarted_over_a_job_at_rest(Site site, Team team) {
    var before = site.cluster().writes(team.namespace());

    site.restartOperator(Duration.ofMinutes(1), () -> {});
    team.submit(team.pyTorchJob("marker", 1));
    team.waitForPhase("marker", "Running");

    assertThat(since(site, team, before))
        .containsEntry("create " + PODS, 2L)
        .containsEntry("create " + SERVICES, 2L)
        .doesNotContainKeys("delete " + PODS, "delete " + SERVICES, "patch " + JOB);
  }

  /// That it is initialised, that it runs, its details, that it ends, what became of the rest.
  @Test
  void allows_five_writes_to_the_status_of_a_pytorch_training_job(Site site, Team people) {
    var team = people.with(Kind.PYTORCH_TRAINING_JOB);
    team.submit(
        pyTorchTrainingJob("cifar", 3, team.waitingProgram(), "runPolicy: {cleanUpPolicy: All}"));
    team.waitForStatus("cifar", "Running");
    team.waitUntil("all run", () -> team.running("cifar") == 4);
    var base = team.base("cifar");
    List.of("worker-0", "worker-1", "worker-2", "master-0")
        .forEach(replica -> team.end("%s-%s".formatted(base, replica), 0));
    team.waitForStatus("cifar", "Succeeded");
    team.waitUntil("its pods are gone", () -> team.pods("cifar").isEmpty());
    team.delete("cifar");
    team.waitUntil("nothing is left", () -> team.services("cifar").isEmpty());

    var job = "pytorchtrainingjobs.batch.tensorstack.dev";
    var writes = site.cluster().writes(team.namespace());
    assertThat(writes.getOrDefault("update " + job + "/status", 0L))
        .as(writes.toString())
        .isBetween(1L, 5L);
    assertThat(writes).doesNotContainKeys("patch " + job, "update " + job);
    assertThat(writes)
        .containsEntry("create " + PODS, 4L + 4L)
        .containsEntry("create " + SERVICES, 4L + 4L);
  }

  private static Map<String, Long> since(Site site, Team team, Map<String, Long> before) {
    var since = new TreeMap<String, Long>();
    site.cluster()
        .writes(team.namespace())
        .forEach(
            (write, count) -> {
              long more = count - before.getOrDefault(write, 0L);
              if (more > 0) {
                since.put(write, more);
              }
            });
    return since;
  }
}
