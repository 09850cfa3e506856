package dev.trainyard.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `trainyard completion`
@Command(
    description = "Prints a script that lets a shell complete commands and options.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  source <(trainyard completion bash)",
      "  source <(trainyard completion zsh)",
      "  trainyard completion fish > ~/.config/fish/completions/trainyard.fish"
    })
final class CompletionCommand implements Runnable {

  private static final String ENABLE_IN_ZSH =
      "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n";

  private final Surroundings surroundings;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.bash;

  enum Shell {
    bash,
    zsh,
    fish
  }

  CompletionCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    var trainyard = Main.commandLine(surroundings);
    var script = AutoComplete.bash(trainyard.getCommandName(), trainyard);
    surroundings
        .console()
        .result(
            switch (shell) {
              case bash -> script;
              case zsh -> ENABLE_IN_ZSH + script;
              case fish -> FishCompletion.of(trainyard.getCommandSpec());
            });
  }
}
