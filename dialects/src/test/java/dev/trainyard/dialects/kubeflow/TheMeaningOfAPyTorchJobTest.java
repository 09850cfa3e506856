package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Dialect.Kind;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.EndOf;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TheMeaningOfAPyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final JobMaker DEMO = job("demo").workers(2).master();

  @Test
  void is_roles_in_rank_order() {
    var job = DEMO.read();

    assertThat(job.id())
        .isEqualTo(new JobId("kubeflow.org/v1", "PyTorchJob", "team-a", "demo", "uid-1"));
    assertThat(job.replicas()).hasToString("[master-0, worker-0, worker-1]");
    assertThat(job.roles()).extracting(role -> role.name()).containsExactly("Master", "Worker");
    assertThat(job.roles().get(0).carrier())
        .isEqualTo(new Carrier.Pods("pytorch", EndOf.POD_PHASE, Optional.empty()));
    assertThat(job.roles().get(1).carrier())
        .isEqualTo(new Carrier.Pods("pytorch", EndOf.POD_PHASE, Optional.of("init-pytorch")));
    assertThat(job.attachments()).isEmpty();
  }

  @Test
  void is_said_for_a_job_that_is_in_no_cluster() {
    var id = DEMO.without("/metadata/uid").without("/metadata/namespace").read().id();

    assertThat(id.namespace()).isEqualTo("default");
    assertThat(id.uid()).isEqualTo("00000000-0000-0000-0000-000000000000");
  }

  @Test
  void gives_every_container_the_documented_variables() {
    assertThat(DEMO.read().env())
        .usingRecursiveComparison()
        .ignoringFields("variables")
        .isEqualTo(
            new EnvContract(
                EnvContract.Place.AFTER_USERS,
                EnvContract.Winner.OURS,
                EnvContract.Reach.EVERY_CONTAINER,
                List.of(),
                Set.of("PYTHONUNBUFFERED")));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "OnFailure, EXITED, 1, REPLACE",
        "OnFailure, NO_EXIT_CODE, -, REPLACE",
        "OnFailure, EVICTED, -, REPLACE",
        "OnFailure, WAITED_IN_VAIN, -, REPLACE",
        "OnFailure, PREEMPTED, -, REPLACE_UNCOUNTED",
        "OnFailure, DELETED_BY_OTHERS, 143, REPLACE_UNCOUNTED",
        "OnFailure, SUCCEEDED, 0, KEEP",
        "Always, EXITED, 1, REPLACE",
        "Always, SUCCEEDED, 0, KEEP",
        "Never, EXITED, 137, END_JOB",
        "Never, NO_EXIT_CODE, -, END_JOB",
        "Never, EVICTED, -, END_JOB",
        "Never, WAITED_IN_VAIN, -, REPLACE_UNCOUNTED",
        "Never, PREEMPTED, 143, REPLACE_UNCOUNTED",
        "Never, DELETED_BY_OTHERS, -, REPLACE_UNCOUNTED",
        "Never, SUCCEEDED, 0, KEEP",
        "ExitCode, EXITED, 127, END_JOB",
        "ExitCode, EXITED, 0, END_JOB",
        "ExitCode, EXITED, 128, REPLACE",
        "ExitCode, EXITED, 300, REPLACE",
        "ExitCode, NO_EXIT_CODE, -, REPLACE",
        "ExitCode, EVICTED, 1, REPLACE",
        "ExitCode, WAITED_IN_VAIN, -, REPLACE_UNCOUNTED",
        "ExitCode, PREEMPTED, 1, REPLACE_UNCOUNTED",
      })
  void says_what_the_end_of_a_pod_means(
      String policy, Cause cause, @Nullable Integer code, Verdict verdict) {
    var worker = DEMO.workersWith("/restartPolicy", policy).read().role("Worker").orElseThrow();

    assertThat(
            worker
                .restart()
                .verdict(cause, code == null ? OptionalInt.empty() : OptionalInt.of(code)))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @ValueSource(strings = {"replica", "role", "gang"})
  void says_how_far_a_restart_reaches(String scope) {
    var job = DEMO.annotated("trainyard.dev/restart-scope", scope).read();

    assertThat(job.roles())
        .allSatisfy(
            role ->
                assertThat(role.restart().scope())
                    .isEqualTo(Scope.valueOf(scope.toUpperCase(Locale.ROOT))));
    assertThat(DEMO.read().roles().getFirst().restart().scope()).isEqualTo(Scope.REPLICA);
  }

  @ParameterizedTest
  @CsvSource({
    "OnFailure, EXITED, 1, REPLACE",
    "Always, EXITED, 1, REPLACE",
    "OnFailure, WAITED_IN_VAIN, , REPLACE_UNCOUNTED",
    "ExitCode, EXITED, 137, REPLACE",
    "ExitCode, EXITED, 1, END_JOB",
    "Never, EXITED, 1, END_JOB",
  })
  void leaves_no_restart_to_the_kubelet_where_replicas_restart_together(
      String policy, Cause cause, @Nullable Integer code, Verdict verdict) {
    for (var scope : List.of("role", "gang")) {
      var rule =
          DEMO.annotated("trainyard.dev/restart-scope", scope)
              .workersWith("/restartPolicy", policy)
              .read()
              .role("Worker")
              .orElseThrow()
              .restart();

      assertThat(rule.kubelet()).isEqualTo(InPlace.NEVER);
      assertThat(rule.verdict(cause, code == null ? OptionalInt.empty() : OptionalInt.of(code)))
          .isEqualTo(verdict);
    }
  }

  @Test
  void says_when_a_job_has_succeeded_and_when_it_runs() {
    var workers = job("demo").workers(2);

    assertThat(DEMO.read().success()).isEqualTo(SuccessRule.LEAD);
    assertThat(DEMO.elastic("{}").read().success()).isEqualTo(SuccessRule.LEAD);
    assertThat(workers.read().success()).isEqualTo(SuccessRule.EVERY_REPLICA);
    assertThat(workers.elastic("{}").read().success()).isEqualTo(SuccessRule.ANY_REPLICA);
    assertThat(DEMO.read().running().lead()).isTrue();
    assertThat(workers.read().running().lead()).isFalse();
    assertThat(workers.read().running().floor()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 1", "6, 5"})
  void allows_one_restart_less_than_its_limit(int limit, int restarts) {
    var budget = DEMO.with("/spec/runPolicy/backoffLimit", Integer.toString(limit)).read().budget();

    assertThat(budget.restarts()).hasValue(restarts);
    assertThat(budget.countsContainerRestarts()).isTrue();
  }

  @Test
  void allows_any_number_of_restarts_without_a_limit() {
    assertThat(DEMO.read().budget().restarts()).isEmpty();
  }

  @Test
  void spares_the_start_of_elastic_workers_alone() {
    assertThat(job("flex").workers(2).elastic("{}").read().budget().sparesStart()).isTrue();
    assertThat(DEMO.elastic("{}").read().budget().sparesStart()).isFalse();
    assertThat(job("demo").workers(2).read().budget().sparesStart()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "None, NOTHING, UNFINISHED",
    "Running, UNFINISHED, UNFINISHED",
    "All, EVERYTHING, EVERYTHING",
    "'', EVERYTHING, EVERYTHING"
  })
  void says_what_goes_at_the_end(String policy, Sweep atEnd, Sweep atLimit) {
    var job = DEMO.with("/spec/runPolicy/cleanPodPolicy", "'" + policy + "'").read();

    assertThat(job.cleanUp()).isEqualTo(new CleanUp(atEnd, atLimit, Set.of()));
  }

  @Test
  void keeps_the_clock_and_the_hold() {
    var job =
        DEMO.with(
                "/spec/runPolicy",
                "{activeDeadlineSeconds: 60, ttlSecondsAfterFinished: 10, suspend: true}")
            .read();

    assertThat(job.clock())
        .isEqualTo(
            new Clock(
                Optional.of(Duration.ofSeconds(60)),
                Clock.From.ACCEPTED,
                Optional.of(Duration.ofSeconds(10))));
    assertThat(job.hold()).isEqualTo(new Hold(true, true));
    assertThat(DEMO.read().hold()).isEqualTo(new Hold(false, true));
  }

  @Test
  void survives_a_deadline_beyond_all_calendars() {
    var job =
        DEMO.with("/spec/runPolicy/activeDeadlineSeconds", Long.toString(Long.MAX_VALUE)).read();

    assertThat(job.clock().deadline()).contains(Duration.ofDays(36_500));
  }

  @Test
  void sizes_the_gang() {
    assertThat(floor(DEMO)).isEqualTo(3);
    assertThat(floor(job("flex").workers(4).elastic("{minReplicas: 2}"))).isEqualTo(2);
    assertThat(floor(DEMO.elastic("{minReplicas: 1}"))).isEqualTo(2);
    assertThat(
            floor(DEMO.with("/spec/runPolicy/schedulingPolicy", "{minAvailable: 1, queue: blue}")))
        .isEqualTo(1);
  }

  private static int floor(JobMaker maker) {
    return maker.read().gang().floor();
  }

  @Test
  void shows_what_its_status_can_count() {
    TrainingJob job = DEMO.read();

    assertThat(job.telling().shown())
        .containsExactlyInAnyOrder(Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED);
    assertThat(job.patience().fenceAfter()).contains(Duration.ofSeconds(60));
  }

  @Test
  void is_not_ours_to_say_when_another_manages_the_job() {
    var theirs = DEMO.with("/spec/runPolicy/managedBy", "kueue.x-k8s.io/multikueue").build();
    var ours = DEMO.with("/spec/runPolicy/managedBy", "kubeflow.org/training-operator").build();

    assertThat(DIALECT.read(theirs, JobMaker.lookup(Place.CLUSTER)))
        .isEqualTo(
            new Reading.NotOurs(
                "spec.runPolicy.managedBy gives it to \"kueue.x-k8s.io/multikueue\""));
    assertThat(DIALECT.read(ours, JobMaker.lookup(Place.CLUSTER))).isInstanceOf(Reading.Job.class);
  }

  @Test
  void belongs_to_one_kind() {
    assertThat(DIALECT.kind())
        .isEqualTo(
            new Kind(
                "kubeflow.org", "v1", "PyTorchJob", "pytorchjobs", List.of(), PyTorchJob.class));
  }
}
