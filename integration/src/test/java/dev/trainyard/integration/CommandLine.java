package dev.trainyard.integration;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Main;
import dev.trainyard.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Somebody who types `trainyard` commands.
record CommandLine(Map<String, String> environment, Path directory) {

  /// How a command ended, and what it printed.
  record Ended(int status, String out, String err) {}

  Ended type(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var console = new Console(stream(out), stream(err), false, false);
    int status = Main.run(new Surroundings(environment, directory, console), List.of(words));
    return new Ended(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
