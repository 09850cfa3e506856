package dev.trainyard.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What the command knows of the process it runs in; tests bring their own.
public record Surroundings(
    Map<String, String> environment,
    Path workingDirectory,
    Console console,
    InputStream in,
    Interrupts interrupts) {

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  public Surroundings(
      Map<String, String> environment, Path workingDirectory, Console console, InputStream in) {
    this(environment, workingDirectory, console, in, Interrupts.signals());
  }

  public Surroundings(Map<String, String> environment, Path workingDirectory, Console console) {
    this(environment, workingDirectory, console, System.in);
  }

  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /// The directory of this user's yard.
  public Path home() {
    return variable("TRAINYARD_HOME")
        .map(Path::of)
        .or(() -> variable("HOME").map(home -> Path.of(home, ".trainyard")))
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".trainyard"))
        .toAbsolutePath()
        .normalize();
  }
}
