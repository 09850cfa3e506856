package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.cli.run.Caveats;
import dev.trainyard.cli.run.Here;
import dev.trainyard.cli.run.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `trainyard submit`
@Command(
    description = "Creates or updates what is in manifests, and returns at once.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard submit job.yaml"})
final class SubmitCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "A file, a directory, or - for standard input.")
  private List<String> files = new ArrayList<>();

  SubmitCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var manifests =
        Submittable.read(
            surroundings,
            connection.talk().console(surroundings),
            connection.options().choice(surroundings),
            files);
    return connection.use(
        surroundings,
        (cluster, console) -> {
          var submission = new Submission(cluster);
          var stored = JsonNodeFactory.instance.objectNode();
          stored.put("apiVersion", "v1").put("kind", "List");
          var items = stored.putArray("items");
          for (var manifest : Submission.inOrder(manifests)) {
            if (cluster.yard().isPresent()) {
              Here.startIn(surroundings.workingDirectory().toAbsolutePath(), manifest);
              Caveats.in(surroundings.home())
                  .of(manifest)
                  .forEach(it -> console.say("Warning: " + it));
            }
            var effect = submission.apply(manifest);
            if (result.is(Output.JSON) || result.is(Output.YAML)) {
              items.add(submission.stored(manifest));
            } else if (result.is(Output.NAME)) {
              console.result(Submission.reference(manifest));
            } else {
              console.result("%s %s".formatted(Submission.reference(manifest), effect));
            }
          }
          var _ = result.printed(console, stored);
          return ExitStatus.DONE;
        });
  }
}
