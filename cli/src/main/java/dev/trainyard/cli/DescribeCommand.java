package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.PageAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `trainyard describe`
@Command(
    description = "Shows one job on one page: replicas, how they ended, conditions, events.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard describe demo"})
final class DescribeCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private String name = "";

  DescribeCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = Jobs.Name.parse(name);
    return connection.use(
        surroundings,
        (cluster, console) -> {
          var jobs = new Jobs(cluster);
          var job = jobs.find(wanted);
          if (!result.printed(console, job.json())
              && !result.printedNames(console, List.of(job.reference()))) {
            var replicas = jobs.replicas(job);
            var address =
                Optional.of(job)
                    .filter(Job::serving)
                    .flatMap(one -> PageAddress.of(cluster, one, replicas));
            new JobPage(job, replicas, jobs.events(job), jobs.hindsight(job), address, console)
                .lines()
                .forEach(console::result);
          }
          return ExitStatus.DONE;
        });
  }
}
