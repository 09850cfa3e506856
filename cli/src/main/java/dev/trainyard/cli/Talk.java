package dev.trainyard.cli;

import dev.trainyard.cli.local.Logging;
import java.util.Optional;
import picocli.CommandLine.Option;

/// How much a command says: the options of every command that does more than print.
final class Talk {

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but results and errors.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show what goes on inside, on standard error.")
  private boolean verbose;

  @Option(names = "--plain", description = "No colour and no live lines.")
  private boolean plain;

  Console console(Surroundings surroundings) {
    return surroundings.console().quieter(quiet).plain(plain);
  }

  /// The inside, for as long as the command runs, where it was asked for.
  Optional<Logging.Sink> inside(Surroundings surroundings) {
    return verbose ? Optional.of(Logging.to(surroundings.console().err())) : Optional.empty();
  }
}
