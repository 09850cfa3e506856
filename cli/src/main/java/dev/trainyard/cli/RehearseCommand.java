package dev.trainyard.cli;

import dev.trainyard.cli.install.Priorities;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.cli.manifests.Report;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.cli.rehearse.JsonLines;
import dev.trainyard.cli.rehearse.Manifest;
import dev.trainyard.cli.rehearse.ScriptReading;
import dev.trainyard.cli.rehearse.Timeline;
import dev.trainyard.dialects.Settings;
import dev.trainyard.simulation.rehearsal.Rehearsal;
import dev.trainyard.simulation.rehearsal.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard rehearse`
@Command(
    description = {
      "Plays what would become of jobs, in virtual time on a simulated cluster.",
      "The operator and the placement are the real ones; pods, nodes, edits and failures are as the"
          + " script says. Needs no cluster. The same input gives the same output."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard rehearse job.yaml --script events.yaml"})
final class RehearseCommand implements Runnable {

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Manifests, directories of manifests, or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--script",
      paramLabel = "EVENTS",
      description =
          "What happens, and when. Without it everything runs for 10 minutes on a roomy node.")
  private Optional<String> script = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description =
          "text, or json for one line per moment at which anything changed; text unless said"
              + " otherwise.")
  private Form form = Form.text;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "default",
      description = "The namespace of objects that name none; default unless said otherwise.")
  private String namespace = "default";

  @Mixin private Talk talk = new Talk();

  enum Form {
    text,
    json
  }

  RehearseCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    var console = talk.console(surroundings);
    var documents =
        Documents.read(surroundings, files).inspected(Settings.defaults(Settings.Place.CLUSTER));
    var reading = script.map(file -> ScriptReading.read(surroundings, file, namespace));
    var findings = new ArrayList<>(documents.findings());
    findings.addAll(Manifest.problems(documents));
    reading.ifPresent(one -> findings.addAll(one.findings()));
    if (findings.stream().anyMatch(Finding::fatal)) {
      throw new Refusal(ExitStatus.INVALID, new Report(console).lines(findings));
    }
    findings.forEach(warning -> console.say(warning.toString()));
    var played =
        Rehearsal.play(
            reading.flatMap(ScriptReading.Reading::script).orElseGet(Script::empty),
            Priorities.all().stream().map(Trees::of).toList(),
            Manifest.inOrder(documents, namespace));
    switch (form) {
      case text -> new Timeline(played, console).lines().forEach(console::result);
      case json -> JsonLines.of(played).forEach(console::result);
    }
  }
}
