package dev.trainyard.dialects.mpi;

import static dev.trainyard.dialects.mpi.JobMaker.DIALECT;
import static dev.trainyard.dialects.mpi.JobMaker.at;
import static dev.trainyard.dialects.mpi.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheEventsOfAnMPIJobTest {

  private static final MPIJob PI = job("pi", 2).build();
  private static final ReplicaId WORKER = new ReplicaId("Worker", 1);

  record Row(Fact fact, List<String> events) {
    static Row of(Fact fact, String... events) {
      return new Row(fact, List.of(events));
    }

    @Override
    public String toString() {
      return fact.toString();
    }
  }

  static Stream<Row> facts() {
    return Stream.of(
        Row.of(new Fact.Accepted(), "Normal MPIJobCreated MPIJob team-a/pi is created."),
        Row.of(new Fact.BeganRunning(at(1)), "Normal MPIJobRunning MPIJob team-a/pi is running."),
        Row.of(new Fact.WentOnHold(at(1)), "Normal MPIJobSuspended MPIJob suspended"),
        Row.of(new Fact.Resumed(at(1)), "Normal MPIJobResumed MPIJob resumed"),
        Row.of(
            new Fact.GangRestarted(2, Optional.empty()),
            "Normal MPIJobRestarting MPIJob team-a/pi is restarting because attempt 2 was asked"
                + " for."),
        Row.of(
            new Fact.Succeeded(),
            "Normal MPIJobSucceeded MPIJob team-a/pi successfully completed."),
        Row.of(
            new Fact.ChildFailed("DeadlineExceeded", "Job was active longer than allowed"),
            "Warning DeadlineExceeded Job was active longer than allowed"),
        Row.of(new Fact.ChildFailed("", ""), "Warning MPIJobFailed MPIJob team-a/pi has failed"),
        Row.of(new Fact.WorkersEvicted(1, 2), "Warning MPIJobEvicted 1/2 workers are evicted"),
        Row.of(
            new Fact.ObjectRefused(
                "Service",
                "pi",
                "the name is taken by an object that does not belong to MPIJob pi; delete or rename"
                    + " it"),
            "Warning ErrResourceExists Resource \"pi\" of Kind \"Service\" already exists and is"
                + " not managed by MPIJob"),
        Row.of(
            new Fact.ObjectRefused("Pod", "pi-worker-0", "exceeded quota: gpus"),
            "Warning FailedCreatePod Error creating: exceeded quota: gpus"),
        Row.of(
            new Fact.RemovalRefused("Pod", "pi-worker-0", "forbidden"),
            "Warning FailedDeletePod Error deleting: forbidden"),
        Row.of(
            new Fact.ReplicaLost(WORKER, "pi-worker-1", "uid", "node-7"),
            "Warning NodeLost Node node-7 is lost and pod pi-worker-1 with it; the pod is started"
                + " again."),
        Row.of(new Fact.ReplicaMade(WORKER, "pi-worker-1", true)),
        Row.of(new Fact.ReplicaEnded(WORKER, "pi-worker-1", "uid", OptionalInt.of(1))),
        Row.of(new Fact.ObjectMade("Service", "pi")),
        Row.of(new Fact.StillRunning(2)),
        Row.of(new Fact.Scaled(2, 3)));
  }

  @ParameterizedTest
  @MethodSource("facts")
  void are_the_reasons_of_its_conditions_and_little_else(Row row) {
    assertThat(
            DIALECT.tell(PI, row.fact()).stream()
                .map(
                    event ->
                        "%s %s %s".formatted(event.type().word, event.reason(), event.message()))
                .toList())
        .isEqualTo(row.events());
  }

  @Test
  void are_cut_where_an_api_server_would_not_have_them() {
    var verbose = new Fact.ChildFailed("BackoffLimitExceeded", "x".repeat(2000));

    assertThat(DIALECT.tell(PI, verbose))
        .extracting(EventText::message)
        .containsExactly("x".repeat(1021) + "...");
  }
}
