package dev.trainyard.cli.doctor;

import dev.trainyard.cli.Surroundings;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The programs of this machine, asked and never waited for longer than said.
final class Programs {

  /// Where system tools live when an ordinary user's PATH does not say so.
  private static final String ALWAYS = ":/usr/sbin:/sbin";

  private static final int MAX_ANSWER = 64 * 1024;

  private final Surroundings surroundings;

  Programs(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  Optional<Path> find(String name) {
    return find(name, surroundings.variable("PATH").orElse(""));
  }

  Optional<Path> findTool(String name) {
    return find(name, surroundings.variable("PATH").orElse("") + ALWAYS);
  }

  private Optional<Path> find(String name, String path) {
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> surroundings.workingDirectory().resolve(directory).resolve(name))
        .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
        .findFirst();
  }

  /// How a program ended. `text` is all it said, on either stream.
  sealed interface Answer {
    record Ended(int exitCode, String text) implements Answer {
      /// The line that says most: of a trace of errors, the last.
      String lastLine() {
        return text.lines().filter(line -> !line.isBlank()).reduce("", (_, line) -> line).strip();
      }
    }

    record TooSlow(Duration limit) implements Answer {}

    record Unstartable(String why) implements Answer {}
  }

  Answer ask(Duration limit, Path program, String... words) {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    try {
      var said = Files.createTempFile("trainyard-doctor", ".txt");
      try {
        return ask(limit, command, said);
      } finally {
        Files.deleteIfExists(said);
      }
    } catch (IOException failure) {
      return new Answer.Unstartable(String.valueOf(failure.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Answer.Unstartable("interrupted");
    }
  }

  /// The answer goes through a file, for a pipe stays open with any child that outlives a program.
  private Answer ask(Duration limit, List<String> command, Path said)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().clear();
    builder.environment().putAll(surroundings.environment());
    var process = builder.start();
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      return new Answer.TooSlow(limit);
    }
    try (var in = Files.newInputStream(said)) {
      return new Answer.Ended(
          process.exitValue(), new String(in.readNBytes(MAX_ANSWER), StandardCharsets.UTF_8));
    }
  }
}
