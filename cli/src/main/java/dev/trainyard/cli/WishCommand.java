package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.wishes.Granting;
import dev.trainyard.dialects.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `trainyard pause`, `resume`, `restart` and `debug`: a wish, and the jobs it is about.
@Command(mixinStandardHelpOptions = true)
final class WishCommand implements Callable<Integer> {

  private final Surroundings surroundings;
  private final Wish wish;

  @Mixin private final Connection connection = new Connection();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Parameters(arity = "1..*", paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private List<String> names = new ArrayList<>();

  private WishCommand(Surroundings surroundings, Wish wish) {
    this.surroundings = surroundings;
    this.wish = wish;
  }

  static CommandLine pause(Surroundings surroundings) {
    return command(
        new WishCommand(surroundings, new Wish.Pause()),
        "Stops jobs and gives back what they hold, by the means of their kind.",
        "  trainyard pause demo      # and later: trainyard resume demo");
  }

  static CommandLine resume(Surroundings surroundings) {
    return command(
        new WishCommand(surroundings, new Wish.Resume()),
        "Lets paused jobs go on.",
        "  trainyard resume demo");
  }

  static CommandLine restart(Surroundings surroundings) {
    return command(
        new WishCommand(surroundings, new Wish.Restart()),
        "Ends every replica of jobs and starts them all again, as nobody's failure.",
        "  trainyard restart demo");
  }

  static CommandLine debug(Surroundings surroundings) {
    return command(
        new WishCommand(surroundings, new Wish.Debug()),
        "Starts the replicas of jobs idle, to look around in, where their kind knows how.",
        "  trainyard debug demo      # then: trainyard exec demo -it -- sh");
  }

  private static CommandLine command(WishCommand command, String description, String example) {
    var line = new CommandLine(command);
    line.getCommandSpec().usageMessage().description(description).footer("", "Example:", example);
    return line;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = names.stream().map(Jobs.Name::parse).toList();
    return connection.use(
        surroundings,
        (cluster, console) -> {
          new Granting(cluster, console, result.form()).grant(wanted, wish);
          return ExitStatus.DONE;
        });
  }
}
