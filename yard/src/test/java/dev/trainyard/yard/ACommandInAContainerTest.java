package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.streams.ExecSource;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecListener;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ACommandInAContainerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path home;
  private Yard yard;
  private KubernetesClient client;
  private final LocalCommands commands = new LocalCommands();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  @BeforeEach
  void open() {
    yard = Yard.open(home, Yard.Options.defaults());
    client = yard.client();
    yard.execFrom(commands);
    pod("trainer", Map.of(), "main", "sidecar");
  }

  @AfterEach
  void close() {
    client.close();
    yard.close();
  }

  @Test
  void prints_to_two_streams_and_succeeds() throws Exception {
    try (var running = run(in("trainer"), "sh", "-c", "echo out; echo oops >&2")) {
      assertThat(exitCode(running)).isZero();
    }

    assertThat(output).hasToString("out\n");
    assertThat(errors).hasToString("oops\n");
  }

  @Test
  void tells_the_code_it_failed_with() throws Exception {
    try (var running = run(in("trainer"), "sh", "-c", "exit 42")) {
      assertThat(exitCode(running)).isEqualTo(42);
    }
  }

  @Test
  void reads_what_it_is_sent_until_the_end() throws Exception {
    try (var running =
        in("trainer")
            .redirectingInput()
            .writingOutput(output)
            .writingError(errors)
            .exec("sh", "-c", "read line; echo got $line")) {
      running.getInput().write("hello\n".getBytes(StandardCharsets.UTF_8));
      running.getInput().flush();

      assertThat(exitCode(running)).isZero();
    }
    assertThat(output).hasToString("got hello\n");
  }

  @Test
  void prints_a_lot_without_losing_a_byte() throws Exception {
    try (var running = run(in("trainer"), "sh", "-c", "seq 1 100000")) {
      assertThat(exitCode(running)).isZero();
    }

    assertThat(output.toString(StandardCharsets.UTF_8)).hasLineCount(100_000).endsWith("100000\n");
  }

  @Test
  void is_ended_when_its_reader_leaves() {
    var running = run(in("trainer"), "sleep", "1000");
    await().atMost(PATIENCE).until(() -> commands.last().isPresent());

    running.close();

    await().atMost(PATIENCE).until(() -> !commands.last().orElseThrow().isAlive());
  }

  @Test
  void runs_in_the_container_that_was_asked_for() throws Exception {
    try (var running =
        run(
            client.pods().inNamespace("default").withName("trainer").inContainer("sidecar"),
            "true")) {
      assertThat(exitCode(running)).isZero();
    }

    assertThat(commands.containers()).containsExactly("sidecar");
  }

  @Test
  void runs_in_the_pods_default_container_otherwise() throws Exception {
    pod("chooser", Map.of("kubectl.kubernetes.io/default-container", "sidecar"), "main", "sidecar");

    try (var running = run(client.pods().withName("trainer"), "true")) {
      assertThat(exitCode(running)).isZero();
    }
    try (var running = run(client.pods().withName("chooser"), "true")) {
      assertThat(exitCode(running)).isZero();
    }

    assertThat(commands.containers()).containsExactly("main", "sidecar");
  }

  @Test
  void cannot_run_where_the_node_knows_no_container() throws Exception {
    yard.execFrom(ExecSource.none());
    var told = new CompletableFuture<String>();
    ExecListener listener =
        new ExecListener() {
          @Override
          public void onExit(int code, Status status) {
            told.complete(status.getMessage());
          }

          @Override
          public void onClose(int code, String reason) {
            told.complete("closed");
          }
        };

    try (var running = in("trainer").writingOutput(output).usingListener(listener).exec("true")) {
      assertThat(exitCode(running)).isNotZero();
      assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo("container \"main\" of pod \"trainer\" is not running");
    }
  }

  @Test
  void cannot_run_in_a_pod_that_is_not_there() {
    assertThatThrownBy(
            () -> {
              try (var running = run(in("nobody"), "true")) {
                exitCode(running);
              }
            })
        .hasStackTraceContaining("pods \"nobody\" not found");
  }

  private ContainerResource in(String pod) {
    return client.pods().inNamespace("default").withName(pod).inContainer("main");
  }

  private ExecWatch run(ContainerResource container, String... command) {
    return container.writingOutput(output).writingError(errors).exec(command);
  }

  private static int exitCode(ExecWatch running)
      throws InterruptedException, ExecutionException, TimeoutException {
    return running.exitCode().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private void pod(String name, Map<String, String> annotations, String... containers) {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .withAnnotations(annotations)
            .endMetadata()
            .withNewSpec()
            .withNodeName("here")
            .endSpec()
            .build();
    for (var container : containers) {
      pod =
          pod.edit()
              .editSpec()
              .addNewContainer()
              .withName(container)
              .withImage("any")
              .endContainer()
              .endSpec()
              .build();
    }
    client.resource(pod).create();
  }
}
