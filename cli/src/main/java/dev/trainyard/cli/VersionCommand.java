package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `trainyard version`
@Command(
    description = "Prints the version.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard version -o json"})
final class VersionCommand implements Runnable {

  private final Surroundings surroundings;

  @Mixin private final ResultOptions result = new ResultOptions();

  VersionCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    result.allowOnly(Output.JSON, Output.YAML);
    var console = surroundings.console();
    var facts =
        JsonNodeFactory.instance
            .objectNode()
            .put("version", Version.number())
            .put("java", Runtime.version().toString());
    if (!result.printed(console, facts)) {
      console.result(Version.text());
    }
  }
}
