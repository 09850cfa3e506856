package dev.trainyard.integration;

import static dev.trainyard.integration.PyTorchJobs.autoscaled;
import static dev.trainyard.integration.PyTorchJobs.suspended;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@OnACluster
class AnAutoscaledJobTest {

  @Test
  void has_an_autoscaler_that_follows_its_bounds_while_it_is_active(Team team) {
    team.submit(autoscaled(4).apply(team.pyTorchJob("flex", 1)));
    team.waitForPhase("flex", "Running");

    assertThat(autoscaler(team))
        .hasValueSatisfying(
            scaler -> {
              var target = scaler.getSpec().getScaleTargetRef();
              assertThat(target.getKind() + " " + target.getName()).isEqualTo("PyTorchJob flex");
            });
    assertThat(most(team)).isEqualTo(4);

    team.edit("flex", autoscaled(6));
    team.waitUntil("it may ask for six", () -> most(team) == 6);

    team.edit("flex", suspended(true));
    team.waitUntil("it is gone", () -> autoscaler(team).isEmpty());
    team.edit("flex", suspended(false));
    team.waitUntil("it is back", () -> autoscaler(team).isPresent());
    team.end("flex-master-0", 0);
    team.waitForPhase("flex", "Succeeded");
    team.waitUntil("it is gone for good", () -> autoscaler(team).isEmpty());
    team.waitUntil("it is told", () -> team.told("flex").contains("SuccessfulDeleteHPA"));
    assertThat(team.told("flex")).contains("SuccessfulCreateHPA");
  }

  @Test
  void grows_and_shrinks_as_an_autoscaler_would_have_it(Team team) {
    team.submit(autoscaled(4).apply(team.pyTorchJob("flex", 1)));
    team.waitForPhase("flex", "Running");

    scale(team, 3);
    team.waitUntil("three work", () -> team.activeWorkers("flex") == 3);
    scale(team, 2);
    team.waitUntil("two work", () -> team.activeWorkers("flex") == 2);

    team.waitUntil(
        "the third is gone",
        () -> team.pods("flex").equals(List.of("flex-master-0", "flex-worker-0", "flex-worker-1")));
    team.end("flex-master-0", 0);
    team.waitForPhase("flex", "Succeeded");
  }

  /// A cluster needs metrics of its own for that, and has its own controller for it.
  @Test
  @Tag("needs-the-yard")
  void grows_by_itself_while_its_workers_are_busy(Team team) {
    var busyWorkers =
        "case \"$POD\" in *worker*) while :; do :; done ;; esac\n" + team.waitingProgram();
    var job = PyTorchJobs.pyTorchJob(team.namespace(), "flex", 1, busyWorkers);
    requestCpu(job);
    team.submit(autoscaled(2).apply(job));
    team.waitForPhase("flex", "Running");

    team.waitUntil("two work", () -> team.activeWorkers("flex") == 2);
    team.waitUntil("it is told", () -> team.told("flex").contains("SuccessfulRescale"));
    assertThat(team.words("flex", "SuccessfulRescale"))
        .isEqualTo(
            "New size: 2; reason: cpu resource utilization (percentage of request) above target");
    var status = autoscaler(team).orElseThrow().getStatus();
    assertThat(status.getDesiredReplicas()).isEqualTo(2);
    assertThat(status.getLastScaleTime()).isNotNull();
    assertThat(status.getConditions())
        .extracting(it -> it.getType() + "=" + it.getStatus())
        .contains("AbleToScale=True", "ScalingActive=True");
    team.end("flex-master-0", 0);
    team.waitForPhase("flex", "Succeeded");
  }

  @Test
  @Tag("needs-the-yard")
  void is_told_why_it_stays_as_it_is(Team team) {
    team.submit(autoscaled(2).apply(team.pyTorchJob("flex", 1)));
    team.waitForPhase("flex", "Running");

    team.waitUntil(
        "it is told",
        () ->
            team.allWords("flex", "FailedGetResourceMetric").stream()
                .anyMatch(
                    words ->
                        words.endsWith(
                            "missing request for cpu in container pytorch of Pod flex-worker-0")));
    assertThat(autoscaler(team).orElseThrow().getStatus().getConditions())
        .anySatisfy(
            condition -> {
              assertThat(condition.getType()).isEqualTo("ScalingActive");
              assertThat(condition.getStatus()).isEqualTo("False");
            });
    team.end("flex-master-0", 0);
    team.waitForPhase("flex", "Succeeded");
  }

  private static void requestCpu(GenericKubernetesResource job) {
    List<Map<String, Object>> containers =
        job.get("spec", "pytorchReplicaSpecs", "Worker", "template", "spec", "containers");
    containers.getFirst().put("resources", Map.of("requests", Map.of("cpu", "20m")));
  }

  private static void scale(Team team, int workers) {
    team.client()
        .genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
        .inNamespace(team.namespace())
        .withName("flex")
        .scale(workers);
  }

  private static int most(Team team) {
    return autoscaler(team).map(scaler -> scaler.getSpec().getMaxReplicas()).orElse(0);
  }

  private static Optional<HorizontalPodAutoscaler> autoscaler(Team team) {
    return Optional.ofNullable(
        team.client()
            .autoscaling()
            .v2()
            .horizontalPodAutoscalers()
            .inNamespace(team.namespace())
            .withName("flex")
            .get());
  }
}
