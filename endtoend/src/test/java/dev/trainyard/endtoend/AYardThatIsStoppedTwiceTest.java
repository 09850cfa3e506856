package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.endtoend.Terminal.Outcome;
import dev.trainyard.endtoend.Terminal.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `trainyard down` from two terminals at once.
class AYardThatIsStoppedTwiceTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path home = Path.of("");

  @Test
  void is_down_for_both() {
    var terminal = new Terminal(home);
    assertThat(terminal.run("up", "--detach").status()).isZero();

    var both = List.of(terminal.start("down"), terminal.start("down"));
    await("both to end").atMost(PATIENCE).until(() -> both.stream().allMatch(Running::ended));

    assertThat(both)
        .extracting(Running::outcome)
        .extracting(Outcome::output)
        .allMatch(said -> said.contains(" is down.") || said.contains("No yard is up in "));
  }
}
