package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.wishes.Granting;
import dev.trainyard.dialects.Wish;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard scale`
@Command(
    description = "Changes how many replicas a job has, as far as its kind allows.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard scale demo --replicas 5"})
final class ScaleCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Option(names = "--replicas", paramLabel = "N", required = true, description = "How many.")
  private int replicas;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "Of which role; the workers unless said otherwise.")
  private Optional<String> role = Optional.empty();

  @Parameters(paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private String name = "";

  ScaleCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = List.of(Jobs.Name.parse(name));
    return connection.use(
        surroundings,
        (cluster, console) -> {
          new Granting(cluster, console, result.form())
              .grant(wanted, new Wish.Scale(role, replicas));
          return ExitStatus.DONE;
        });
  }
}
