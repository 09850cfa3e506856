package dev.trainyard.endtoend;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A shell prompt at the root of the checkout, with a home of its own.
final class Terminal {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path home;
  private int commands;

  Terminal(Path home) {
    this.home = home;
  }

  /// Runs a command to its end.
  Outcome run(String... arguments) {
    var running = start(arguments);
    await("trainyard " + String.join(" ", arguments)).atMost(PATIENCE).until(running::ended);
    return running.outcome();
  }

  /// Runs a line of shell to its end, in which `trainyard` is the command.
  Outcome shell(String line) {
    var words =
        command().stream()
            .map(word -> "'%s'".formatted(word.replace("'", "'\\''")))
            .collect(Collectors.joining(" "));
    var script = "set -e; trainyard() { %s \"$@\"; }; %s".formatted(words, line);
    var running = begin(List.of("sh", "-c", script));
    await(line).atMost(PATIENCE).until(running::ended);
    return running.outcome();
  }

  Running start(String... arguments) {
    var line = new ArrayList<>(command());
    line.addAll(List.of(arguments));
    return begin(line);
  }

  private static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName());
  }

  private Running begin(List<String> line) {
    var log = home.resolve("command-%d.log".formatted(commands++));
    var builder = new ProcessBuilder(line).directory(checkout().toFile());
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("TRAINYARD_HOME", home.resolve("yard").toString());
    builder.environment().remove("KUBECONFIG");
    Optional.ofNullable(System.getenv("TRAINYARD_TEST_PATH"))
        .ifPresent(
            path -> builder.environment().merge("PATH", path, (old, extra) -> extra + ":" + old));
    try {
      return new Running(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Processes whose command line holds a word that only this test uses.
  static List<ProcessHandle> processesWith(String word) {
    return ProcessHandle.allProcesses()
        .filter(process -> commandLine(process).contains(word))
        .filter(process -> !commandLine(process).contains(Main.class.getName()))
        .toList();
  }

  /// Read from the kernel: Java shortens long command lines.
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())))
          .replace('\0', ' ');
    } catch (IOException _) {
      return "";
    }
  }

  private static Path checkout() {
    return requireNonNull(Path.of("").toAbsolutePath().getParent());
  }

  record Outcome(int status, String output) {}

  record Running(Process process, Path log) {
    boolean ended() {
      return !process.isAlive();
    }

    String output() {
      try {
        return Files.readString(log);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Outcome outcome() {
      return new Outcome(process.exitValue(), output());
    }

    /// As `kill -9` does it.
    void kill() {
      process.destroyForcibly();
      await("the killed command").atMost(PATIENCE).until(this::ended);
    }
  }
}
