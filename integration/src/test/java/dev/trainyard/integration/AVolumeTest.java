package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import org.junit.jupiter.api.Test;

@OnACluster
class AVolumeTest {

  /// Each life of the job adds one epoch to the checkpoint it finds.
  private static final String TRAIN =
      """
      set -e
      epoch=$(cat /checkpoints/epoch 2>/dev/null || echo 0)
      echo resumed at $epoch
      echo $((epoch + 1)) > /checkpoints/epoch
      """;

  @Test
  void keeps_a_checkpoint_for_the_job_that_is_submitted_again(Team team) {
    team.create(
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: checkpoints}
        spec:
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: 1Mi}}
        """);

    for (var life : new String[] {"resumed at 0", "resumed at 1", "resumed at 2"}) {
      team.submit(
          job("trainer", TRAIN, "/checkpoints", "persistentVolumeClaim: {claimName: checkpoints}"));
      team.waitForPhase("trainer", "Succeeded");
      assertThat(team.logsOf("trainer-master-0")).isEqualTo(life + "\n");
      team.delete("trainer");
      team.waitUntil(
          "nothing is left", () -> !team.exists("trainer") && team.pods("trainer").isEmpty());
    }
  }

  @Test
  void shows_a_secret_to_its_program_and_to_nobody_else(Team team) {
    team.submit(
        new SecretBuilder()
            .withNewMetadata()
            .withName("token")
            .endMetadata()
            .addToStringData("token", "very-secret-indeed")
            .build());

    team.submit(
        job(
            "reader",
            "test \"$(cat /secrets/token)\" = very-secret-\"indeed\" && echo it is right",
            "/secrets",
            "secret: {secretName: token}"));
    team.waitForPhase("reader", "Succeeded");

    assertThat(team.logsOf("reader-master-0")).isEqualTo("it is right\n");
    assertThat(team.everythingSaidAbout("reader")).doesNotContain("very-secret-indeed");
  }

  private static GenericKubernetesResource job(
      String name, String script, String path, String volume) {
    return PyTorchJobs.parse(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata:
          name: %s
        spec:
          runPolicy: {cleanPodPolicy: None}
          pytorchReplicaSpecs:
            Master:
              restartPolicy: Never
              template:
                spec:
                  containers:
                  - name: pytorch
                    image: train:1
                    command: [sh, -c, %s]
                    volumeMounts: [{name: data, mountPath: %s}]
                  volumes: [{name: data, %s}]
        """
            .formatted(name, PyTorchJobs.quoted(script), path, volume));
  }
}
