package dev.trainyard.cli.local;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Main;
import dev.trainyard.cli.Refusal;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.YardException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/// A yard in the background: the same command in a session of its own.
public final class Detached {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Whoever has not even used so much of a processor meanwhile is not getting on.
  private static final Duration STANDSTILL = Duration.ofSeconds(1);

  /// Where the launcher says which classes the JVM finds loaded and linked.
  private static final String CACHE = "trainyard.cache";

  /// Starts it and answers the lines with which it says that it is up.
  ///
  /// @param more options of `trainyard up`
  /// @throws Refusal with what the yard said when it cannot start
  public static List<String> start(
      YardHome home, OptionalInt port, List<String> more, Map<String, String> environment) {
    try {
      Yard.claim(home.directory());
      var builder =
          new ProcessBuilder(command(port, more))
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectError(home.complaints().toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      builder.environment().put("TRAINYARD_HOME", home.directory().toString());
      return awaitReady(home, builder.start());
    } catch (YardException e) {
      throw new Refusal(ExitStatus.UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          "The yard cannot be started in the background: %s".formatted(e.getMessage()));
    }
  }

  private static List<String> command(OptionalInt port, List<String> more) {
    var words = new ArrayList<String>();
    var ownSession = Path.of("/usr/bin/setsid");
    if (Files.isExecutable(ownSession)) {
      words.addAll(List.of(ownSession.toString(), "--"));
    }
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.add("--enable-native-access=ALL-UNNAMED");
    Optional.ofNullable(System.getProperty(CACHE))
        .ifPresent(cache -> words.add("-XX:AOTCache=" + cache));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("up", "--plain"));
    port.ifPresent(number -> words.addAll(List.of("--port", Integer.toString(number))));
    words.addAll(more);
    return words;
  }

  /// A yard prints nothing before it is up, and an empty line after all it had to say.
  private static List<String> awaitReady(YardHome home, Process yard) throws IOException {
    var watchdog = Thread.startVirtualThread(() -> endIfLate(yard));
    try (var output = yard.inputReader()) {
      var said = new ArrayList<String>();
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        if (line.isEmpty()) {
          return said;
        }
        said.add(line);
      }
    } finally {
      watchdog.interrupt();
    }
    var complaints =
        Files.readAllLines(home.complaints()).stream().filter(line -> !line.isBlank()).toList();
    throw new Refusal(
        ExitStatus.UNREACHABLE,
        complaints.isEmpty()
            ? List.of("The yard did not come up: see %s.".formatted(home.log()))
            : complaints);
  }

  /// A start that still works is given its time: only one that has stood still is ended.
  private static void endIfLate(Process yard) {
    var worked = Duration.ZERO;
    try {
      while (!yard.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        var now = yard.info().totalCpuDuration().orElse(worked);
        if (now.minus(worked).compareTo(STANDSTILL) < 0) {
          yard.destroy();
          return;
        }
        worked = now;
      }
    } catch (InterruptedException _) {
      // It is up.
    }
  }

  private Detached() {}
}
