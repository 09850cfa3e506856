package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real `tensorboard`, over scalars that a real training wrote.
@Tag("needs-torch")
class ATensorBoardTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern BOARD = Pattern.compile("(watched-[0-9a-f]{5}) +TensorBoard");

  private static final String LOGS_AND_PAGE =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: logs}
      spec:
        accessModes: [ReadWriteMany]
        resources: {requests: {storage: 1Gi}}
      ---
      apiVersion: tensorstack.dev/v1beta1
      kind: TensorBoard
      metadata: {name: page}
      spec:
        logDir: {pvc: [{name: logs, subPath: [mnist]}]}
      """;

  private static final String TRAINING =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: training}
      spec:
        pytorchReplicaSpecs:
          Master:
            template:
              spec:
                containers:
                  - name: pytorch
                    image: example/train:1
                    command:
                      - python3
                      - -c
                      - |
                        from torch.utils.tensorboard import SummaryWriter
                        with SummaryWriter("/logs/mnist/first") as writer:
                            for step in range(5):
                                writer.add_scalar("train/loss", 1 / (step + 1), step)
                    volumeMounts: [{name: logs, mountPath: /logs}]
                volumes: [{name: logs, persistentVolumeClaim: {claimName: logs}}]
      """;

  private static final String LOGS_AND_JOB =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: logs}
      spec:
        accessModes: [ReadWriteMany]
        resources: {requests: {storage: 1Gi}}
      ---
      apiVersion: batch.tensorstack.dev/v1beta1
      kind: PyTorchTrainingJob
      metadata: {name: watched}
      spec:
        tensorboardSpec:
          logDir: {pvc: [{name: logs, subPath: [watched]}]}
        replicaSpecs:
        - type: worker
          replicas: 1
          template:
            spec:
              containers:
              - name: python
                image: example/train:1
                command:
                - python3
                - -c
                - |
                  import os, time
                  from torch.utils.tensorboard import SummaryWriter
                  writer = SummaryWriter("/logs/watched/first")
                  for step in range(5):
                      writer.add_scalar("train/loss", 1 / (step + 1), step)
                  writer.flush()
                  while not os.path.exists("/logs/enough"):
                      time.sleep(0.2)
                volumeMounts: [{name: logs, mountPath: /logs}]
              volumes: [{name: logs, persistentVolumeClaim: {claimName: logs}}]
      """;

  @TempDir private Path home = Path.of("");

  @AfterEach
  void stop_the_yard() {
    new Terminal(home).run("down", "--force");
  }

  @Test
  void shows_the_scalars_of_a_training_that_ran_beside_it() throws Exception {
    var terminal = new Terminal(home);
    assertThat(terminal.run("up", "--detach").status()).isZero();

    var page = terminal.run("run", file("page.yaml", LOGS_AND_PAGE));
    assertThat(page.status()).as(page.output()).isZero();
    assertThat(page.output()).contains("page serves its page at http://");
    var training = terminal.run("run", file("training.yaml", TRAINING));
    assertThat(training.status()).as(training.output()).isZero();

    assertShowsTheLoss("page", "logs/mnist/first");

    assertThat(terminal.run("pause", "page").status()).isZero();
    assertThat(terminal.run("wait", "page", "--for", "Suspended").status()).isZero();
    assertThat(terminal.run("delete", "page").status()).isZero();
    assertThat(terminal.run("get").output()).doesNotContain("TensorBoard");
  }

  @Test
  void of_a_job_shows_its_scalars_while_it_trains() throws Exception {
    var terminal = new Terminal(home);
    assertThat(terminal.run("up", "--detach").status()).isZero();
    assertThat(terminal.run("submit", file("job.yaml", LOGS_AND_JOB)).status()).isZero();
    assertThat(terminal.run("wait", "watched", "--for", "Running").status()).isZero();

    var listed = terminal.run("get").output();
    var board = BOARD.matcher(listed);
    assertThat(board.find()).as(listed).isTrue();
    assertShowsTheLoss(board.group(1), "logs/watched/first");

    assertThat(terminal.run("get").output()).containsPattern("watched +.*Running");
    var enough = terminal.run("exec", "watched", "--", "touch", "/logs/enough");
    assertThat(enough.status()).as(enough.output()).isZero();
    assertThat(terminal.run("wait", "watched", "--for", "Succeeded").status()).isZero();
  }

  private void assertShowsTheLoss(String board, String run) throws Exception {
    await("the run to be read")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .ignoreExceptionsMatching(refused -> refused instanceof AssertionError)
        .until(() -> fetched(board, "data/runs").toString().contains(run));
    assertThat(fetched(board, "data/plugin/scalars/tags").path(run).has("train/loss")).isTrue();
    var query = "?run=%s&tag=train%%2Floss".formatted(run.replace("/", "%2F"));
    var scalars = fetched(board, "data/plugin/scalars/scalars" + query);
    assertThat(scalars).hasSize(5);
    assertThat(scalars.get(4).get(2).asDouble()).isBetween(0.19, 0.21);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(home.resolve(name), text).toString();
  }

  /// What the page answers, by the API's proxy.
  private JsonNode fetched(String board, String path) throws IOException {
    try (var client = Yard.connect(home.resolve("yard"))) {
      var services =
          get(
              client,
              "/api/v1/namespaces/default/services?labelSelector=tensorstack.dev/owner-name%3D"
                  + board);
      return get(
          client,
          "/api/v1/namespaces/default/services/%s:http/proxy/t9k/tensorboards/projects/default/name/%s/%s"
              .formatted(services.at("/items/0/metadata/name").asText(), board, path));
    }
  }

  private static JsonNode get(KubernetesClient client, String path) throws IOException {
    try {
      var answer = client.raw(path);
      assertThat(answer).as(path).isNotNull();
      return JSON.readTree(answer);
    } catch (KubernetesClientException e) {
      throw new AssertionError(path, e);
    }
  }
}
