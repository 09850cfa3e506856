package dev.trainyard.cli;

import picocli.CommandLine.Command;

/// `trainyard version`
@Command(name = "version", description = "Prints the version.", mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {

  private final Surroundings surroundings;

  VersionCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    surroundings.console().result(Version.text());
  }
}
