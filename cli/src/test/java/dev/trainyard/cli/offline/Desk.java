package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Main;
import dev.trainyard.cli.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A directory with files in it, and the command run there.
record Desk(Path directory, Map<String, String> environment, boolean lively, String typed) {

  static Desk in(Path directory) {
    return new Desk(directory, Map.of("HOME", directory.toString(), "PATH", "/nowhere"), false, "");
  }

  /// What a rehearsal of one of our examples tells.
  static List<String> rehearsedExample(String manifest, String script) {
    var outcome =
        in(Path.of("..")).run("rehearse", "examples/" + manifest, "--script", "examples/" + script);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.lines();
  }

  /// With a person looking on.
  Desk watched() {
    return new Desk(directory, environment, true, typed);
  }

  /// With this on standard input.
  Desk typing(String text) {
    return new Desk(directory, environment, lively, text);
  }

  Desk with(Map<String, String> environment) {
    return new Desk(directory, environment, lively, typed);
  }

  Desk file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  Desk file(String name, byte[] content) {
    try {
      Files.createDirectories(directory.resolve(name).getParent());
      Files.write(directory.resolve(name), content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outcome run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            lively,
            false);
    var in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    int status =
        Main.run(new Surroundings(environment, directory, console, in), List.of(arguments));
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  record Outcome(int status, String out, String err) {
    List<String> lines() {
      return out.lines().toList();
    }
  }
}
