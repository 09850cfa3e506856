package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AWrappedJobTest {

  private static final Path HELLO = Path.of("../examples/mlbatch/hello.settings.yaml");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path root;
  private Session session;

  @BeforeEach
  void sit_down() {
    session = new Session(root);
  }

  @Test
  void is_generated_and_run_in_one_line() throws IOException {
    session.file("hello.settings.yaml", Files.readString(HELLO));
    var generated = session.type("generate", "hello.settings.yaml");
    assertThat(generated.status()).isZero();

    var ended = session.startReading(String.join("\n", generated.out()), "run", "-").await();

    assertThat(ended.err()).contains("appwrapper/hello created");
    assertThat(ended.out())
        .anyMatch(line -> line.startsWith("master-0 | hello from "))
        .contains("master-0 | rank 0 of 1 is done")
        .anyMatch(line -> line.matches("hello Succeeded: .+ s, 1 replica, 0 restarts"));
    assertThat(ended.status()).isZero();
  }

  @Test
  void is_one_job_to_whoever_names_it() throws IOException {
    session.file("wrapped.yaml", wrapped("echo it begins; while [ ! -e go ]; do sleep 0.02; done"));
    session.type("up", "--detach");
    try {
      assertThat(session.type("submit", "wrapped.yaml").status()).isZero();
      assertThat(session.type("wait", "wrapped", "--for", "running").status()).isZero();

      assertThat(session.type("logs", "wrapped").out()).contains("it begins");
      assertThat(session.type("get").out())
          .anyMatch(line -> line.contains("AppWrapper") && line.contains("Running"));
      assertThat(session.type("describe", "wrapped").out())
          .anyMatch(line -> line.contains("master-0"));
      assertThat(session.type("describe", "pytorchjob/wrapped").status()).isZero();

      assertThat(session.type("delete", "wrapped").status()).isZero();
      await("it goes, and what it wraps")
          .atMost(PATIENCE)
          .until(
              () -> session.type("get").out().stream().noneMatch(one -> one.contains("wrapped")));
    } finally {
      session.type("down");
    }
  }

  @Test
  void is_held_by_the_queue_of_the_yard_while_it_is_paused() throws IOException {
    session.file("wrapped.yaml", wrapped("while [ ! -e go ]; do sleep 0.02; done"));
    session.type("up", "--detach");
    try (var client = client()) {
      assertThat(session.type("submit", "wrapped.yaml").status()).isZero();
      assertThat(session.type("wait", "wrapped", "--for", "running").status()).isZero();

      var paused = session.type("pause", "wrapped");
      assertThat(paused.out()).containsExactly("appwrapper/wrapped: paused");
      assertThat(paused.err()).anyMatch(line -> line.contains("own queue is in charge"));

      assertThat(session.type("resume", "wrapped").err())
          .contains("It begins when it is its turn in queue default-queue.");
      assertThat(session.type("wait", "wrapped", "--for", "running").status()).isZero();

      assertThat(
              client
                  .genericKubernetesResources("kueue.x-k8s.io/v1beta2", "LocalQueue")
                  .inNamespace("default")
                  .withName("default-queue")
                  .get()
                  .<String>get("spec", "clusterQueue"))
          .isEqualTo("default-cluster-queue");
    } finally {
      session.type("down", "--force");
    }
  }

  private KubernetesClient client() {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(session.home().resolve("kubeconfig").toFile()))
        .build();
  }

  @Test
  void with_a_mistake_is_refused_before_it_is_sent() throws IOException {
    session.file(
        "nested.yaml",
        wrapped("true")
            .replace("kubeflow.org/v1", "workload.codeflare.dev/v1beta2")
            .replace("kind: PyTorchJob", "kind: AppWrapper"));

    var refused = session.type("validate", "nested.yaml");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(String.join("\n", refused.out()) + String.join("\n", refused.err()))
        .contains("Nested AppWrappers are forbidden");
  }

  private static String wrapped(String command) {
    return """
    apiVersion: workload.codeflare.dev/v1beta2
    kind: AppWrapper
    metadata:
      name: wrapped
      labels: {kueue.x-k8s.io/queue-name: default-queue}
    spec:
      components:
      - template:
          apiVersion: kubeflow.org/v1
          kind: PyTorchJob
          metadata: {name: wrapped}
          spec:
            pytorchReplicaSpecs:
              Master:
                replicas: 1
                template:
                  spec:
                    containers:
                    - name: pytorch
                      image: none
                      command: [sh, -c, '%s']
    """
        .formatted(command);
  }
}
