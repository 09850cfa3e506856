package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Role.Mode;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real daemons, each on a machine that has just been started: nothing stands in its `/run`, and
/// its network is its own.
@Tag("needs-sshd")
class AWorkerReachedBySshTest {

  private static final List<String> FRESH_MACHINE =
      List.of(
          "unshare",
          "--mount",
          "--net",
          "/bin/sh",
          "-c",
          "mount -t tmpfs none /run && exec \"$@\"",
          "machine");

  @ParameterizedTest
  @CsvSource({"1, NORMAL", "2, NORMAL", "1, RESUME", "0, DEBUG", "1, DEBUG"})
  void listens_although_nobody_made_room_for_its_daemon(int worker, Mode mode) throws IOException {
    var line = new ArrayList<>(FRESH_MACHINE);
    line.addAll(deepSpeed(3).container("worker", worker, mode).getCommand());
    // Only with -e does it say that it listens; without, it would tell the system's log.
    var last = line.removeLast();
    line.add(last.contains("-e") ? last : last + " -e");

    var machine = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (var output = machine.inputReader()) {
      assertThat(untilItListens(output)).last().asString().startsWith("Server listening on");
    } finally {
      machine.destroyForcibly();
    }
  }

  /// What it says until then, or until it gives up.
  private static List<String> untilItListens(BufferedReader output) throws IOException {
    var said = new ArrayList<String>();
    var line = output.readLine();
    while (line != null) {
      said.add(line);
      if (line.startsWith("Server listening on")) {
        return said;
      }
      line = output.readLine();
    }
    return said;
  }
}
