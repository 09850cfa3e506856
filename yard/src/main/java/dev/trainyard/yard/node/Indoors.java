package dev.trainyard.yard.node;

import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Starts further programs where a container runs: for probes, hooks and people.
final class Indoors {

  /// A program that is ready to start in a session of its own, and that ends with the container at
  /// the latest. Nothing when the container does not run.
  static Optional<ProcessBuilder> program(RunFiles run, List<String> command) throws IOException {
    return program(run, command, environment -> environment);
  }

  /// The same with a change to the environment that the container has.
  static Optional<ProcessBuilder> program(
      RunFiles run, List<String> command, UnaryOperator<Map<String, String>> change)
      throws IOException {
    return Entrance.into(run, command, change)
        .map(
            entrance -> {
              var words = new ArrayList<>(List.of("/usr/bin/setsid", "--"));
              words.addAll(entrance.command());
              var builder = new ProcessBuilder(words).directory(entrance.directory().toFile());
              builder.environment().clear();
              builder.environment().putAll(entrance.environment());
              return builder;
            });
  }

  private Indoors() {}
}
