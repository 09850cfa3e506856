package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Jobs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `trainyard describe`
@Command(
    name = "describe",
    description = "Shows one job on one page: replicas, conditions, events.",
    mixinStandardHelpOptions = true)
final class DescribeCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Talk talk = new Talk();
  @Mixin private final ClusterOptions options = new ClusterOptions();

  @Parameters(paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private String name = "";

  DescribeCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = Jobs.Name.parse(name);
    return OnlineCommand.run(
        surroundings,
        talk,
        options,
        (cluster, console) -> {
          var jobs = new Jobs(cluster);
          var job = jobs.find(wanted);
          var page = new JobPage(job, jobs.replicas(job), jobs.events(job), console);
          page.lines().forEach(console::result);
          return ExitStatus.DONE;
        });
  }
}
