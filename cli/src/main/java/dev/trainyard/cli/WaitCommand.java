package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.wishes.Expectation;
import dev.trainyard.cli.wishes.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard wait`
@Command(
    description = {
      "Waits until something is true of every job named.",
      "Exit status 0 when it is, 4 when the time is up, 1 when a job ended otherwise, so that it"
          + " can never be."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard wait demo                                 # until it has succeeded",
      "  trainyard wait demo --for Running --timeout 5m",
      "  trainyard wait demo --for condition=Restarting",
      "  trainyard wait demo --for delete"
    })
final class WaitCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();

  @Option(
      names = "--for",
      paramLabel = "WHAT",
      description =
          "A phase as `get` shows it, Finished, condition=TYPE, condition=TYPE=STATUS, or delete;"
              + " Succeeded unless said otherwise.")
  private String what = "Succeeded";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long to wait (90s, 5m, 1h30m); as long as it takes without it.")
  private Optional<Duration> timeout = Optional.empty();

  @Parameters(arity = "1..*", paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private List<String> names = new ArrayList<>();

  WaitCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var expectation = Expectation.parse(what);
    var wanted = names.stream().map(Jobs.Name::parse).toList();
    return connection.use(
        surroundings,
        (cluster, console) ->
            new Waiting(cluster, console, surroundings.interrupts(), timeout)
                .until(wanted, expectation));
  }
}
