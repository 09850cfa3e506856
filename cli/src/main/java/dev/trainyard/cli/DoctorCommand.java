package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.Console.Style;
import dev.trainyard.cli.doctor.Check;
import dev.trainyard.cli.doctor.Check.Verdict;
import dev.trainyard.cli.doctor.Examination;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `trainyard doctor`
@Command(
    description = {
      "Says what this machine can and cannot do for a yard, and how to fix it.",
      "Exit status 0, or 1 when something essential is missing."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard doctor"})
final class DoctorCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private Talk talk = new Talk();
  @Mixin private final ResultOptions result = new ResultOptions();

  DoctorCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    result.allowOnly(Output.JSON, Output.YAML);
    var console = talk.console(surroundings);
    var checks =
        result.form().isEmpty()
            ? examine(check -> console.result(line(check, console)))
            : examine(_ -> {});
    var _ = result.printed(console, json(checks));
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

  private static ObjectNode json(List<Check> checks) {
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
    return json;
  }
}
