package dev.trainyard.cli;

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
    name = "submit",
    description = "Creates or updates what is in manifests, and returns at once.",
    mixinStandardHelpOptions = true)
final class SubmitCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Talk talk = new Talk();
  @Mixin private final ClusterOptions options = new ClusterOptions();

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
    var manifests = Submittable.read(surroundings, talk.console(surroundings), files);
    return OnlineCommand.run(
        surroundings,
        talk,
        options,
        (cluster, console) -> {
          var submission = new Submission(cluster);
          for (var manifest : Submission.inOrder(manifests)) {
            if (cluster.yard().isPresent()) {
              Here.startIn(surroundings.workingDirectory().toAbsolutePath(), manifest);
            }
            var effect = submission.apply(manifest);
            console.result("%s %s".formatted(Submission.reference(manifest), effect));
          }
          return ExitStatus.DONE;
        });
  }
}
