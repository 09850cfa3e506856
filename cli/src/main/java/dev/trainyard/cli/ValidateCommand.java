package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.cli.manifests.Report;
import dev.trainyard.dialects.Settings;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `trainyard validate`
@Command(
    description = {
      "Checks manifests and prints every problem with its file, line and field.",
      "Needs no cluster. Exit status 0 without problems, 2 with any; warnings are no problems."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard validate job.yaml"})
final class ValidateCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Manifests, directories of manifests, or - for standard input.")
  private List<String> files = List.of();

  @Mixin private Talk talk = new Talk();
  @Mixin private JobHabits habits = new JobHabits();
  @Mixin private WrapperHabits wrappers = new WrapperHabits();
  @Mixin private WorkloadHabits workloads = new WorkloadHabits();
  @Mixin private final ResultOptions result = new ResultOptions();

  ValidateCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    result.allowOnly(Output.JSON, Output.YAML);
    var console = talk.console(surroundings);
    var settings =
        workloads
            .over(habits.settings(Settings.Place.CLUSTER))
            .with(wrappers.said(surroundings, console, console::say).settings());
    var documents = Documents.read(surroundings, files).inspected(settings);
    if (!result.printed(console, json(documents))) {
      text(documents, console);
    }
    return (documents.sound() ? ExitStatus.DONE : ExitStatus.INVALID).code;
  }

  private static void text(Documents documents, Console console) {
    if (!documents.findings().isEmpty()) {
      new Report(console).lines(documents.findings()).forEach(console::result);
    }
    if (documents.sound() && !console.quiet()) {
      documents.files().forEach(file -> console.result(summary(documents, file)));
    }
  }

  private static String summary(Documents documents, String file) {
    long count = documents.all().stream().filter(one -> one.file().equals(file)).count();
    return "%s: %s, no problems".formatted(file, Report.counted(count, "document"));
  }

  private static ObjectNode json(Documents documents) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("documents", documents.all().size());
    var problems = json.putArray("problems");
    documents.findings().forEach(finding -> problems.add(json(finding)));
    return json;
  }

  private static ObjectNode json(Finding finding) {
    var problem = finding.problem();
    return JsonNodeFactory.instance
        .objectNode()
        .put("file", finding.file())
        .put("line", finding.at().line())
        .put("column", finding.at().column())
        .put("severity", problem.severity().name().toLowerCase(Locale.ROOT))
        .put("path", problem.path())
        .put("message", problem.message());
  }
}
