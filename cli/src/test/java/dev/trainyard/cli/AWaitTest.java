package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AWaitTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path root;

  @Test
  void goes_on_when_the_yard_was_away() throws IOException {
    var session = new Session(root);
    session.file(
        "late.yaml", Manifests.job("late", "until [ -e go ]; do sleep 0.2; done; echo went"));
    var yard = up(session);
    session.type("submit", "late.yaml");
    var wait = session.start("wait", "late", "--timeout", "120s");
    await().atMost(LONG).until(() -> wait.listened() || wait.over());

    yard.down();
    var next = up(session);
    session.file("go", "");

    assertThat(wait.await().out()).containsExactly("pytorchjob/late: Succeeded");
    next.down();
  }

  private static Session.Typed up(Session session) {
    var yard = session.up();
    return yard;
  }
}
