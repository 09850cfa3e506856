package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class AnAppWrapperTest {

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.APP_WRAPPER);
  }

  @Test
  void creates_what_it_wraps_and_succeeds_with_it() {
    wrap("good", "");
    team.waitForPhase("good", "PodsReady");
    assertThat(job("good").getMetadata().getLabels())
        .containsEntry("workload.codeflare.dev/appwrapper", "good");
    assertThat(team.pod("good-master-0").orElseThrow().getMetadata().getLabels())
        .containsEntry("workload.codeflare.dev/appwrapper", "good");

    team.end("good-master-0", 0);
    team.waitForStatus("good", "Succeeded");

    assertThat(team.condition("good", "QuotaReserved")).isEqualTo("False");
    assertThat(team.exists("good")).isTrue();
    assertThat(team.with(Kind.PYTORCH_JOB).exists("good")).as("kept for a week").isTrue();
  }

  @Test
  void starts_anew_when_what_it_wraps_has_failed() {
    wrap("again", "retryPausePeriodDuration: 0s");
    team.waitForPhase("again", "PodsReady");
    var first = team.uidOf("again-master-0");

    team.end("again-master-0", 3);
    team.waitUntil(
        "another pod runs",
        () ->
            !team.uidOf("again-master-0").isEmpty() && !team.uidOf("again-master-0").equals(first));
    team.waitForPhase("again", "PodsReady");

    assertThat(team.get("again").<Integer>get("status", "resettingCount")).isOne();
    team.waitUntil("it is told", () -> team.told("again").contains("Unhealthy"));
    team.end("again-master-0", 0);
    team.waitForStatus("again", "Succeeded");
  }

  @Test
  void fails_at_once_when_it_may_not_be_tried_again_and_removes_everything() {
    wrap("once", "retryLimit: \"0\"");
    team.waitForPhase("once", "PodsReady");

    team.end("once-master-0", 3);
    team.waitForStatus("once", "Failed");

    team.waitUntil("its job goes", () -> !team.with(Kind.PYTORCH_JOB).exists("once"));
    team.waitUntil("its pods go", () -> team.pods("once").isEmpty());
    team.waitUntil(
        "its quota is free", () -> team.condition("once", "QuotaReserved").equals("False"));
    assertThat(team.field("once", "Unhealthy", "reason")).isEqualTo("FailedComponent");
  }

  @Test
  void removes_what_it_wraps_while_it_is_suspended() {
    wrap("pausing", "");
    team.waitForPhase("pausing", "PodsReady");

    team.change("pausing", "spec: {suspend: true}");
    team.waitForStatus("pausing", "Suspended");
    assertThat(team.pods("pausing")).isEmpty();
    assertThat(team.with(Kind.PYTORCH_JOB).exists("pausing")).isFalse();

    team.change("pausing", "spec: {suspend: false}");
    team.end("pausing-master-0", 0);
    team.waitForStatus("pausing", "Succeeded");
  }

  @Test
  void goes_only_after_everything_it_has_made() {
    wrap("leaving", "");
    team.waitForPhase("leaving", "PodsReady");

    team.delete("leaving");
    team.waitUntil("it goes", () -> !team.exists("leaving"));

    assertThat(team.pods("leaving")).isEmpty();
    assertThat(team.with(Kind.PYTORCH_JOB).exists("leaving")).isFalse();
  }

  @Test
  void says_that_the_cluster_does_not_know_what_it_wraps() {
    team.create(
        """
        apiVersion: workload.codeflare.dev/v1beta2
        kind: AppWrapper
        metadata: {name: unknown}
        spec:
          components:
          - podSets: [{path: template.spec.template}]
            template:
              apiVersion: example.com/v1
              kind: Rocket
              metadata: {name: unknown}
              spec: {template: {spec: {containers: [{name: main, image: none}]}}}
        """);

    team.waitForStatus("unknown", "Failed");

    assertThat(team.field("unknown", "Unhealthy", "message"))
        .contains("no matches for kind \"Rocket\" in version \"example.com/v1\"");
  }

  @Test
  void waits_for_its_turn_where_there_is_no_room() {
    team.create(
        manifest("large", "", "labels: {kueue.x-k8s.io/queue-name: default-queue}")
            .replace(
                "name: pytorch",
                "name: pytorch\n                  resources: {requests: {cpu: 4k}}"));

    team.waitForStatus("large", "Suspended");
    team.waitUntil("it is told", () -> team.told("large").contains("Pending"));

    assertThat(team.words("large", "Pending")).contains("cpu wants 4000");
    assertThat(team.pods("large")).isEmpty();
    team.delete("large");
    team.waitUntil("it goes", () -> !team.exists("large"));
  }

  private GenericKubernetesResource job(String name) {
    return team.with(Kind.PYTORCH_JOB).get(name);
  }

  private void wrap(String name, String patience) {
    team.create(manifest(name, patience, ""));
  }

  private String manifest(String name, String patience, String labels) {
    var annotation = patience.isEmpty() ? "" : "workload.codeflare.dev.appwrapper/" + patience;
    return """
    apiVersion: workload.codeflare.dev/v1beta2
    kind: AppWrapper
    metadata:
      name: NAME
      LABELS
      annotations: {ANNOTATION}
    spec:
      components:
      - template:
          apiVersion: kubeflow.org/v1
          kind: PyTorchJob
          metadata: {name: NAME}
          spec:
            pytorchReplicaSpecs:
              Master:
                replicas: 1
                restartPolicy: Never
                template:
                  spec:
                    terminationGracePeriodSeconds: 0
                    containers:
                    - name: pytorch
                      image: none
                      command: [sh, -c, 'PROGRAM']
                      env:
                      - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
    """
        .replace("NAME", name)
        .replace("  LABELS\n", labels.isEmpty() ? "" : "  " + labels + "\n")
        .replace("ANNOTATION", annotation)
        .replace("PROGRAM", team.waitingProgram());
  }
}
