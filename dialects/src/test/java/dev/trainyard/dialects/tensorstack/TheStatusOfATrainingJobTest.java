package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.parsed;
import static dev.trainyard.dialects.tensorstack.StateMaker.accepted;
import static dev.trainyard.dialects.tensorstack.StateMaker.at;
import static dev.trainyard.dialects.tensorstack.StateMaker.heldAtBirth;
import static dev.trainyard.dialects.tensorstack.StateMaker.stored;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.AttachmentState;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheStatusOfATrainingJobTest {

  private static final String FINE =
      "All pods are running normally or have completed successfully.";
  private static final Fact LEAD_FAILED =
      new Fact.LeadFailed(new ReplicaId("master", 0), "j-abcde-master-0", OptionalInt.of(3));

  private static final JobMaker<PyTorchTrainingJob> DEMO =
      job().type("worker", 2).type("master", 1);

  /// What is told one after the other, and how the conditions and the phase read at last.
  record Story(
      String name, JobMaker<PyTorchTrainingJob> job, String conditions, List<StateMaker> states) {
    static Story of(String name, String conditions, StateMaker... states) {
      return new Story(name, DEMO, conditions, List.of(states));
    }

    Story of(JobMaker<PyTorchTrainingJob> other) {
      return new Story(name, other, conditions, states);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Story> stories() {
    var started = accepted().initialized(1);
    var running = started.running(5);
    var fine = "Completed(F,NotFinished) ReplicaFailure(F,-)";
    return Stream.of(
        Story.of("accepted", "Running(F,Pending) " + fine + " Pending", accepted()),
        Story.of("started", "Initialized(T,-) Running(F,Pending) " + fine + " Pending", started),
        Story.of("running", "Initialized(T,-) Running(T,-) " + fine + " Running", started, running),
        Story.of(
            "shrunken",
            "Initialized(T,-) Running(F,PodsNotReady) " + fine + " Running",
            running,
            running.phase(Phase.SHRUNKEN)),
        Story.of(
            "restarting",
            "Initialized(T,-) Running(F,PodsNotReady) " + fine + " Running",
            running,
            running.phase(Phase.RESTARTING)),
        Story.of(
            "restarting before it ever ran",
            "Initialized(T,-) Running(F,Pending) " + fine + " Pending",
            started,
            started.phase(Phase.RESTARTING)),
        Story.of(
            "out of sight",
            "Initialized(T,-) Running(F,PodsNotReady) " + fine + " Unknown",
            running,
            running.phase(Phase.UNKNOWN)),
        Story.of(
                "paused",
                "Initialized(T,-) Running(F,Paused) " + fine + " Paused(T,Paused) Paused",
                running,
                running.held(7))
            .of(DEMO.paused()),
        Story.of(
                "born paused",
                "Running(F,Paused) " + fine + " Paused(T,Paused) Paused",
                heldAtBirth())
            .of(DEMO.paused()),
        Story.of(
            "resuming",
            "Initialized(T,-) Running(F,Resuming) " + fine + " Paused(F,Resumed) Resuming",
            running,
            running.held(7),
            running.held(7).resumed(8)),
        Story.of(
            "resumed",
            "Initialized(T,-) Running(T,-) " + fine + " Paused(F,Resumed) Running",
            running,
            running.held(7),
            running.held(7).resumed(8),
            running.held(7).resumed(8).running(9)),
        Story.of(
            "succeeded",
            "Initialized(T,-) Running(F,Succeeded) Failed(F,Succeeded) Completed(T,Succeeded)"
                + " ReplicaFailure(F,-) Succeeded",
            running,
            running.succeeded(9)),
        Story.of(
            "failed",
            "Initialized(T,-) Running(F,Failed) Failed(T,Failed) Completed(T,Failed)"
                + " ReplicaFailure(T,ErrorInPod) Failed",
            running,
            running.slots("master", Slot.FAILED).failed(LEAD_FAILED, 9)),
        Story.of(
            "out of time",
            "Initialized(T,-) Running(F,DeadlineExceeded) Failed(T,DeadlineExceeded)"
                + " Completed(T,DeadlineExceeded) ReplicaFailure(F,-) Failed",
            running,
            running.failed(new Fact.OutOfTime(Duration.ofSeconds(60)), 9)),
        Story.of(
            "ended once and for all",
            "Initialized(T,-) Running(F,Failed) Failed(T,Failed) Completed(T,Failed)"
                + " ReplicaFailure(T,ErrorInPod) Failed",
            running,
            running.slots("master", Slot.FAILED).failed(LEAD_FAILED, 9),
            running.slots("master", Slot.DELETED).failed(LEAD_FAILED, 9)),
        Story.of(
            "with a worker that failed",
            "Initialized(T,-) Running(F,PodsNotReady) Completed(F,NotFinished)"
                + " ReplicaFailure(T,ErrorInPod) Running",
            running,
            running.slots("worker", Slot.RUNNING, Slot.FAILED).phase(Phase.SHRUNKEN)));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void follows_the_job(Story story) {
    var status = status(stored(story.job(), story.states().toArray(StateMaker[]::new)));

    var conditions =
        status.conditions().stream()
            .map(
                condition ->
                    "%s(%s,%s)"
                        .formatted(
                            condition.type(),
                            condition.status().substring(0, 1),
                            condition.reason()))
            .collect(joining(" "));
    assertThat("%s %s".formatted(conditions, status.phase())).isEqualTo(story.conditions());
  }

  @Test
  void gives_reasons_and_sentences_and_times_that_move_with_the_status_alone() {
    var running = accepted().initialized(1).running(5);
    var job = stored(DEMO, accepted(), running, running.phase(Phase.SHRUNKEN), running);

    assertThat(status(job).conditions())
        .containsExactly(
            condition("Initialized", "True", "-", "The job has been initialized successfully.", 1),
            condition("Running", "True", "-", FINE, 130),
            condition("Completed", "False", "NotFinished", "The job is still running.", 0),
            condition("ReplicaFailure", "False", "-", FINE, 100));
    assertThat(status(stored(DEMO, running, running, running)).conditions().get(1))
        .isEqualTo(condition("Running", "True", "-", FINE, 100));
    assertThat(status(stored(DEMO, running.phase(Phase.SHRUNKEN))).conditions().get(1))
        .isEqualTo(condition("Running", "False", "PodsNotReady", "Not all pods are running.", 100));
    assertThat(status(stored(DEMO, accepted())).conditions().getFirst())
        .isEqualTo(condition("Running", "False", "Pending", "Waiting for pods to run.", 100));
  }

  @Test
  void says_how_the_job_ended() {
    var running = accepted().initialized(1).running(5);
    var why = "PyTorchTrainingJob j has failed: j-abcde-master-0 failed with exit code 3";

    var failed = status(stored(DEMO, running, running.failed(LEAD_FAILED, 9))).conditions();
    assertThat(failed.subList(1, 4))
        .containsExactly(
            condition("Running", "False", "Failed", why, 9),
            condition("Failed", "True", "Failed", why, 9),
            condition("Completed", "True", "Failed", why, 9));

    var done = "The job has finished successfully.";
    var succeeded = status(stored(DEMO, running, running.succeeded(9))).conditions();
    assertThat(succeeded.subList(1, 4))
        .containsExactly(
            condition("Running", "False", "Succeeded", done, 9),
            condition("Failed", "False", "Succeeded", done, 9),
            condition("Completed", "True", "Succeeded", done, 9));
  }

  @Test
  void names_the_first_in_rank_of_those_that_failed() {
    var running =
        accepted()
            .running(5)
            .slots("master", Slot.RUNNING)
            .slots("worker", Slot.FAILED, Slot.FAILED);

    assertThat(status(stored(DEMO, running)).conditions().getLast())
        .isEqualTo(
            condition(
                "ReplicaFailure",
                "True",
                "ErrorInPod",
                "Pod[j-abcde-worker-0] exited with error code 7",
                100));
  }

  @Test
  void is_whole_as_documented() {
    var state =
        accepted()
            .initialized(1)
            .running(5)
            .restarted(Map.of("worker", 2))
            .replicas(
                List.of(
                    StateMaker.replica(
                        "master",
                        0,
                        Slot.SUCCEEDED,
                        false,
                        Optional.of("u0"),
                        List.of(
                            new ContainerState(
                                "python", ContainerStage.TERMINATED, OptionalInt.of(0), 0),
                            new ContainerState(
                                "proxy", ContainerStage.RUNNING, OptionalInt.empty(), 0))),
                    StateMaker.replica(
                        "worker", 0, Slot.CREATING, false, Optional.empty(), List.of())));

    var tree = Codec.of(PyTorchTrainingJob.class).write(stored(DEMO, state)).path("status");

    assertThat(tree.path("tasks"))
        .isEqualTo(
            parsed(
                """
                - type: master
                  restartCount: 0
                  replicaStatus:
                  - name: j-abcde-master-0
                    uid: u0
                    phase: Succeeded
                    containers:
                    - {name: python, state: Terminated, exitCode: 0}
                    - {name: proxy, state: Running}
                - type: worker
                  restartCount: 2
                  replicaStatus:
                  - {name: j-abcde-worker-0, phase: Creating, containers: []}
                """));
    assertThat(tree.path("backoffCount").asInt()).isEqualTo(2);
    assertThat(tree.path("aggregate"))
        .isEqualTo(
            parsed(
                "{creating: 1, pending: 0, running: 0, succeeded: 1, failed: 0, unknown: 0,"
                    + " deleted: 0}"));
    assertThat(tree.has("tensorboard")).isFalse();
    assertThat(tree.has("memory")).isFalse();
  }

  @Test
  void counts_every_replica_in_one_phase() {
    var job = job().type("worker", 8);
    var state =
        accepted()
            .slots(
                "worker",
                Slot.CREATING,
                Slot.PENDING,
                Slot.RUNNING,
                Slot.SUCCEEDED,
                Slot.FAILED,
                Slot.UNKNOWN,
                Slot.DELETED)
            .leaving("worker", 7, Slot.RUNNING);

    var status = status(stored(job, state));

    assertThat(status.aggregate()).isEqualTo(new JobStatus.Aggregate(1, 1, 1, 1, 1, 1, 2));
    assertThat(status.tasks().getFirst().replicaStatus())
        .extracting(JobStatus.ReplicaStatus::phase)
        .containsExactly(
            "Creating",
            "Pending",
            "Running",
            "Succeeded",
            "Failed",
            "Unknown",
            "Deleted",
            "Deleted");
  }

  @Test
  void counts_restarts_of_a_type_no_further_than_fits_and_forgets_none() {
    var many = accepted().restarted(Map.of("worker", 40_000, "master", 1));
    var job = stored(DEMO, many);

    assertThat(status(job).tasks())
        .extracting(JobStatus.TaskStatus::restartCount)
        .containsExactly(1, 32_767);
    assertThat(status(job).backoffCount()).isEqualTo(40_001);
    assertThat(DEMO.dialect().recall(job).remember().tally().restarts()).isEqualTo(40_001);
  }

  @Test
  void tells_of_the_board_beside_the_job() {
    var demo = DEMO.with("/spec/tensorboardSpec", "{image: a}");
    var ref = new ObjectRef("tensorstack.dev/v1beta1", "TensorBoard", "j-abcde", "u1");

    assertThat(board(demo, accepted()))
        .isEqualTo(
            parsed(
                """
                name: tensorboard
                dependent: {apiVersion: tensorstack.dev/v1beta1, kind: TensorBoard, name: j-abcde,
                  namespace: team-a}
                ready: false
                reason: DependentNotReady
                action: Create
                note: TensorBoard [j-abcde] is not ready
                type: Normal
                """));
    assertThat(board(demo, accepted().with(new AttachmentState(ref, false, ""))))
        .isEqualTo(
            parsed(
                """
                name: tensorboard
                dependent: {apiVersion: tensorstack.dev/v1beta1, kind: TensorBoard, name: j-abcde,
                  namespace: team-a, uid: u1}
                ready: false
                reason: DependentNotReady
                action: NOP
                note: TensorBoard [j-abcde] is not ready
                type: Normal
                """));
    assertThat(board(demo, accepted().with(new AttachmentState(ref, true, ""))))
        .isEqualTo(
            parsed(
                """
                name: tensorboard
                dependent: {apiVersion: tensorstack.dev/v1beta1, kind: TensorBoard, name: j-abcde,
                  namespace: team-a, uid: u1}
                ready: true
                reason: DependentReady
                action: NOP
                note: TensorBoard [j-abcde] is ready
                type: Normal
                """));
  }

  private static JsonNode board(JobMaker<PyTorchTrainingJob> job, StateMaker state) {
    return Codec.of(PyTorchTrainingJob.class).write(stored(job, state)).at("/status/tensorboard");
  }

  @Test
  void tells_of_a_spec_that_was_refused_and_takes_it_back() {
    var dialect = DEMO.dialect();
    var problems = List.of(Problem.required("spec.a", "must be there"));

    var refused = dialect.refused(DEMO.build(), problems, at(3));
    assertThat(status(refused).conditions())
        .containsExactly(
            condition(
                "Initialized", "False", "InvalidSpec", "spec.a: Required value: must be there", 3));
    assertThat(status(refused).phase()).isEqualTo("Pending");
    assertThat(status(refused).memory()).isNull();
    assertThat(dialect.refused(refused, problems, at(9))).as("told once").isEqualTo(refused);

    var corrected =
        dialect.withStatus(refused, accepted().initialized(20).running(21).build(), at(21));
    assertThat(status(corrected).conditions().getFirst())
        .isEqualTo(
            condition(
                "Initialized", "True", "-", "The job has been initialized successfully.", 20));
  }

  @Test
  void keeps_what_a_running_job_was_while_its_spec_is_refused() {
    var dialect = DEMO.dialect();
    var running = accepted().initialized(1).running(5).restarted(Map.of("worker", 1));
    var problems = List.of(Problem.required("spec.a", "must be there"));

    var refused = dialect.refused(stored(DEMO, running), problems, at(200));
    var recalled = dialect.recall(refused);

    assertThat(status(refused).phase()).isEqualTo("Pending");
    assertThat(recalled.remember().milestones().initialized()).contains(at(1));
    assertThat(recalled.remember().milestones().running()).isPresent();
    assertThat(recalled.remember().tally().restarts()).isEqualTo(1);
    var corrected = dialect.withStatus(refused, running.build(), at(210));
    assertThat(status(corrected).conditions().getFirst().lastTransitionTime())
        .isEqualTo(at(1).toString());
    assertThat(status(corrected).memory()).isNull();
  }

  @Test
  void of_an_ended_job_does_not_change_with_its_spec() {
    var ended = stored(DEMO, accepted().initialized(1).succeeded(5));

    assertThat(
            DEMO.dialect()
                .refused(ended, List.of(Problem.required("spec.a", "must be there")), at(9)))
        .isEqualTo(ended);
  }

  @Test
  void of_a_deepspeed_job_has_no_board() {
    var job = stored(deepSpeed(2), accepted().initialized(1).slots("worker", Slot.RUNNING));
    var status = requireNonNull(job.status());

    assertThat(status.tensorboard()).isNull();
    assertThat(status.tasks()).extracting(JobStatus.TaskStatus::type).containsExactly("worker");
  }

  private static JobStatus status(PyTorchTrainingJob job) {
    return requireNonNull(job.status());
  }

  private static JobCondition condition(
      String type, String status, String reason, String message, long second) {
    return new JobCondition(type, status, reason, message, at(second).toString());
  }
}
