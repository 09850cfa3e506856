package dev.trainyard.cli;

import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.dialects.generator.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard pack`
@Command(
    description = {
      "Wraps plain resources into one AppWrapper, unchanged and in their order.",
      "Needs no cluster. The AppWrapper waits in the queue default-queue."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard pack -i resources.yaml -n my-wrapper -o aw.yaml",
      "  trainyard pack job.yaml service.yaml -o -"
    })
final class PackCommand implements Runnable {

  private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Manifests, directories of manifests, or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = {"-i", "--input"},
      paramLabel = "FILE",
      description = "The same as FILE; comes before them.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAME",
      defaultValue = Generator.PACKED_NAME,
      description = "The name of the AppWrapper; ${DEFAULT-VALUE} unless said otherwise.")
  private String name = Generator.PACKED_NAME;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "aw.yaml",
      description =
          "Where the AppWrapper goes, - for standard output; ${DEFAULT-VALUE} unless said"
              + " otherwise.")
  private String output = "aw.yaml";

  @Mixin private Talk talk = new Talk();

  PackCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    var console = talk.console(surroundings);
    if (!NAME.matcher(name).matches()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "--name: use lower-case letters, digits and '-', start with a letter, at most 63"
              + " characters; got \"%s\"".formatted(name));
    }
    var all = new ArrayList<>(inputs);
    all.addAll(files);
    if (all.isEmpty()) {
      throw new Refusal(ExitStatus.INVALID, "Name a file with resources, or - for standard input.");
    }
    var resources =
        Documents.read(surroundings, all).orRefuse(console).stream().map(Document::json).toList();
    new ResultFile(surroundings, Optional.of(output))
        .write(Trees.yaml(Generator.pack(name, resources)));
    if (!output.equals(ResultFile.STDOUT)) {
      console.say("%s holds AppWrapper %s".formatted(output, name));
    }
  }
}
