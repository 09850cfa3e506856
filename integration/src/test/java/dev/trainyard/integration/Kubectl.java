package dev.trainyard.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The `kubectl` of this machine, as somebody of one namespace uses it.
final class Kubectl {

  private final Path kubeconfig;
  private final String namespace;
  private final Path directory;

  /// What was printed, both streams in one, as on a terminal.
  record Answer(int exitCode, String text) {}

  /// @param directory where relative paths begin
  Kubectl(Path kubeconfig, String namespace, Path directory) {
    this.kubeconfig = kubeconfig;
    this.namespace = namespace;
    this.directory = directory;
  }

  Answer run(List<String> arguments) {
    return run(arguments, "");
  }

  /// With something to read on standard input.
  Answer run(List<String> arguments, String input) {
    var process = start(arguments);
    try {
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("kubectl %s does not end".formatted(arguments));
      }
      return new Answer(process.exitValue(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// For what goes on until it is ended.
  Process start(List<String> arguments) {
    var command = new ArrayList<>(List.of(program(), "--namespace", namespace));
    command.addAll(arguments);
    var builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    builder.environment().put("COLUMNS", "100");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The machine's own, or the one that was built beside the control plane.
  private static String program() {
    var built = Path.of(System.getProperty("trainyard.programs", ""), "kubectl");
    return Files.isExecutable(built) ? built.toString() : "kubectl";
  }
}
