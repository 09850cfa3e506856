package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.Manifests.Endless;
import dev.trainyard.yard.Holder;
import dev.trainyard.yard.node.supervisor.ProcessId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AYardTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path root;

  @Test
  void runs_in_the_background_until_it_is_told_to_stop() throws IOException {
    var session = new Session(root);
    var endless = Endless.make();
    session.file("train.yaml", Manifests.job("train", endless.command()));

    var up = session.type("up", "--detach");
    assertThat(up.status()).as(up.toString()).isZero();
    assertThat(up.out())
        .first()
        .isEqualTo("kubeconfig: %s".formatted(session.home().resolve("kubeconfig")));
    var token = Files.readString(session.home().resolve("token"));

    var second = session.type("up");
    assertThat(second.status()).isEqualTo(3);
    assertThat(second.err()).singleElement().asString().contains("A yard is up in");

    var status = session.type("status");
    assertThat(status.status()).isZero();
    assertThat(status.out()).contains("jobs:       none").anyMatch(line -> line.startsWith("pid:"));
    assertThat(up + " " + second + " " + status).doesNotContain(token);

    session.type("submit", "train.yaml");
    await().atMost(LONG).until(() -> !Session.processesWith(endless.word()).isEmpty());
    var refused = session.type("down");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .singleElement()
        .asString()
        .startsWith("Still running: pytorchjob/train.");

    assertThat(session.type("down", "--force").status()).isZero();
    assertThat(Session.processesWith(endless.word())).isEmpty();
    var gone = session.type("get");
    assertThat(gone.status()).isEqualTo(3);
    assertThat(gone.err()).singleElement().asString().contains("trainyard up");
  }

  @Test
  void in_the_foreground_stops_with_ctrl_c_and_says_which_jobs_go_on() throws IOException {
    var session = new Session(root);
    var endless = Endless.make();
    session.file("train.yaml", Manifests.job("train", endless.command()));

    var up = session.up();
    session.type("submit", "train.yaml");
    await().atMost(LONG).until(() -> !Session.processesWith(endless.word()).isEmpty());
    up.interrupt();

    assertThat(up.await().status()).isZero();
    assertThat(up.await().err()).last().asString().contains("go on without it: pytorchjob/train;");
    assertThat(Session.processesWith(endless.word())).isNotEmpty();

    var next = session.up();
    assertThat(session.type("delete", "train", "--wait").out())
        .containsExactly("pytorchjob/train deleted");
    assertThat(Session.processesWith(endless.word())).isEmpty();
    next.down();
  }

  @Test
  void that_is_stopped_is_said_to_be() throws Exception {
    var session = new Session(root);
    assertThat(session.type("up", "--detach").status()).isZero();
    var pid = Holder.of(session.home()).orElseThrow().pid();
    signal("STOP", pid);
    try {
      for (var command : List.of("get", "status", "up", "down")) {
        var answer = session.type(command);
        assertThat(answer.status()).as(command).isEqualTo(3);
        assertThat(answer.err())
            .as(command)
            .containsExactly(
                "The yard of %s (pid %d) is stopped: `kill -CONT %d` lets it go on."
                    .formatted(session.home(), pid, pid));
      }
    } finally {
      signal("CONT", pid);
    }
    assertThat(session.type("down").status()).isZero();
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  @Test
  void is_not_stopped_by_way_of_a_copy_of_its_home() throws IOException {
    var session = new Session(root);
    var copied = new Session(root.resolve("elsewhere"));
    var up = session.up();
    Files.createDirectory(copied.home());
    for (var name : List.of("lock", "holder", "port", "token", "tls.crt", "tls.key")) {
      Files.copy(session.home().resolve(name), copied.home().resolve(name));
    }

    var down = copied.type("down");

    assertThat(down.status()).isEqualTo(3);
    assertThat(down.err()).containsExactly("No yard is up in %s.".formatted(copied.home()));
    assertThat(session.type("get").status()).isZero();
    up.down();
  }

  @Test
  void keeps_its_token_from_a_stranger_on_its_port() throws Exception {
    var session = new Session(root);
    session.up().down();
    var port = Integer.parseInt(Files.readString(session.home().resolve("port")));
    // As if the process that held the home had hung before it listened.
    var identity = Files.readAttributes(session.home(), BasicFileAttributes.class).fileKey();
    Files.writeString(session.home().resolve("holder"), ProcessId.self().word() + " " + identity);
    var heard = new ByteArrayOutputStream();
    try (var stranger = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      var listening =
          Thread.startVirtualThread(
              () -> {
                try (var caller = stranger.accept()) {
                  caller.getInputStream().transferTo(heard);
                } catch (IOException _) {
                  // The caller left.
                }
              });

      var get = session.type("get");
      listening.join();

      assertThat(get.status()).isEqualTo(3);
      assertThat(get.err()).singleElement().asString().contains("does not answer");
    }
    assertThat(heard.size()).isPositive();
    assertThat(heard.toString(StandardCharsets.ISO_8859_1))
        .doesNotContain(Files.readString(session.home().resolve("token")));
  }

  @Test
  void moves_into_no_directory_of_others() throws IOException {
    var session = new Session(root);
    Files.createDirectory(session.home());
    Files.writeString(session.home().resolve("beach.jpg"), "sun");

    for (var up : List.of(session.type("up"), session.type("up", "--detach"))) {
      assertThat(up.status()).isEqualTo(3);
      assertThat(up.err()).singleElement().asString().contains("no yard has lived there");
    }
    assertThat(session.home()).isDirectoryContaining("glob:**/beach.jpg");
    assertThat(session.home().toFile().list()).hasSize(1);
  }

  @Test
  void whose_port_is_taken_does_not_start() throws IOException {
    var session = new Session(root);
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());

      var up = session.type("up", "--port", port);

      assertThat(up.status()).isEqualTo(3);
      assertThat(up.err())
          .singleElement()
          .asString()
          .startsWith("Port %s is taken".formatted(port));
    }
  }

  @Test
  void whose_store_is_damaged_does_not_start() throws IOException {
    var session = new Session(root);
    Files.createDirectories(session.home());
    Files.writeString(session.home().resolve("lock"), "");
    Files.writeString(session.home().resolve("store"), "this is no directory");

    var up = session.type("up");

    assertThat(up.status()).isEqualTo(3);
    assertThat(up.err()).singleElement().asString().contains(session.home().toString());
  }
}
