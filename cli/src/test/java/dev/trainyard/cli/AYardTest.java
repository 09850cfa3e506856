package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.Manifests.Endless;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    Files.writeString(session.home().resolve("store"), "this is no directory");

    var up = session.type("up");

    assertThat(up.status()).isEqualTo(3);
    assertThat(up.err()).singleElement().asString().contains(session.home().toString());
  }
}
