package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;
import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.StateMaker.accepted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Trouble;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheEventsOfATrainingJobTest {

  private static final ReplicaId WORKER = new ReplicaId("worker", 1);
  private static final String POD = "j-abcde-worker-1";
  private static final JobMaker<PyTorchTrainingJob> DEMO =
      job().type("worker", 2).with("/spec/runPolicy/activeDeadlineSeconds", "60");

  record Row(Fact fact, List<EventText> events) {
    static Row of(Fact fact, EventText... events) {
      return new Row(fact, List.of(events));
    }

    @Override
    public String toString() {
      return fact.toString();
    }
  }

  static Stream<Row> rows() {
    var now = Instant.parse("2026-01-02T03:04:05.678Z");
    return Stream.of(
        Row.of(new Fact.Accepted(), normal("Created", "A PyTorchTrainingJob has been created: j")),
        Row.of(
            new Fact.ReplicaMade(WORKER, POD, true),
            normal("NewReplica", "Create the replica[j-abcde-worker-1] for the first time.")),
        Row.of(new Fact.ReplicaMade(WORKER, POD, false)),
        Row.of(
            new Fact.Initialized(), normal("Start", "The job has been initialized successfully.")),
        Row.of(
            new Fact.BeganRunning(now),
            normal("Running", "The job began running at 2026-01-02 03:04:05.67 UTC")),
        Row.of(
            new Fact.ReplicaRestarted(WORKER, POD, "u1", 2),
            normal("RestartReplica", "Restart the replica[j-abcde-worker-1], restart count 2.")),
        Row.of(
            new Fact.GangRestarted(2, Optional.empty()),
            normal("RestartJob", "Restart every replica, attempt 2.")),
        Row.of(new Fact.WentOnHold(now), normal("Paused", "The job has been paused.")),
        Row.of(new Fact.Resumed(now), normal("Resumed", "The job has been resumed.")),
        Row.of(new Fact.Scaled(2, 4), normal("Scaled", "Scale the job from 2 to 4 replicas.")),
        Row.of(new Fact.Succeeded(), normal("Succeeded", "The job has finished successfully.")),
        Row.of(
            new Fact.LeadFailed(new ReplicaId("worker", 0), "j-abcde-worker-0", OptionalInt.of(2)),
            warning(
                "Failed",
                "PyTorchTrainingJob j has failed: j-abcde-worker-0 failed with exit code 2")),
        Row.of(
            new Fact.LeadFailed(
                new ReplicaId("worker", 0), "j-abcde-worker-0", OptionalInt.empty()),
            warning(
                "Failed",
                "PyTorchTrainingJob j has failed: j-abcde-worker-0 failed with exit code -1")),
        Row.of(
            new Fact.OutOfTime(Duration.ofSeconds(60)),
            warning(
                "Failed", "PyTorchTrainingJob j has failed: it was active longer than 60 seconds")),
        Row.of(new Fact.CleanedUp(2), normal("CleanUp", "Clean up 2 replicas.")),
        Row.of(
            new Fact.ObjectRefused("PodGroup", "j", "quota"),
            warning("CreateFailed", "PodGroup j cannot be made: quota")),
        Row.of(
            new Fact.RemovalRefused("Service", POD, "forbidden"),
            warning("DeleteFailed", "Service j-abcde-worker-1 cannot be removed: forbidden")),
        Row.of(
            new Fact.VariablesWithheld(List.of("A", "B")),
            warning(
                "EnvNotPropagated",
                "The training processes go without A, B: only literal values of one line, and keys"
                    + " of ConfigMaps and Secrets, can be handed on.")),
        Row.of(
            new Fact.ReplicaLost(WORKER, POD, "u1", "n1"),
            warning("NodeLost", "The node n1 of replica[j-abcde-worker-1] is out of sight.")),
        Row.of(
            new Fact.ReplicaTroubled(
                WORKER, POD, "u1", new Trouble.Waits("python", "ErrImagePull", "no such image")),
            warning(
                "ErrImagePull",
                "Container python of replica[j-abcde-worker-1] waits: no such image")),
        Row.of(new Fact.ObjectMade("Service", POD)),
        Row.of(new Fact.ReplicaRemoved(WORKER, POD, "u1")),
        Row.of(new Fact.ReplicaEnded(WORKER, POD, "u1", OptionalInt.of(1))),
        Row.of(new Fact.StillRunning(1)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void have_the_documented_words(Row row) {
    var job = StateMaker.stored(DEMO, accepted());

    assertThat(DEMO.dialect().tell(job, row.fact())).isEqualTo(row.events());
  }

  @Test
  void name_the_kind_of_the_job() {
    var deep = deepSpeed(1);

    assertThat(deep.dialect().tell(deep.build(), new Fact.Accepted()))
        .containsExactly(normal("Created", "A DeepSpeedJob has been created: j"));
    assertThat(
            deep.dialect()
                .tell(
                    deep.build(),
                    new Fact.LeadFailed(
                        new ReplicaId("worker", 0), "j-abcde-worker-0", OptionalInt.of(1))))
        .containsExactly(
            warning(
                "Failed", "DeepSpeedJob j has failed: j-abcde-worker-0 failed with exit code 1"));
  }

  @Test
  void tell_once_why_a_job_was_refused() {
    var problems =
        List.of(Problem.required("spec.a", "must be there"), Problem.required("spec.b", "as well"));

    assertThat(DEMO.dialect().tell(DEMO.build(), problems))
        .containsExactly(
            warning(
                "InvalidSpec",
                "[spec.a: Required value: must be there, spec.b: Required value: as well]"));
  }
}
