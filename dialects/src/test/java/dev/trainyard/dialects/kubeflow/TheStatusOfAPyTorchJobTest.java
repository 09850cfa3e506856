package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static dev.trainyard.dialects.kubeflow.StateMaker.accepted;
import static dev.trainyard.dialects.kubeflow.StateMaker.at;
import static dev.trainyard.dialects.kubeflow.StateMaker.heldAtBirth;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Milestones;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TheStatusOfAPyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final JobMaker DEMO = job("demo").master().workers(3);

  @Test
  void is_whole_as_documented() {
    var state =
        accepted()
            .running(5)
            .slots("Master", Slot.RUNNING)
            .slots("Worker", Slot.RUNNING, Slot.PENDING, Slot.SUCCEEDED);

    assertThat(Codec.of(PyTorchJob.class).write(told(DEMO, state)).at("/status"))
        .isEqualTo(
            JobMaker.parsed(
                """
                conditions:
                - type: Created
                  status: "True"
                  reason: PyTorchJobCreated
                  message: PyTorchJob demo is created.
                  lastUpdateTime: "2026-01-02T03:04:00Z"
                  lastTransitionTime: "2026-01-02T03:04:00Z"
                - type: Running
                  status: "True"
                  reason: PyTorchJobRunning
                  message: PyTorchJob demo is running.
                  lastUpdateTime: "2026-01-02T03:04:05Z"
                  lastTransitionTime: "2026-01-02T03:04:05Z"
                replicaStatuses:
                  Master:
                    active: 1
                    selector: training.kubeflow.org/job-name=demo,training.kubeflow.org/operator-name=pytorchjob-controller,training.kubeflow.org/replica-type=master
                  Worker:
                    active: 1
                    succeeded: 1
                    selector: training.kubeflow.org/job-name=demo,training.kubeflow.org/operator-name=pytorchjob-controller,training.kubeflow.org/replica-type=worker
                startTime: "2026-01-02T03:04:00Z"
                """));
  }

  @Test
  void has_no_start_while_the_job_waits_for_its_group_and_remembers_since_when_it_waits() {
    var waiting = told(DEMO, StateMaker.queued());
    var status = requireNonNull(waiting.status());

    assertThat(status.startTime()).isNull();
    assertThat(status.lastReconcileTime()).isEqualTo("2026-01-02T03:04:00Z");
    assertThat(status.conditions())
        .singleElement()
        .satisfies(created -> assertThat(created.type()).isEqualTo("Created"));
    assertThat(DIALECT.recall(waiting).remember().milestones())
        .isEqualTo(Milestones.none().queued(StateMaker.at(0)));
  }

  @Test
  void counts_what_runs_what_succeeded_and_what_failed() {
    var state =
        accepted()
            .slots("Worker", Slot.RUNNING, Slot.FAILED)
            .leaving("Worker", 2, Slot.RUNNING)
            .leaving("Worker", 3, Slot.FAILED);

    // The third is on its way out and counts as failed, the fourth is one too many.
    assertThat(counts(told(DEMO, state))).isEqualTo("Master 0/0/0, Worker 1/0/2");
  }

  @Test
  void says_with_success_that_everything_has_succeeded() {
    var running =
        accepted()
            .running(5)
            .slots("Master", Slot.SUCCEEDED)
            .slots("Worker", Slot.RUNNING, Slot.RUNNING, Slot.FAILED);

    var job = told(DEMO, running, running.succeeded(9));
    assertThat(counts(job)).isEqualTo("Master 0/1/0, Worker 0/2/1");
    assertThat(requireNonNull(job.status()).completionTime()).isEqualTo("2026-01-02T03:04:09Z");

    var cleaned = StateMaker.stored(job, running.succeeded(9).replicas(List.of()).build());
    assertThat(cleaned).isEqualTo(job);
  }

  @Test
  void counts_again_after_a_failure_has_been_cleaned_up() {
    var failed =
        accepted()
            .slots("Worker", Slot.RUNNING, Slot.RUNNING, Slot.FAILED)
            .failed(new Fact.ReplicasFailed("Worker", 1, false), 9);

    var job = told(DEMO, failed);
    assertThat(counts(job)).isEqualTo("Master 0/0/0, Worker 2/0/1");

    var cleaned =
        StateMaker.stored(
            job, failed.slots("Worker", Slot.DELETED, Slot.DELETED, Slot.FAILED).build());
    assertThat(counts(cleaned)).isEqualTo("Master 0/0/0, Worker 0/0/1");
  }

  @Test
  void shows_nothing_active_on_hold_and_keeps_when_the_job_started() {
    var running =
        accepted()
            .running(5)
            .slots("Master", Slot.RUNNING)
            .slots("Worker", Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED);

    var held = told(DEMO, running, running.held(7));
    assertThat(counts(held)).isEqualTo("Master 0/0/0, Worker 0/1/0");
    assertThat(requireNonNull(held.status()).startTime()).isEqualTo("2026-01-02T03:04:00Z");

    var resumed = StateMaker.stored(held, running.held(7).resumed(8).build());
    assertThat(requireNonNull(resumed.status()).startTime()).isEqualTo("2026-01-02T03:04:08Z");
  }

  @Test
  void has_neither_start_nor_counts_for_a_job_suspended_at_birth() {
    var status = requireNonNull(told(DEMO, heldAtBirth()).status());

    assertThat(status.startTime()).isNull();
    assertThat(status.replicaStatuses()).isEmpty();
  }

  @Test
  void is_empty_for_a_job_nobody_has_looked_at() {
    var job = StateMaker.stored(DEMO.build(), JobState.unseen());

    assertThat(job.status()).isEqualTo(new JobStatus(List.of(), Map.of(), null, null, null));
    assertThat(DIALECT.recall(job)).isEqualTo(JobState.unseen());
    assertThat(DIALECT.recall(DEMO.build())).isEqualTo(JobState.unseen());
  }

  @Test
  void does_not_change_when_nothing_has_happened() {
    var state = accepted().running(5).slots("Worker", Slot.RUNNING).dismissing("a", "b");

    var once = told(DEMO, state);

    assertThat(StateMaker.stored(once, state.build())).isEqualTo(once);
  }

  @Test
  void cuts_times_to_whole_seconds() {
    var moment = Milestones.none().accepted(at(0).plusMillis(999));

    assertThat(requireNonNull(told(DEMO, accepted().milestones(moment)).status()).startTime())
        .isEqualTo("2026-01-02T03:04:00Z");
  }

  @Test
  void tells_of_a_refusal_that_is_no_ending() {
    var problems =
        List.of(
            Problem.required("spec.a", "must be there"),
            Problem.warning("spec.b", "is unwise"),
            Problem.forbidden("spec.c", "must not"));

    var refused = StateMaker.refused(told(DEMO, accepted().running(5)), problems);

    var status = requireNonNull(refused.status());
    assertThat(status.conditions().getLast())
        .isEqualTo(
            new JobCondition(
                "Failed",
                "True",
                "PyTorchJobFailedValidation",
                "PyTorchJob failed validation because [spec.a: Required value: must be there,"
                    + " spec.c: Forbidden: must not]",
                "2026-01-02T03:05:40Z",
                "2026-01-02T03:05:40Z"));
    assertThat(status.completionTime()).isNull();
    assertThat(status.conditions())
        .filteredOn(condition -> condition.type().equals("Running"))
        .extracting(JobCondition::status)
        .containsExactly("False");
    assertThat(DIALECT.recall(refused).remember())
        .isEqualTo(DIALECT.recall(told(DEMO, accepted().running(5))).remember());
    assertThat(DIALECT.recall(refused).waiting())
        .as("what it waits for, so that the engine tells when it has come")
        .contains(new Waiting("SpecRefused", Map.of()));
  }

  @Test
  void takes_a_refusal_back_once_the_spec_is_right() {
    var problems = List.of(Problem.required("spec.a", "must be there"));
    var before = told(DEMO, accepted().running(5));

    var corrected =
        StateMaker.stored(StateMaker.refused(before, problems), accepted().running(5).build());

    assertThat(corrected).isEqualTo(before);
    assertThat(DIALECT.recall(StateMaker.refused(DEMO.build(), problems)).remember())
        .isEqualTo(JobState.unseen().remember());
  }

  @Test
  void replaces_an_older_refusal() {
    var first =
        StateMaker.refused(DEMO.build(), List.of(Problem.required("spec.a", "must be there")));

    var second = StateMaker.refused(first, List.of(Problem.required("spec.b", "must be there")));

    assertThat(requireNonNull(second.status()).conditions())
        .extracting(JobCondition::message)
        .containsExactly(
            "PyTorchJob failed validation because spec.b: Required value: must be there");
  }

  @Test
  void of_an_ended_job_survives_a_refusal() {
    var ended = told(DEMO, accepted().succeeded(9));

    assertThat(StateMaker.refused(ended, List.of(Problem.required("spec.a", "must be there"))))
        .isEqualTo(ended);
  }

  @Test
  void written_by_another_operator_is_understood() {
    var job =
        DEMO.with(
                "/status",
                """
                conditions:
                - {type: Created, status: "True", reason: PyTorchJobCreated,
                   lastTransitionTime: "2026-01-02T03:03:59Z"}
                - {type: Running, status: "False", reason: PyTorchJobRunning,
                   lastTransitionTime: "2026-01-02T03:04:05Z"}
                - {type: Failed, status: "True", reason: PyTorchJobFailed, message: because,
                   lastTransitionTime: "2026-01-02T03:04:09Z"}
                replicaStatuses: {Worker: {failed: 2147483647}}
                startTime: "2026-01-02T03:04:00Z"
                """)
            .build();

    var state = DIALECT.recall(job);

    // It fails without a completion time where the exit code was final.
    var cause = new Fact.ChildFailed("PyTorchJobFailed", "because");
    assertThat(state.phase()).isEqualTo(Phase.FAILED);
    assertThat(state.remember().ending())
        .contains(new Remembered.Ending(false, false, cause, at(9)));
    assertThat(state.remember().milestones().accepted()).contains(at(0));
    assertThat(state.remember().milestones().running()).contains(at(5));
    assertThat(state.replicas()).hasSize(ReplicaCount.MOST);
  }

  @Test
  void without_readable_times_is_as_old_as_the_job() {
    var job =
        DEMO.with("/metadata/creationTimestamp", "'2026-01-02T03:04:00Z'")
            .with(
                "/status/conditions",
                "[{type: Suspended, status: 'True', lastTransitionTime: yesterday}]")
            .build();

    assertThat(DIALECT.recall(job).remember().milestones().held()).contains(at(0));
  }

  private static PyTorchJob told(JobMaker maker, StateMaker... states) {
    var job = maker.build();
    for (var state : states) {
      job = StateMaker.stored(job, state.build());
    }
    return job;
  }

  /// Active, succeeded and failed of each type.
  private static String counts(PyTorchJob job) {
    return requireNonNull(job.status()).replicaStatuses().entrySet().stream()
        .map(
            entry ->
                "%s %d/%d/%d"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().active(),
                        entry.getValue().succeeded(),
                        entry.getValue().failed()))
        .collect(Collectors.joining(", "));
  }
}
