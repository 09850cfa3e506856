package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;
import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

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

class TheEventsOfAPyTorchJobTest {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final ReplicaId WORKER = new ReplicaId("Worker", 1);

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
    var now = Instant.EPOCH;
    return Stream.of(
        Row.of(
            new Fact.ReplicaMade(WORKER, "demo-worker-1", true),
            normal("SuccessfulCreatePod", "Created pod: demo-worker-1")),
        Row.of(
            new Fact.ReplicaRemoved(WORKER, "demo-worker-1", "u1"),
            normal("SuccessfulDeletePod", "Deleted pod: demo-worker-1")),
        Row.of(
            new Fact.ObjectMade("Service", "demo-worker-1"),
            normal("SuccessfulCreateService", "Created service: demo-worker-1")),
        Row.of(
            new Fact.ObjectRemoved("Service", "demo-worker-1"),
            normal("SuccessfulDeleteService", "Deleted service: demo-worker-1")),
        Row.of(
            new Fact.ObjectMade("HorizontalPodAutoscaler", "demo"),
            normal("SuccessfulCreateHPA", "Created HPA: demo")),
        Row.of(
            new Fact.ObjectRemoved("PodGroup", "demo"),
            normal("JobTerminated", "Job has been terminated. Deleting PodGroup"),
            normal("SuccessfulDeletePodGroup", "Deleted PodGroup: demo")),
        Row.of(
            troubled(new Trouble.Ended("pytorch", "OOMKilled", 137, "too much")),
            warning(
                "OOMKilled",
                "Error pod demo-worker-0 container pytorch exitCode: 137 terminated message: too"
                    + " much")),
        Row.of(
            troubled(new Trouble.Waits("pytorch", "ImagePullBackOff", "no such image")),
            warning(
                "ImagePullBackOff",
                "Error pod demo-worker-0 container pytorch waiting message: no such image")),
        Row.of(
            troubled(new Trouble.Lacks("Unschedulable", "0/3 nodes are available")),
            warning(
                "Unschedulable",
                "Error pod demo-worker-0 condition message: 0/3 nodes are available")),
        Row.of(
            new Fact.ObjectRefused("Service", "demo-worker-1", "quota"),
            warning("FailedCreateService", "Error creating: quota")),
        Row.of(
            new Fact.RemovalRefused("Service", "demo-worker-1", "forbidden"),
            warning("FailedDeleteService", "Error deleting: forbidden")),
        Row.of(
            new Fact.RemovalRefused("PyTorchJob", "demo", "forbidden"),
            warning("FailedDeletePod", "Error deleting: forbidden")),
        Row.of(
            new Fact.RemovalRefused("Pod", "demo-worker-1", "forbidden"),
            warning("FailedDeletePod", "Error deleting: forbidden")),
        Row.of(
            new Fact.RemovalRefused("PodGroup", "demo", "forbidden"),
            warning("FailedDeletePodGroup", "Error deleting: forbidden")),
        Row.of(
            new Fact.ObjectRemoved("HorizontalPodAutoscaler", "demo"),
            normal("SuccessfulDeleteHPA", "Deleted HPA: demo")),
        Row.of(new Fact.ReplicaFailed(WORKER, "demo-worker-1", "u")),
        Row.of(
            new Fact.Queued("research"),
            normal(
                "PyTorchJobQueued",
                "PyTorchJob demo waits until its PodGroup is admitted to queue research.")),
        Row.of(
            new Fact.Queued(""),
            normal("PyTorchJobQueued", "PyTorchJob demo waits until its PodGroup is admitted.")),
        Row.of(
            new Fact.ObjectRefused("Pod", "demo-worker-1", "quota"),
            warning("FailedCreatePod", "Error creating: quota")),
        Row.of(
            new Fact.ReplicaEnded(WORKER, "demo-worker-1", "u", OptionalInt.of(137)),
            normal("ExitedWithCode", "Pod: team-a.demo-worker-1 exited with code 137")),
        Row.of(new Fact.ReplicaEnded(WORKER, "demo-worker-1", "u", OptionalInt.empty())),
        Row.of(
            new Fact.ReplicaRestarted(WORKER, "demo-worker-1", "u1", 1),
            warning(
                "PyTorchJobRestarting",
                "job demo is restarting because Worker replica(s) failed.")),
        Row.of(
            new Fact.GangRestarted(2, Optional.of(WORKER)),
            warning(
                "PyTorchJobRestarting",
                "job demo is restarting because Worker replica(s) failed.")),
        Row.of(
            new Fact.GangRestarted(2, Optional.empty()),
            normal(
                "PyTorchJobRestarting",
                "PyTorchJob demo is restarting because attempt 2 was asked for.")),
        Row.of(
            new Fact.ReplicaLost(WORKER, "demo-worker-1", "u1", "n1"),
            warning(
                "NodeLost",
                "Node n1 is lost and pod demo-worker-1 with it; the pod is started again.")),
        Row.of(
            new Fact.WentOnHold(now),
            normal("PyTorchJobSuspended", "PyTorchJob demo is suspended.")),
        Row.of(new Fact.Resumed(now), normal("PyTorchJobResumed", "PyTorchJob demo is resumed.")),
        Row.of(
            new Fact.Succeeded(),
            normal("PyTorchJobSucceeded", "PyTorchJob demo is successfully completed.")),
        Row.of(
            new Fact.ReplicasFailed("Worker", 1, false),
            warning(
                "PyTorchJobFailed",
                "PyTorchJob demo is failed because 1 Worker replica(s) failed.")),
        Row.of(
            new Fact.ReplicasFailed("Worker", 1, true),
            warning(
                "PyTorchJobFailed",
                "job \"demo\" is failing because \"Worker\" replica(s) failed.")),
        Row.of(
            new Fact.BudgetSpent(3),
            warning(
                "PyTorchJobFailed",
                "Job demo has failed because it has reached the specified backoff limit")),
        Row.of(
            new Fact.OutOfTime(Duration.ofSeconds(1)),
            warning(
                "PyTorchJobFailed",
                "Job demo has failed because it was active longer than specified deadline")),
        Row.of(
            new Fact.StillRunning(2),
            warning(
                "PodsStillRunning",
                "demo has ended and left 2 pod(s) running, as spec.runPolicy.cleanPodPolicy says;"
                    + " set it to Running or All, or delete the job, to free what they hold.")),
        Row.of(new Fact.Expired(), normal("SuccessfulDeletePod", "Deleted job: demo")),
        Row.of(new Fact.Accepted()),
        Row.of(new Fact.Initialized()),
        Row.of(new Fact.BeganRunning(now)),
        Row.of(new Fact.ObjectMade("Secret", "demo")),
        Row.of(new Fact.Scaled(1, 2)),
        Row.of(new Fact.CleanedUp(2)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void have_the_documented_words(Row row) {
    assertThat(DIALECT.tell(job("demo").master().workers(2).build(), row.fact()))
        .isEqualTo(row.events());
  }

  @Test
  void tell_once_why_a_job_was_refused() {
    var problems =
        List.of(Problem.required("spec.a", "must be there"), Problem.required("spec.b", "as well"));

    assertThat(DIALECT.tell(job("demo").build(), problems))
        .containsExactly(
            warning(
                "PyTorchJobFailedValidation",
                "PyTorchJob failed validation because [spec.a: Required value: must be there,"
                    + " spec.b: Required value: as well]"));
  }

  @Test
  void warn_of_what_is_unwise() {
    var problems =
        List.of(
            Problem.warning(
                "spec.pytorchReplicaSpecs[Master].template.spec.restartPolicy",
                Advice.RESTART_POLICY_OVERWRITTEN),
            Problem.warning(
                "spec.pytorchReplicaSpecs[Worker].template.spec.restartPolicy",
                Advice.RESTART_POLICY_OVERWRITTEN),
            Problem.warning("spec.b", "is unwise"));

    assertThat(DIALECT.tell(job("demo").build(), problems))
        .containsExactly(
            warning(
                "SetPodTemplateRestartPolicy",
                "Restart policy in pod template will be overwritten by restart policy in replica"
                    + " spec"),
            warning("PyTorchJobUnwise", "spec.b: is unwise"));
  }

  private static Fact troubled(Trouble trouble) {
    return new Fact.ReplicaTroubled(new ReplicaId("Worker", 0), "demo-worker-0", "uid-0", trouble);
  }
}
