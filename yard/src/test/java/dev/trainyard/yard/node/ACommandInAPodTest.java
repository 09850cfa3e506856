package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Execution;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ACommandInAPodTest {

  @TempDir static Path directory;
  @AutoClose private static World world;

  @BeforeAll
  static void start() throws IOException {
    world = new World(directory);
    world.create(waiting("host"));
    world.awaitPhase("host", "Running");
  }

  @Test
  void finds_itself_where_the_container_runs() throws Exception {
    try (var command = run("sh", "-c", "echo $COLOUR $HOSTNAME; ls; echo oops >&2")) {
      assertThat(text(command.output())).isEqualTo("green host\nhere\n");
      assertThat(text(command.errors())).isEqualTo("oops\n");
      assertThat(command.exitCode()).isZero();
    }
  }

  @Test
  void tells_its_exit_code() throws Exception {
    try (var command = run("sh", "-c", "exit 42")) {
      assertThat(command.exitCode()).isEqualTo(42);
    }
    try (var missing = run("no-such-program")) {
      assertThat(missing.exitCode()).isEqualTo(127);
      assertThat(text(missing.errors())).contains("no-such-program");
    }
  }

  @Test
  void reads_what_it_is_sent_up_to_the_end() throws Exception {
    try (var command = run("tr", "a-z", "A-Z")) {
      command.input().write("train\n".getBytes(StandardCharsets.UTF_8));
      command.input().close();

      assertThat(text(command.output())).isEqualTo("TRAIN\n");
    }
  }

  @Test
  void has_a_terminal_where_it_wants_one() throws Exception {
    var request = request("host", true, "sh", "-c", "tty; echo \"it's $1\"; exit 7", "sh", "a  b");
    try (var command = world.node().start(request).orElseThrow()) {
      assertThat(text(command.output())).startsWith("/dev/pts/").contains("it's a  b\r\n");
      assertThat(command.exitCode()).isEqualTo(7);
    }
  }

  @Test
  void sees_its_terminal_change_size() throws Exception {
    var request = request("host", true, "sh", "-c", "read line; stty size");
    try (var command = world.node().start(request).orElseThrow()) {
      command.resize(132, 43);
      command.input().write('\n');
      command.input().flush();

      assertThat(text(command.output())).contains("43 132");
    }
  }

  @Test
  void is_gone_with_its_children_once_nobody_listens() throws Exception {
    var alive = directory.resolve("alive");
    var command =
        run("sh", "-c", "(while :; do touch %s; sleep 0.05; done) & wait".formatted(alive));
    await().until(() -> Files.exists(alive));

    command.close();

    assertThat(command.exitCode()).isNotZero();
    Files.delete(alive);
    await()
        .during(Duration.ofMillis(500))
        .atMost(Duration.ofSeconds(30))
        .until(() -> !Files.exists(alive));
  }

  @Test
  void ends_with_its_container() throws Exception {
    world.create(waiting("short"));
    world.awaitPhase("short", "Running");
    try (var command = world.node().start(request("short", false, "sleep", "600")).orElseThrow()) {
      world.delete("short");

      assertThat(command.exitCode()).isNotZero();
      world.awaitGone("short");
    }
  }

  @Test
  void cannot_run_where_nothing_runs() throws Exception {
    world.create(sh("over", "true"));
    world.awaitPhase("over", "Succeeded");

    assertThat(world.node().start(request("over", false, "true"))).isEmpty();
    assertThat(world.node().start(request("unknown", false, "true"))).isEmpty();
  }

  private static Execution run(String... command) throws IOException {
    return world.node().start(request("host", false, command)).orElseThrow();
  }

  private static ExecSource.Request request(String pod, boolean tty, String... command) {
    return new ExecSource.Request(
        World.NAMESPACE, pod, "main", List.of(command), true, true, true, tty);
  }

  private static PodBuilder waiting(String name) {
    var pod = sh(name, "touch here; while [ ! -e go ]; do sleep 0.05; done");
    return pod.editSpec()
        .editContainer(0)
        .addNewEnv()
        .withName("COLOUR")
        .withValue("green")
        .endEnv()
        .endContainer()
        .endSpec();
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
