package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real `tensorboard`, over scalars that a real training wrote.
@Tag("needs-torch")
class ATensorBoardTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

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

  @TempDir private Path home = Path.of("");

  @AfterEach
  void stop_the_yard() {
    new Terminal(home).run("down");
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

    await("the run to be read")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> fetched("data/runs").toString().contains("logs/mnist/first"));
    assertThat(fetched("data/plugin/scalars/tags").path("logs/mnist/first").has("train/loss"))
        .isTrue();
    var scalars = fetched("data/plugin/scalars/scalars?run=logs%2Fmnist%2Ffirst&tag=train%2Floss");
    assertThat(scalars).hasSize(5);
    assertThat(scalars.get(4).get(2).asDouble()).isBetween(0.19, 0.21);

    assertThat(terminal.run("pause", "page").status()).isZero();
    assertThat(terminal.run("wait", "page", "--for", "Suspended").status()).isZero();
    assertThat(terminal.run("delete", "page").status()).isZero();
    assertThat(terminal.run("get").output()).doesNotContain("TensorBoard");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(home.resolve(name), text).toString();
  }

  /// What the page answers, by the API's proxy.
  private JsonNode fetched(String path) throws IOException, InterruptedException {
    var yard = home.resolve("yard");
    var api = "http://127.0.0.1:" + Files.readString(yard.resolve("port"));
    var token = Files.readString(yard.resolve("token"));
    try (var http = HttpClient.newHttpClient()) {
      var services =
          get(
              http,
              api
                  + "/api/v1/namespaces/default/services"
                  + "?labelSelector=tensorstack.dev/owner-name%3Dpage",
              token);
      return get(
          http,
          "%s/api/v1/namespaces/default/services/%s:http/proxy/t9k/tensorboards/projects/default/name/page/%s"
              .formatted(api, services.at("/items/0/metadata/name").asText(), path),
          token);
    }
  }

  private static JsonNode get(HttpClient http, String address, String token)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + token)
            .build();
    var answer = http.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }
}
