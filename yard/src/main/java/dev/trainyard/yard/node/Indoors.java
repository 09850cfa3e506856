package dev.trainyard.yard.node;

import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.IOException;
import java.util.List;

/// Starts further programs where a container runs: for probes, hooks and people.
final class Indoors {

  /// A program that is ready to start, and that ends with the container at the latest.
  static ProcessBuilder program(RunFiles run, List<String> command) throws IOException {
    var entrance =
        Entrance.into(run, command)
            .orElseThrow(() -> new IOException("the container does not run"));
    var builder = new ProcessBuilder(entrance.command()).directory(entrance.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(entrance.environment());
    return builder;
  }

  private Indoors() {}
}
