package dev.trainyard.cli;

import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.cli.manifests.Layers;
import dev.trainyard.cli.manifests.Report;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.generator.Chart;
import dev.trainyard.dialects.generator.Generated;
import dev.trainyard.dialects.generator.Generator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard generate`
@Command(
    description = {
      "Makes an AppWrapper with a PyTorchJob of the settings that mlbatch users write.",
      "The result equals that of mlbatch's pytorchjob-generator chart. Needs no cluster, and no"
          + " helm."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard generate --init > settings.yaml",
      "  trainyard generate settings.yaml --set numPods=4 | kubectl create -f -",
      "  trainyard generate --explain numGpusPerPod"
    })
final class GenerateCommand implements Runnable {

  private static final Layers.Manner MANNER =
      new Layers.Manner("--set", "numPods=2", "jobName: my-job");

  private final Surroundings surroundings;

  /// In the order of the command line, with `-f` or without.
  private final List<String> files = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "K=V",
      description =
          "A setting above those of all files; sshGitCloneConfig.sshCmd=ssh reaches into an"
              + " object.")
  private List<String> assignments = List.of();

  @Option(
      names = "--chart",
      paramLabel = "VERSION",
      defaultValue = "1.1.5",
      description =
          "The chart whose settings are read and whose output is equalled: 1.1.5 or 1.1.12; 1.1.5"
              + " unless said otherwise.")
  private Chart chart = Chart.DOCUMENTED;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the result goes; standard output otherwise.")
  private Optional<String> out = Optional.empty();

  @Option(
      names = "--explain",
      paramLabel = "SETTING",
      description = "Says what a setting takes and does, and makes nothing.")
  private Optional<String> explained = Optional.empty();

  @Option(
      names = "--init",
      description = "Prints a file to start from, in which every setting stands as a comment.")
  private boolean init;

  @Mixin private Talk talk = new Talk();

  GenerateCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  // Called with all values so far, once for each that is new; two kinds share one order.
  @Option(
      names = {"-f", "--values"},
      paramLabel = "SETTINGS",
      description = "The same as SETTINGS without -f, as it is typed to helm.")
  void values(@Nullable List<String> soFar) {
    file(soFar);
  }

  @Parameters(
      paramLabel = "SETTINGS",
      arity = "0..1",
      index = "0..*",
      description =
          "Files with settings, or - for standard input. What a later one says, holds; objects are"
              + " joined.")
  void file(@Nullable List<String> soFar) {
    if (soFar != null && !soFar.isEmpty()) {
      files.add(soFar.getLast());
    }
  }

  @Override
  public void run() {
    var console = talk.console(surroundings);
    var file = new ResultFile(surroundings, out);
    if (explained.isPresent()) {
      explanation(explained.get()).forEach(console::result);
    } else if (init) {
      file.write(Generator.starter(chart));
    } else {
      file.write(Trees.yaml(generated(console).wrapper()));
    }
  }

  private Generated.Made generated(Console console) {
    if (files.isEmpty()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "Name a file with settings, or - for standard input; `trainyard generate --init` prints"
              + " one to start from.");
    }
    var layers = Layers.read(surroundings, files, MANNER).with(assignments);
    var findings = new ArrayList<>(layers.findings());
    if (findings.stream().anyMatch(Finding::fatal)) {
      throw refusal(console, findings);
    }
    return switch (Generator.generate(layers.json(), chart, Layers::list)) {
      case Generated.Refused(var problems) -> {
        findings.addAll(found(layers, problems));
        throw refusal(console, findings);
      }
      case Generated.Made made -> {
        findings.addAll(found(layers, made.warnings()));
        findings.forEach(warning -> console.say("warning: " + warning.bare()));
        yield made;
      }
    };
  }

  private static List<Finding> found(Layers layers, List<Problem> problems) {
    return problems.stream().map(layers::finding).toList();
  }

  private static Refusal refusal(Console console, List<Finding> findings) {
    return new Refusal(ExitStatus.INVALID, new Report(console).lines(findings));
  }

  /// A path into a setting asks for the setting.
  private static List<String> explanation(String path) {
    var name = path.replaceFirst("[.\\[].*", "");
    return Generator.explain(name)
        .orElseThrow(
            () -> {
              var known =
                  Arrays.stream(Chart.values())
                      .flatMap(one -> Generator.settings(one).stream())
                      .distinct()
                      .toList();
              var advice =
                  Words.nearest(name, known)
                      .map("did you mean %s?"::formatted)
                      .orElseGet(() -> "there are " + String.join(", ", known));
              return new Refusal(
                  ExitStatus.INVALID, "%s: no such setting; %s".formatted(name, advice));
            });
  }
}
