package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.cli.Console.Style;
import dev.trainyard.cli.doctor.Check;
import dev.trainyard.cli.doctor.Check.Verdict;
import dev.trainyard.cli.doctor.Examination;
import dev.trainyard.cli.manifests.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `trainyard doctor`
@Command(
    name = "doctor",
    description = {
      "Says what this machine can and cannot do for a yard, and how to fix it.",
      "Exit status 0, or 1 when something essential is missing."
    },
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private Talk talk = new Talk();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text or json; text unless said otherwise.")
  private Form form = Form.text;

  enum Form {
    text,
    json
  }

  DoctorCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var console = talk.console(surroundings);
    var checks =
        switch (form) {
          case text -> examine(check -> console.result(line(check, console)));
          case json -> examine(_ -> {});
        };
    if (form == Form.json) {
      console.result(json(checks));
    }
    boolean essential = checks.stream().anyMatch(check -> check.verdict() == Verdict.FAIL);
    return (essential ? ExitStatus.FAILED : ExitStatus.DONE).code;
  }

  /// Told one by one, for some take a while.
  private List<Check> examine(Consumer<Check> told) {
    var checks = new ArrayList<Check>();
    for (var next : new Examination(surroundings).checks()) {
      var check = next.get();
      told.accept(check);
      checks.add(check);
    }
    return checks;
  }

  private static String line(Check check, Console console) {
    var style =
        switch (check.verdict()) {
          case OK -> Style.GREEN;
          case WARN -> Style.YELLOW;
          case FAIL -> Style.RED;
        };
    return "%s  %-8s  %s%s"
        .formatted(
            console.styled("%-4s".formatted(check.verdict().word), style),
            check.subject(),
            check.found(),
            check.fix().map("; fix: %s"::formatted).orElse(""));
  }

  private static String json(List<Check> checks) {
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("checks");
    for (var check : checks) {
      var one =
          list.addObject()
              .put("verdict", check.verdict().word)
              .put("subject", check.subject())
              .put("found", check.found());
      check.fix().ifPresent(fix -> one.put("fix", fix));
    }
    return Trees.json(json);
  }
}
