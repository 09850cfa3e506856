package dev.trainyard.operator;

import static dev.trainyard.operator.PyTorchJobs.misnamed;
import static dev.trainyard.operator.PyTorchJobs.pyTorchJob;
import static dev.trainyard.operator.PyTorchJobs.specOf;
import static dev.trainyard.operator.PyTorchJobs.suspended;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class APyTorchJobOnTheYardTest {

  private Depot depot;

  @BeforeAll
  void open(@TempDir Path home) {
    depot = Depot.open(home);
  }

  @AfterAll
  void close() {
    depot.close();
  }

  @Test
  void gets_its_services_and_pods_runs_and_succeeds() {
    depot.submit(pyTorchJob("mnist", 2));
    depot.waitForPhase("mnist", "Running");

    var replicas = List.of("mnist-master-0", "mnist-worker-0", "mnist-worker-1");
    assertThat(depot.services("mnist")).isEqualTo(replicas);
    assertThat(depot.pods("mnist")).isEqualTo(replicas);

    replicas.reversed().forEach(pod -> depot.kubelet().exits(pod, 0));
    depot.waitForPhase("mnist", "Succeeded");

    assertThat(depot.condition("mnist", "Running")).isEqualTo("False");
    depot.waitUntil("it is told", () -> depot.told("mnist").contains("PyTorchJobSucceeded"));
    assertThat(depot.told("mnist"))
        .containsOnlyOnce("PyTorchJobSucceeded")
        .filteredOn("SuccessfulCreatePod"::equals)
        .hasSameSizeAs(replicas);
  }

  @Test
  void replaces_a_worker_that_fails_and_still_succeeds() {
    depot.submit(pyTorchJob("clumsy", 1));
    depot.waitForPhase("clumsy", "Running");
    var first = depot.uidOf("clumsy-worker-0");

    depot.kubelet().exits("clumsy-worker-0", 137);
    depot.waitUntil(
        "the worker is another one",
        () -> !List.of("", first).contains(depot.uidOf("clumsy-worker-0")));
    depot.waitForPhase("clumsy", "Running");

    depot.kubelet().exits("clumsy-master-0", 0);
    depot.waitForPhase("clumsy", "Succeeded");
  }

  @Test
  void gives_everything_back_while_suspended_and_runs_again_when_resumed() {
    depot.submit(pyTorchJob("patient", 1));
    depot.waitForPhase("patient", "Running");

    depot.edit("patient", suspended(true));
    depot.waitForPhase("patient", "Suspended");
    depot.waitUntil(
        "nothing is left",
        () -> depot.pods("patient").isEmpty() && depot.services("patient").isEmpty());

    depot.edit("patient", suspended(false));
    depot.waitForPhase("patient", "Running");

    assertThat(depot.pods("patient")).containsExactly("patient-master-0", "patient-worker-0");
    assertThat(depot.condition("patient", "Suspended")).isEqualTo("False");
  }

  @Test
  void leaves_nothing_behind_when_it_is_deleted() {
    depot.submit(pyTorchJob("brief", 1));
    depot.waitForPhase("brief", "Running");

    depot.delete("brief");

    depot.waitUntil(
        "nothing is left",
        () -> depot.pods("brief").isEmpty() && depot.services("brief").isEmpty());
  }

  @Test
  void is_refused_with_a_reason_and_starts_once_corrected() {
    depot.submit(misnamed("typo"));
    depot.waitForPhase("typo", "Failed");

    assertThat(depot.field("typo", "Failed", "reason")).isEqualTo("PyTorchJobFailedValidation");
    assertThat(depot.pods("typo")).isEmpty();
    depot.waitUntil(
        "it is told", () -> depot.told("typo").equals(List.of("PyTorchJobFailedValidation")));

    depot.edit("typo", specOf(pyTorchJob("typo", 1)));
    depot.waitForPhase("typo", "Running");
  }

  @Test
  void says_who_is_in_the_way_of_a_pod_and_goes_on_when_they_leave() {
    depot
        .client()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("blocked-master-0")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("theirs")
                .withImage("theirs:1")
                .endContainer()
                .endSpec()
                .build())
        .create();

    depot.submit(pyTorchJob("blocked", 1));
    depot.waitUntil("it is told", () -> depot.told("blocked").contains("FailedCreatePod"));

    depot.client().pods().inNamespace("default").withName("blocked-master-0").delete();
    depot.waitForPhase("blocked", "Running");
  }

  @Test
  void ends_though_it_ended_while_no_operator_was_there() {
    depot.submit(pyTorchJob("unwatched", 1));
    depot.waitForPhase("unwatched", "Running");

    depot.restartOperator(() -> depot.kubelet().exits("unwatched-master-0", 0));

    depot.waitForPhase("unwatched", "Succeeded");
  }
}
