package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// TrainingWorkloads and MPIJobs in rehearsals: what is tried again, and by whom.
class ARehearsedWorkloadTest {

  @Test
  void goes_on_where_it_was_after_a_failure_and_a_pause() {
    assertThat(Desk.rehearsedExample("runai/sweep.yaml", "rehearsal-sweep.yaml"))
        .containsSubsequence(
            "20s      > script     sweep-1-0 exits with code 1 (examples/rehearsal-sweep.yaml:9)",
            "           event      Warning PodFailed: The pod sweep-1-0 has failed.",
            "30.001s    Pod        sweep-1-1 created",
            "           Pod        sweep-0-0 Succeeded: exit code 0",
            "           Pod        sweep-2-0 created",
            "           Pod        sweep-1-1, sweep-2-0 asked to go by the operator",
            "           Pod        sweep-1-2, sweep-2-1 created",
            "           Pod        sweep-5-0 created",
            "           TrainingWorkload sweep Completed (Completed): the workload has completed",
            "TrainingWorkload sweep has Succeeded after 1 restart: the workload has completed");
  }

  @Test
  void takes_what_it_inherits_from_the_same_files() {
    var outcome =
        Desk.in(Path.of("..")).run("rehearse", "examples/runai/template.yaml", "-o", "json");

    assertThat(outcome.lines().getLast())
        .contains("\"TrainingWorkload/fast-learner\":{\"phase\":\"Running\"");
  }

  @Test
  void has_its_launcher_tried_again_and_its_workers_replaced() {
    assertThat(Desk.rehearsedExample("mpi.yaml", "rehearsal-mpi.yaml"))
        .containsSubsequence(
            "2.01s      Pod        hello-mpi-worker-0, hello-mpi-worker-1 Running",
            "           Job        hello-mpi-launcher created",
            "           Pod        hello-mpi-launcher-0-0 exit code 1, to be started again in"
                + " place",
            "           Node       n2 gone",
            "           Pod        hello-mpi-worker-1 created",
            "2m11.01s   Pod        hello-mpi-worker-1 placed on n3",
            "           Job        hello-mpi-launcher Complete (CompletionsReached): Its pod"
                + " succeeded.",
            "           Pod        hello-mpi-worker-0, hello-mpi-worker-1 asked to go by the"
                + " operator",
            "MPIJob hello-mpi has Succeeded: MPIJob default/hello-mpi successfully completed.");
  }
}
