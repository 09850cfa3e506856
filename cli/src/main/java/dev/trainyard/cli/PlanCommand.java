package dev.trainyard.cli;

import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.FileLookup;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.cli.plan.Planning;
import dev.trainyard.dialects.Settings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard plan`
@Command(
    description = {
      "Prints every object that would exist for the jobs of a manifest, at full size.",
      "Needs no cluster and changes nothing. Values of Secrets are masked."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard plan job.yaml --at max",
      "  trainyard plan job.yaml --gang-scheduler-name volcano"
    })
final class PlanCommand implements Runnable {

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "A manifest, a directory of manifests, or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "yaml",
      description = "yaml or json; yaml unless said otherwise.")
  private Form form = Form.yaml;

  @Option(
      names = "--mode",
      paramLabel = "PLACE",
      defaultValue = "cluster",
      description = "Where the jobs would run: cluster or yard; cluster unless said otherwise.")
  private Place place = Place.cluster;

  @Option(
      names = "--at",
      paramLabel = "SIZE",
      defaultValue = "now",
      description =
          "The size of elastic jobs: now, as they ask for, or max, the most they allow; now unless"
              + " said otherwise.")
  private Size size = Size.now;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "default",
      description = "The namespace of jobs that name none; default unless said otherwise.")
  private String namespace = "default";

  @Mixin private Talk talk = new Talk();
  @Mixin private JobHabits habits = new JobHabits();
  @Mixin private WrapperHabits wrappers = new WrapperHabits();
  @Mixin private WorkloadHabits workloads = new WorkloadHabits();

  enum Form {
    yaml,
    json
  }

  enum Place {
    cluster,
    yard
  }

  enum Size {
    now,
    max
  }

  PlanCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public void run() {
    var console = talk.console(surroundings);
    var settings =
        workloads
            .over(habits.settings(settingsPlace()))
            .with(wrappers.said(surroundings, console, console::say).settings());
    var documents = Documents.read(surroundings, files).inspected(settings);
    var planning = new Planning(namespace, new FileLookup(documents.all(), settings), planSize());
    documents.orRefuse(console).forEach(planning::add);
    documents.findings().forEach(warning -> console.say(warning.toString()));
    planning.notes().forEach(console::say);
    var list = planning.list();
    console
        .out()
        .println(
            switch (form) {
              case yaml -> Trees.yaml(list).stripTrailing();
              case json -> Trees.json(list);
            });
  }

  private Settings.Place settingsPlace() {
    return switch (place) {
      case cluster -> Settings.Place.CLUSTER;
      case yard -> Settings.Place.YARD;
    };
  }

  private Planning.Size planSize() {
    return switch (size) {
      case now -> Planning.Size.NOW;
      case max -> Planning.Size.MAX;
    };
  }
}
