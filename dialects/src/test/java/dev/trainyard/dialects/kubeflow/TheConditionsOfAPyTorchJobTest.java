package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static dev.trainyard.dialects.kubeflow.StateMaker.accepted;
import static dev.trainyard.dialects.kubeflow.StateMaker.at;
import static dev.trainyard.dialects.kubeflow.StateMaker.heldAtBirth;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheConditionsOfAPyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final JobMaker DEMO = job("demo").master().workers(2);

  /// What is told one after the other, and how the conditions read at last.
  record Story(String name, List<StateMaker> states, String conditions) {
    static Story of(String name, String conditions, StateMaker... states) {
      return new Story(name, List.of(states), conditions);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Story> stories() {
    var running = accepted().running(5);
    var failure = new Fact.ReplicasFailed("Worker", 1, false);
    return Stream.of(
        Story.of("accepted", "Created(T)", accepted()),
        Story.of("starting", "Created(T)", accepted(), accepted().starting()),
        Story.of("running", "Created(T),Running(T)", accepted(), running),
        Story.of(
            "succeeded",
            "Created(T),Running(F),Succeeded(T)",
            accepted(),
            running,
            running.succeeded(9)),
        Story.of("fast", "Created(T),Succeeded(T)", accepted(), accepted().succeeded(1)),
        Story.of("failed", "Created(T),Running(F),Failed(T)", running, running.failed(failure, 9)),
        Story.of("suspended at birth", "Created(T),Suspended(T)", heldAtBirth()),
        Story.of(
            "suspended while running",
            "Created(T),Running(F,PyTorchJobSuspended),Suspended(T)",
            running,
            running.held(7)),
        Story.of(
            "resumed",
            "Created(T),Running(F,PyTorchJobSuspended),Suspended(F,PyTorchJobResumed)",
            running,
            running.held(7),
            running.held(7).resumed(8)),
        Story.of(
            "resumed and running",
            "Created(T),Suspended(F,PyTorchJobResumed),Running(T)",
            running,
            running.held(7),
            running.held(7).resumed(8),
            running.held(7).resumed(8).running(9)),
        Story.of(
            "suspended again",
            "Created(T),Running(F,PyTorchJobSuspended),Suspended(T)",
            running.held(7),
            running.held(7).resumed(8).running(9),
            running.held(7).resumed(8).running(9).held(10)),
        Story.of("restarting", "Created(T),Restarting(T)", running, running.restarting("Worker")),
        Story.of(
            "restarted", "Created(T),Running(T)", running, running.restarting("Worker"), running),
        Story.of(
            "suspended while restarting",
            "Created(T),Suspended(T)",
            running,
            running.restarting("Worker"),
            running.held(7)),
        Story.of(
            "failed while restarting",
            "Created(T),Restarting(F),Failed(T)",
            running,
            running.restarting("Worker"),
            running.failed(new Fact.BudgetSpent(3), 9)),
        Story.of(
            "unknown for a while", "Created(T),Running(T)", running, running.phase(Phase.UNKNOWN)),
        Story.of("shrunken", "Created(T),Running(T)", running, running.phase(Phase.SHRUNKEN)),
        Story.of(
            "ended once and for all",
            "Created(T),Running(F),Failed(T)",
            running,
            running.failed(failure, 9),
            running,
            running.succeeded(10)));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void follow_the_job(Story story) {
    assertThat(brief(told(DEMO, story.states()))).isEqualTo(story.conditions());
  }

  @Test
  void have_a_reason_a_sentence_and_the_time_it_happened() {
    assertThat(conditions(told(DEMO, List.of(accepted(), accepted().running(5)))))
        .containsExactly(
            condition("Created", "PyTorchJobCreated", "PyTorchJob demo is created.", 0),
            condition("Running", "PyTorchJobRunning", "PyTorchJob demo is running.", 5));
  }

  @Test
  void name_the_namespace_where_there_is_no_master() {
    var job = told(job("demo").workers(2), List.of(accepted().running(5).succeeded(9)));

    assertThat(messages(job))
        .containsExactly(
            "PyTorchJob demo is created.", "PyTorchJob team-a/demo successfully completed.");
    assertThat(messages(told(job("demo").workers(2), List.of(accepted().running(5)))))
        .endsWith("PyTorchJob team-a/demo is running.");
    assertThat(messages(told(DEMO, List.of(accepted().succeeded(9)))))
        .endsWith("PyTorchJob demo is successfully completed.");
  }

  @Test
  void say_that_a_job_is_held_and_comes_back() {
    var held = accepted().running(5).held(7);

    assertThat(conditions(told(DEMO, List.of(accepted().running(5), held))).get(1))
        .isEqualTo(
            new JobCondition(
                "Running",
                "False",
                "PyTorchJobSuspended",
                "PyTorchJob demo is suspended.",
                "2026-01-02T03:04:07Z",
                "2026-01-02T03:04:07Z"));
    assertThat(conditions(told(DEMO, List.of(held, held.resumed(8)))).getLast())
        .isEqualTo(
            new JobCondition(
                "Suspended",
                "False",
                "PyTorchJobResumed",
                "PyTorchJob demo is resumed.",
                "2026-01-02T03:04:08Z",
                "2026-01-02T03:04:08Z"));
  }

  record Cause(Fact fact, String message) {}

  static Stream<Cause> causes() {
    return Stream.of(
        new Cause(
            new Fact.ReplicasFailed("Worker", 2, false),
            "PyTorchJob demo is failed because 2 Worker replica(s) failed."),
        new Cause(
            new Fact.ReplicasFailed("Worker", 1, true),
            "job \"demo\" is failing because \"Worker\" replica(s) failed."),
        new Cause(
            new Fact.LeadFailed(new ReplicaId("Master", 0), "demo-master-0", OptionalInt.of(1)),
            "PyTorchJob demo is failed because 1 Master replica(s) failed."),
        new Cause(
            new Fact.BudgetSpent(3),
            "Job demo has failed because it has reached the specified backoff limit"),
        new Cause(
            new Fact.OutOfTime(Duration.ofSeconds(60)),
            "Job demo has failed because it was active longer than specified deadline"));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void say_why_a_job_failed(Cause cause) {
    var job = told(DEMO, List.of(accepted().failed(cause.fact(), 9)));

    assertThat(conditions(job).getLast())
        .isEqualTo(condition("Failed", "PyTorchJobFailed", cause.message(), 9));
    assertThat(DIALECT.recall(job).why()).contains(cause.fact());
  }

  @Test
  void say_which_replicas_are_restarted() {
    var running = accepted().running(5);

    assertThat(messages(told(DEMO, List.of(running, running.restarting("Worker")))))
        .endsWith("job demo is restarting because Worker replica(s) failed.");
    assertThat(
            messages(
                told(
                    DEMO,
                    List.of(
                        running
                            .phase(Phase.RESTARTING)
                            .slots("Master", Slot.FAILED)
                            .slots("Worker", Slot.FAILED, Slot.FAILED)))))
        .endsWith("PyTorchJob demo is restarting because 1 Master replica(s) failed.");
    assertThat(
            messages(
                told(
                    DEMO,
                    List.of(
                        running
                            .phase(Phase.RESTARTING)
                            .because(
                                new Fact.GangRestarted(
                                    2, Optional.of(new ReplicaId("Master", 0))))))))
        .endsWith("job demo is restarting because Master replica(s) failed.");
  }

  @Test
  void date_a_restart_by_the_last_one_counted() {
    var tally = new Tally(Map.of("Worker", 1), 1, Optional.of(at(8)), Optional.empty());
    var state = accepted().running(5).counting(tally).restarting("Worker");

    assertThat(conditions(told(DEMO, List.of(accepted().running(5), state))).getLast())
        .extracting(JobCondition::lastTransitionTime)
        .isEqualTo("2026-01-02T03:04:08Z");
  }

  private static PyTorchJob told(JobMaker maker, List<StateMaker> states) {
    var job = maker.build();
    for (var state : states) {
      job = StateMaker.stored(job, state.build());
    }
    return job;
  }

  private static List<JobCondition> conditions(PyTorchJob job) {
    return requireNonNull(job.status()).conditions();
  }

  private static Stream<String> messages(PyTorchJob job) {
    return conditions(job).stream().map(condition -> requireNonNull(condition.message()));
  }

  private static JobCondition condition(String type, String reason, String message, long second) {
    var time = at(second).toString();
    return new JobCondition(type, "True", reason, message, time, time);
  }

  /// The reason only where it is not the one of a True condition of that type.
  private static String brief(PyTorchJob job) {
    return conditions(job).stream()
        .map(
            condition ->
                "%s(%s%s)"
                    .formatted(
                        condition.type(),
                        condition.status().substring(0, 1),
                        ("PyTorchJob" + condition.type()).equals(condition.reason())
                            ? ""
                            : "," + condition.reason()))
        .collect(Collectors.joining(","));
  }
}
