package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// From what pods do to what a job says of itself, one rule after the other. A job that cannot be
/// told from one of Kubeflow's own operator is what its users' scripts rely on.
class TheLifecycleOfAPyTorchJobTest {

  @TempDir private Path directory = Path.of("");

  // Running.

  @Test
  void leaves_it_created_while_nothing_runs() {
    var life = life(ledJob(), "{at: 0s, pod: '*', unschedulable: no room}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Created (PyTorchJobCreated): PyTorchJob train is created.
            Master 0 active, 0 succeeded, 0 failed; Worker 0 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  @Test
  void makes_it_running_with_its_master_alone() {
    var life = life(ledJob(), "{at: 0s, pod: '*-worker-*', unschedulable: no room}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob train is running.
            Master 1 active, 0 succeeded, 0 failed; Worker 0 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  @Test
  void does_not_make_it_running_with_its_workers_alone() {
    var life = life(ledJob(), "{at: 0s, pod: '*-master-*', unschedulable: no room}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Created (PyTorchJobCreated): PyTorchJob train is created.
            Master 0 active, 0 succeeded, 0 failed; Worker 2 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  @Test
  void goes_on_with_its_master_when_all_workers_are_done() {
    var life = life(ledJob(), "{at: 20s, pod: '*-worker-*', exit: 0}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob train is running.
            Master 1 active, 0 succeeded, 0 failed; Worker 0 active, 2 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  @Test
  void goes_on_without_a_master_until_the_last_worker_is_done() {
    var life =
        life(
            workers(3),
            "{at: 20s, pod: train-worker-0, exit: 0}",
            "{at: 20s, pod: train-worker-1, exit: 0}",
            "{at: 40s, pod: train-worker-2, exit: 0}");

    assertThat(life.at(30))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob default/train is running.
            Worker 1 active, 2 succeeded, 0 failed
            deleted: nothing\
            """);
    assertThat(life.at(40))
        .isEqualTo(
            """
            Succeeded (PyTorchJobSucceeded): PyTorchJob default/train successfully completed.
            Worker 0 active, 3 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  // Success.

  @Test
  void ends_well_with_its_master_whatever_the_workers_do() {
    var life = life(ledJob(), "{at: 20s, pod: train-master-0, exit: 0}");

    assertThat(life.at(20))
        .isEqualTo(
            """
            Succeeded (PyTorchJobSucceeded): PyTorchJob train is successfully completed.
            Master 0 active, 1 succeeded, 0 failed; Worker 0 active, 2 succeeded, 0 failed
            deleted: nothing\
            """);
    assertThat(life.condition("Running", 20).path("status").asText()).isEqualTo("False");
  }

  /// Which of the two is seen first must not matter; in the original it does.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ends_well_where_a_master_succeeds_while_a_worker_fails(boolean masterFirst) {
    var success = "{at: 20s, pod: train-master-0, exit: 0}";
    var failure = "{at: 20s, pod: train-worker-0, exit: 1}";
    var life =
        life(
            ledJob().restarting("Never"),
            masterFirst ? success : failure,
            masterFirst ? failure : success);

    assertThat(life.at(60))
        .isEqualTo(
            """
            Succeeded (PyTorchJobSucceeded): PyTorchJob train is successfully completed.
            Master 0 active, 1 succeeded, 0 failed; Worker 0 active, 1 succeeded, 1 failed
            deleted: nothing\
            """);
  }

  @Test
  void ends_well_with_any_worker_of_an_elastic_job() {
    var life = life(workers(3).elastic(), "{at: 20s, pod: train-worker-1, exit: 0}");

    assertThat(life.at(20))
        .isEqualTo(
            """
            Succeeded (PyTorchJobSucceeded): PyTorchJob default/train successfully completed.
            Worker 0 active, 3 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  // Failure and restarts.

  @Test
  void ends_badly_with_a_worker_that_is_never_restarted() {
    var life = life(ledJob().restarting("Never"), "{at: 20s, pod: train-worker-1, exit: 137}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Failed (PyTorchJobFailed): PyTorchJob train is failed because 1 Worker replica(s) \
            failed.
            Master 1 active, 0 succeeded, 0 failed; Worker 1 active, 0 succeeded, 1 failed
            deleted: nothing\
            """);
  }

  @Test
  void replaces_an_evicted_worker_and_runs_again() {
    var life = life(ledJob(), "{at: 20s, pod: train-worker-1, phase: Failed}");

    assertThat(life.at(20))
        .isEqualTo(
            """
            Restarting (PyTorchJobRestarting): job train is restarting because Worker \
            replica(s) failed.
            Master 1 active, 0 succeeded, 0 failed; Worker 1 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-1\
            """);
    assertThat(life.condition("Running", 20).isMissingNode()).isTrue();
    assertThat(life.at(60))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob train is running.
            Master 1 active, 0 succeeded, 0 failed; Worker 2 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-1\
            """);
    assertThat(life.condition("Restarting", 60).isMissingNode()).isTrue();
  }

  @Test
  void replaces_a_worker_whose_exit_code_may_pass() {
    var life = life(workers(3).restarting("ExitCode"), "{at: 20s, pod: train-worker-2, exit: 137}");

    assertThat(life.at(20))
        .isEqualTo(
            """
            Restarting (PyTorchJobRestarting): job train is restarting because Worker \
            replica(s) failed.
            Worker 2 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-2\
            """);
  }

  @Test
  void ends_badly_with_a_worker_whose_exit_code_will_not_pass() {
    var life = life(workers(3).restarting("ExitCode"), "{at: 20s, pod: train-worker-2, exit: 1}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Failed (PyTorchJobFailed): job "train" is failing because "Worker" replica(s) failed.
            Worker 2 active, 0 succeeded, 1 failed
            deleted: nothing\
            """);
    assertThat(life.status(60).path("completionTime").asText()).isNotEmpty();
    assertThat(life.events("PyTorchJobRestarting")).isEmpty();
  }

  @Test
  void replaces_a_worker_of_which_nobody_knows_the_exit_code() {
    var life =
        life(
            workers(3).restarting("ExitCode"),
            "{at: 20s, patch: {kind: Pod, name: train-worker-2,"
                + " status: {phase: Failed, containerStatuses: []}}}");

    assertThat(life.at(20))
        .isEqualTo(
            """
            Restarting (PyTorchJobRestarting): job train is restarting because Worker \
            replica(s) failed.
            Worker 2 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-2\
            """);
  }

  @Test
  void does_not_take_a_worker_that_is_scaled_away_for_a_failure() {
    var life =
        slowLife(
            workers(3).restarting("Never"),
            "{at: 20s, patch: {kind: PyTorchJob, name: train,"
                + " spec: {pytorchReplicaSpecs: {Worker: {replicas: 2}}}}}",
            "{at: 30s, pod: train-worker-2, exit: 143}");

    assertThat(life.object("Pod/train-worker-2", 25).path("deleting").asBoolean()).isTrue();
    assertThat(life.at(25))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob default/train is running.
            Worker 2 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
    assertThat(life.at(60))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob default/train is running.
            Worker 2 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-2, Service/train-worker-2\
            """);
  }

  // Limits.

  @Test
  void ends_badly_when_restarts_in_place_have_used_up_the_limit() {
    var life =
        life(
            workers(2).under("{backoffLimit: 3}"),
            "{at: 10s, pod: train-worker-0, exit: 1}",
            "{at: 30s, pod: train-worker-0, exit: 1}",
            "{at: 60s, pod: train-worker-1, exit: 1}");

    assertThat(life.at(59))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob default/train is running.
            Worker 2 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
    assertThat(life.at(90))
        .isEqualTo(
            """
            Failed (PyTorchJobFailed): Job train has failed because it has reached the \
            specified backoff limit
            Worker 0 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-0, Pod/train-worker-1, Service/train-worker-0, \
            Service/train-worker-1\
            """);
  }

  @Test
  void ends_badly_with_the_first_restart_where_none_is_allowed() {
    var life =
        life(workers(2).under("{backoffLimit: 0}"), "{at: 20s, pod: train-worker-0, exit: 1}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Failed (PyTorchJobFailed): Job train has failed because it has reached the \
            specified backoff limit
            Worker 0 active, 0 succeeded, 0 failed
            deleted: Pod/train-worker-0, Pod/train-worker-1, Service/train-worker-0, \
            Service/train-worker-1\
            """);
  }

  /// What nobody restarts has no restarts to count, whatever a node says.
  @Test
  void counts_no_restarts_of_replicas_that_are_never_restarted() {
    var life =
        life(
            workers(2).restarting("Never").under("{backoffLimit: 3}"),
            "{at: 20s, patch: {kind: Pod, name: train-worker-0, status: {containerStatuses:"
                + " [{name: pytorch, restartCount: 5, ready: true,"
                + " state: {running: {startedAt: '2030-01-01T00:00:00Z'}}}]}}}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob default/train is running.
            Worker 2 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
  }

  @Test
  void ends_badly_at_its_deadline_though_nothing_happens_then() {
    var life = life(ledJob().under("{activeDeadlineSeconds: 60}"));

    assertThat(life.at(60))
        .isEqualTo(
            """
            Running (PyTorchJobRunning): PyTorchJob train is running.
            Master 1 active, 0 succeeded, 0 failed; Worker 2 active, 0 succeeded, 0 failed
            deleted: nothing\
            """);
    assertThat(life.at(60.001))
        .startsWith(
            "Failed (PyTorchJobFailed): Job train has failed because it was active longer than"
                + " specified deadline");
    assertThat(life.existing("Pod", 60.001)).isEmpty();
    assertThat(life.existing("Service", 60.001)).isEmpty();
  }

  // Suspension.

  @Test
  void loses_everything_but_its_start_when_it_is_suspended() {
    var life = life(ledJob(), suspend(20, true));

    assertThat(life.at(60))
        .isEqualTo(
            """
            Suspended (PyTorchJobSuspended): PyTorchJob train is suspended.
            Master 0 active, 0 succeeded, 0 failed; Worker 0 active, 0 succeeded, 0 failed
            deleted: Pod/train-master-0, Pod/train-worker-0, Pod/train-worker-1, \
            Service/train-master-0, Service/train-worker-0, Service/train-worker-1\
            """);
    assertThat(life.condition("Running", 60).path("status").asText()).isEqualTo("False");
    assertThat(life.condition("Running", 60).path("reason").asText())
        .isEqualTo("PyTorchJobSuspended");
    assertThat(life.existing("Pod", 60)).isEmpty();
    assertThat(life.existing("Service", 60)).isEmpty();
    assertThat(life.status(60).path("startTime").asText())
        .isNotEmpty()
        .isEqualTo(life.status(19).path("startTime").asText());
  }

  @Test
  void starts_anew_with_a_new_clock_when_it_is_resumed() {
    var life = life(ledJob(), suspend(20, true), suspend(40, false));

    assertThat(life.at(60)).startsWith("Running (PyTorchJobRunning): PyTorchJob train is running.");
    assertThat(life.condition("Suspended", 60).path("status").asText()).isEqualTo("False");
    assertThat(life.condition("Suspended", 60).path("reason").asText())
        .isEqualTo("PyTorchJobResumed");
    assertThat(life.condition("Suspended", 60).path("message").asText())
        .isEqualTo("PyTorchJob train is resumed.");
    assertThat(life.status(60).path("startTime").asText())
        .isGreaterThan(life.status(39).path("startTime").asText());
    assertThat(life.existing("Pod", 60))
        .containsExactly("Pod/train-master-0", "Pod/train-worker-0", "Pod/train-worker-1");
    assertThat(life.existing("Service", 60)).hasSize(3);
  }

  // The end.

  @Test
  void sweeps_away_only_what_still_runs_where_it_says_so() {
    var life =
        life(
            ledJob().under("{cleanPodPolicy: Running}"),
            "{at: 20s, pod: train-worker-1, exit: 0}",
            "{at: 30s, pod: train-master-0, exit: 0}");

    assertThat(life.at(60))
        .isEqualTo(
            """
            Succeeded (PyTorchJobSucceeded): PyTorchJob train is successfully completed.
            Master 0 active, 1 succeeded, 0 failed; Worker 0 active, 2 succeeded, 0 failed
            deleted: Pod/train-worker-0, Service/train-worker-0\
            """);
  }

  @Test
  void leaves_what_still_runs_where_nothing_else_is_said_and_warns_of_it() {
    var life = life(workers(2).restarting("Never"), "{at: 20s, pod: train-worker-0, exit: 1}");

    assertThat(life.at(600))
        .isEqualTo(
            """
            Failed (PyTorchJobFailed): PyTorchJob train is failed because 1 Worker replica(s) \
            failed.
            Worker 1 active, 0 succeeded, 1 failed
            deleted: nothing\
            """);
    assertThat(life.events("PodsStillRunning"))
        .singleElement()
        .asString()
        .startsWith("Warning train has ended and left 1 pod(s) running");
  }

  @Test
  void removes_the_job_when_its_time_to_live_is_over() {
    var life =
        life(ledJob().under("{ttlSecondsAfterFinished: 10}"), "{at: 20s, pod: '*', exit: 0}");

    assertThat(life.existing("PyTorchJob", 30)).isNotEmpty();
    assertThat(life.existing("PyTorchJob", 30.001)).isEmpty();
    assertThat(life.events("SuccessfulDeletePod")).containsExactly("Normal Deleted job: train");
  }

  private Life life(Job job, String... events) {
    return Life.rehearsed(
        directory, job.yaml(), "events: [%s]".formatted(String.join(", ", events)));
  }

  /// In which a pod that is asked to go takes its time.
  private Life slowLife(Job job, String... events) {
    return Life.rehearsed(
        directory,
        job.yaml(),
        "{world: {podStop: 30s}, events: [%s]}".formatted(String.join(", ", events)));
  }

  private static String suspend(int second, boolean suspend) {
    return "{at: %ds, patch: {kind: PyTorchJob, name: train, spec: {runPolicy: {suspend: %s}}}}"
        .formatted(second, suspend);
  }

  private static Job ledJob() {
    return new Job(true, 2, "OnFailure", "{}", false);
  }

  private static Job workers(int workers) {
    return new Job(false, workers, "OnFailure", "{}", false);
  }

  private record Job(
      boolean led, int workers, String restartPolicy, String runPolicy, boolean isElastic) {

    Job restarting(String policy) {
      return new Job(led, workers, policy, runPolicy, isElastic);
    }

    Job under(String policy) {
      return new Job(led, workers, restartPolicy, policy, isElastic);
    }

    Job elastic() {
      return new Job(led, workers, restartPolicy, runPolicy, true);
    }

    String yaml() {
      return """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: train}
      spec:
        runPolicy: %s
        %s
        pytorchReplicaSpecs:%s%s
      """
          .formatted(
              runPolicy,
              isElastic ? "elasticPolicy: {}" : "",
              led ? replicas("Master", 1) : "",
              replicas("Worker", workers));
    }

    private String replicas(String type, int replicas) {
      return """

      %s:
        replicas: %d
        restartPolicy: %s
        template: {spec: {containers: [{name: pytorch, image: registry.example/train:1}]}}\
      """
          .formatted(type, replicas, restartPolicy)
          .indent(4)
          .stripTrailing();
    }
  }
}
