package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheHistoryOfAYardTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path root;

  @Test
  void outlives_its_jobs_and_the_yard_and_tells_each_of_them_once() throws IOException {
    var session = new Session(root);
    session.file("good.yaml", Manifests.job("good", "echo done"));
    session.file("bad.yaml", Manifests.job("bad", "exit 3"));
    session.file("cut.yaml", Manifests.job("cut", "exec sleep 600"));
    assertThat(session.type("history").out()).isEmpty();

    assertThat(session.type("run", "good.yaml").status()).isZero();
    var yard = session.up();
    session.type("submit", "bad.yaml", "cut.yaml");
    session.type("wait", "bad", "--for", "Failed", "--timeout", "60s");
    session.type("wait", "cut", "--for", "Running", "--timeout", "60s");
    session.type("delete", "good", "bad", "cut", "--wait");
    await().atMost(LONG).until(() -> session.type("history").out().size() == 4);
    yard.down();
    var next = session.up();
    next.down();

    var history = session.type("history");
    assertThat(history.status()).isZero();
    assertThat(history.out()).hasSize(4);
    assertThat(history.out().get(1)).matches("good +PyTorchJob +Succeeded +.*PyTorchJobSucceeded");
    assertThat(history.out().get(2)).matches("bad +PyTorchJob +Failed +.*PyTorchJobFailed");
    assertThat(history.out().get(3)).matches("cut +PyTorchJob +Deleted +.*");

    var one = session.type("history", "bad", "-o", "json");
    var job = new ObjectMapper().readTree(String.join("\n", one.out())).path("jobs").path(0);
    assertThat(job.path("message").asText())
        .isEqualTo("PyTorchJob bad is failed because 1 Master replica(s) failed.");
    assertThat(job.path("logs").asText()).startsWith(session.home().toString());
    assertThat(session.type("history", "nobody").status()).isEqualTo(1);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(session.home().resolve("history.jsonl"))))
        .isEqualTo("rw-------");
  }
}
