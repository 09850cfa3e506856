package dev.trainyard.integration;

import static dev.trainyard.integration.PyTorchJobs.misnamed;
import static dev.trainyard.integration.PyTorchJobs.specOf;
import static dev.trainyard.integration.PyTorchJobs.suspended;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnACluster
class APyTorchJobTest {

  @Test
  void gets_its_services_and_pods_runs_and_succeeds(Team team) {
    team.submit(team.pyTorchJob("mnist", 2));
    team.waitForPhase("mnist", "Running");

    var replicas = List.of("mnist-master-0", "mnist-worker-0", "mnist-worker-1");
    assertThat(team.services("mnist")).isEqualTo(replicas);
    assertThat(team.pods("mnist")).isEqualTo(replicas);

    replicas.reversed().forEach(pod -> team.end(pod, 0));
    team.waitForPhase("mnist", "Succeeded");

    assertThat(team.condition("mnist", "Running")).isEqualTo("False");
    team.waitUntil("it is told", () -> team.told("mnist").contains("PyTorchJobSucceeded"));
    assertThat(team.told("mnist"))
        .containsOnlyOnce("PyTorchJobSucceeded")
        .filteredOn("SuccessfulCreatePod"::equals)
        .hasSameSizeAs(replicas);
  }

  @Test
  void replaces_a_worker_that_fails_and_still_succeeds(Team team) {
    team.submit(team.pyTorchJob("clumsy", 1));
    team.waitForPhase("clumsy", "Running");
    var first = team.uidOf("clumsy-worker-0");

    team.end("clumsy-worker-0", 137);
    team.waitUntil(
        "the worker is another one",
        () -> !List.of("", first).contains(team.uidOf("clumsy-worker-0")));
    team.waitForPhase("clumsy", "Running");

    team.end("clumsy-master-0", 0);
    team.waitForPhase("clumsy", "Succeeded");
  }

  @Test
  void gives_everything_back_while_suspended_and_runs_again_when_resumed(Team team) {
    team.submit(team.pyTorchJob("patient", 1));
    team.waitForPhase("patient", "Running");

    team.edit("patient", suspended(true));
    team.waitForPhase("patient", "Suspended");
    team.waitUntil(
        "nothing is left",
        () -> team.pods("patient").isEmpty() && team.services("patient").isEmpty());

    team.edit("patient", suspended(false));
    team.waitForPhase("patient", "Running");

    assertThat(team.pods("patient")).containsExactly("patient-master-0", "patient-worker-0");
    assertThat(team.condition("patient", "Suspended")).isEqualTo("False");
  }

  @Test
  void leaves_nothing_behind_when_it_is_deleted(Team team) {
    team.submit(team.pyTorchJob("brief", 1));
    team.waitForPhase("brief", "Running");

    team.delete("brief");

    team.waitUntil(
        "nothing is left", () -> team.pods("brief").isEmpty() && team.services("brief").isEmpty());
  }

  @Test
  void is_refused_with_a_reason_and_starts_once_corrected(Team team) {
    team.submit(misnamed(team.pyTorchJob("typo", 1)));
    team.waitForPhase("typo", "Failed");

    assertThat(team.field("typo", "Failed", "reason")).isEqualTo("PyTorchJobFailedValidation");
    assertThat(team.pods("typo")).isEmpty();
    team.waitUntil(
        "it is told", () -> team.told("typo").equals(List.of("PyTorchJobFailedValidation")));

    team.edit("typo", specOf(team.pyTorchJob("typo", 1)));
    team.waitForPhase("typo", "Running");
  }

  @Test
  void says_who_is_in_the_way_of_a_pod_and_goes_on_when_they_leave(Team team) {
    team.client()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace(team.namespace())
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

    team.submit(team.pyTorchJob("blocked", 1));
    team.waitUntil("it is told", () -> team.told("blocked").contains("FailedCreatePod"));

    team.client().pods().inNamespace(team.namespace()).withName("blocked-master-0").delete();
    team.waitForPhase("blocked", "Running");
  }

  @Test
  void ends_though_it_ended_while_no_operator_was_there(Site site, Team team) {
    team.submit(team.pyTorchJob("unwatched", 1));
    team.waitForPhase("unwatched", "Running");

    site.restartOperator(() -> team.end("unwatched-master-0", 0));

    team.waitForPhase("unwatched", "Succeeded");
  }
}
