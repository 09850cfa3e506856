package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobSight;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.cli.logs.LogFollower;
import dev.trainyard.cli.logs.PodLog;
import dev.trainyard.cli.logs.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard logs`
@Command(
    description = "Shows what a job's replicas print, in the order of time.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard logs demo -f",
      "  trainyard logs demo --role worker --index 0 --previous --tail 50"
    })
final class LogsCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until the job ends.")
  private boolean follow;

  @Option(names = "--role", paramLabel = "ROLE", description = "Only this role's replicas.")
  private Optional<String> role = Optional.empty();

  @Option(names = "--index", paramLabel = "N", description = "Only the replica of this index.")
  private Optional<Integer> index = Optional.empty();

  @Option(
      names = {"-p", "--previous"},
      description = "What was printed before the last restart.")
  private boolean previous;

  @Option(names = "--tail", paramLabel = "N", description = "Only the last lines of each replica.")
  private Optional<Long> tail = Optional.empty();

  @Option(names = "--timestamps", description = "When each line was printed.")
  private boolean timestamps;

  @Parameters(paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private String name = "";

  LogsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = Jobs.Name.parse(name);
    if (tail.filter(lines -> lines < 0).isPresent()) {
      throw new Refusal(
          ExitStatus.INVALID, "--tail: %d is not a number of lines.".formatted(tail.get()));
    }
    return connection.use(
        surroundings,
        (cluster, console) -> {
          var jobs = new Jobs(cluster);
          var job = jobs.find(wanted);
          var replicas = chosen(jobs.replicas(job));
          if (replicas.isEmpty() && (job.finished() || !follow)) {
            throw new Refusal(ExitStatus.FAILED, nothing(job));
          }
          if (follow && !previous) {
            follow(cluster, jobs, job, new Screen(console));
          } else {
            show(cluster, replicas, console);
          }
          return ExitStatus.DONE;
        });
  }

  private List<Replica> chosen(List<Replica> replicas) {
    return replicas.stream()
        .filter(replica -> role.isEmpty() || replica.role().equalsIgnoreCase(role.get()))
        .filter(replica -> index.isEmpty() || replica.index() == index.get())
        .toList();
  }

  private String nothing(Job job) {
    if (role.isPresent() || index.isPresent()) {
      return "%s has no pod for %s%s; `trainyard describe %s` lists its replicas."
          .formatted(
              job.reference(),
              role.map(word -> "role %s".formatted(word)).orElse("any role"),
              index.map(" at index %d"::formatted).orElse(""),
              job.name());
    }
    return job.finished()
        ? "%s has no pods any more, and their logs went with them.".formatted(job.reference())
        : "%s has no pods yet (%s); `trainyard describe %s` tells more."
            .formatted(job.reference(), job.phase(), job.name());
  }

  private record Printed(String replica, PodLog.Line line) {}

  private void show(Cluster cluster, List<Replica> replicas, Console console)
      throws IOException, InterruptedException {
    var all = new ArrayList<Printed>();
    var sources = 0;
    for (var replica : replicas) {
      for (var container : replica.containerNames()) {
        var lines = read(cluster, replica, container);
        sources += lines.isPresent() ? 1 : 0;
        lines.ifPresent(all::addAll);
      }
    }
    // Stable, so that lines of one moment keep the order in which they were printed.
    all.sort(Comparator.comparing((Printed printed) -> printed.line().at()));
    var screen = new Screen(console);
    screen.expect(all.stream().map(Printed::replica).distinct().sorted().toList());
    for (var printed : all) {
      var text =
          timestamps
              ? "%s %s".formatted(printed.line().at(), printed.line().text())
              : printed.line().text();
      if (sources > 1) {
        screen.print(printed.replica(), text);
      } else {
        console.result(text);
      }
    }
  }

  private Optional<List<Printed>> read(Cluster cluster, Replica replica, String container)
      throws IOException, InterruptedException {
    var metadata = replica.pod().getMetadata();
    var request =
        new PodLog.Request(
            metadata.getNamespace(),
            metadata.getName(),
            container,
            false,
            previous,
            tail.map(OptionalLong::of).orElse(OptionalLong.empty()),
            Optional.empty());
    var log = PodLog.open(cluster.client(), request);
    if (log.isEmpty()) {
      return Optional.empty();
    }
    var prefix = replica.prefix(container);
    var lines = new ArrayList<Printed>();
    try (var open = log.get()) {
      open.read(line -> lines.add(new Printed(prefix, line)));
    }
    return Optional.of(lines);
  }

  private void follow(Cluster cluster, Jobs jobs, Job job, Screen screen)
      throws InterruptedException {
    var changed = new Semaphore(1);
    var stopped = new boolean[1];
    try (var _ =
            surroundings
                .interrupts()
                .listen(
                    _ -> {
                      stopped[0] = true;
                      changed.release();
                    });
        var sight = new JobSight(cluster, jobs, job, changed::release);
        var logs =
            new LogFollower(
                cluster.client(),
                Optional.empty(),
                tail.map(OptionalLong::of).orElse(OptionalLong.empty()),
                (replica, line) ->
                    screen.print(
                        replica,
                        timestamps ? "%s %s".formatted(line.at(), line.text()) : line.text()))) {
      while (true) {
        changed.acquire();
        changed.drainPermits();
        if (stopped[0]) {
          throw new Refusal(ExitStatus.INTERRUPTED, List.of());
        }
        logs.look(chosen(sight.replicas()));
        var over = sight.job().map(Job::finished).orElse(true);
        if (over && chosen(sight.replicas()).stream().allMatch(Replica::ended)) {
          logs.finish(() -> logs.look(chosen(sight.replicas())));
          return;
        }
      }
    }
  }
}
