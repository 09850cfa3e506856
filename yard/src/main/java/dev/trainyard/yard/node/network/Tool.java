package dev.trainyard.yard.node.network;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A program of this machine that sets up namespaces.
public record Tool(Path program) {

  public record Answer(int exitCode, String text) {
    public boolean ok() {
      return exitCode == 0;
    }
  }

  /// Also looks where such tools live when an ordinary user's PATH does not say so.
  public static Optional<Tool> find(String name) {
    var search =
        Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin:/sbin:/usr/bin:/bin";
    return Stream.of(search.split(":", -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Tool::new);
  }

  /// Runs the tool and takes its answer, good or bad.
  public Answer ask(String... words) throws IOException {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    try (var out = process.getInputStream()) {
      var text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(process.waitFor(), text.strip());
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running " + program, e);
    }
  }

  /// Runs the tool; anything but success is an error.
  public void run(String... words) throws IOException {
    var answer = ask(words);
    if (!answer.ok()) {
      throw new IOException(
          "`%s %s` failed: %s"
              .formatted(program.getFileName(), String.join(" ", words), answer.text()));
    }
  }

  public boolean succeeds(String... words) throws IOException {
    return ask(words).ok();
  }
}
