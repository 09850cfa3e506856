package dev.trainyard.operator;

import static dev.trainyard.operator.PyTorchJobs.edited;
import static dev.trainyard.operator.PyTorchJobs.pyTorchJob;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AMalformedJobTest {

  @Test
  void is_one_job_with_a_clear_condition_and_holds_up_no_other(@TempDir Path home) {
    try (var depot = Depot.openLax(home)) {
      depot.submit(
          edited(pyTorchJob("broken", 1), text -> text.replace("replicas: 1", "replicas: many")));
      depot.submit(pyTorchJob("fine", 1));

      depot.waitForPhase("fine", "Running");
      depot.waitForPhase("broken", "Failed");
      assertThat(depot.field("broken", "Failed", "message"))
          .contains("spec.pytorchReplicaSpecs.Master.replicas", "\"many\"");
    }
  }
}
