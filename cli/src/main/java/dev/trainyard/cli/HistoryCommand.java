package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.history.HistoryFile;
import dev.trainyard.cli.history.PastJob;
import dev.trainyard.cli.local.YardHome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard history`
@Command(
    description = {
      "Lists the jobs that are over, the latest last.",
      "A yard remembers them after their deletion, and needs not be up to be asked. On a cluster"
          + " only those are listed that still exist."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Examples:", "  trainyard history", "  trainyard history demo -o wide"})
final class HistoryCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "The jobs of every namespace.")
  private boolean everywhere;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "NAME or KIND/NAME.")
  private Optional<String> name = Optional.empty();

  HistoryCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = name.map(Jobs.Name::parse);
    var choice = connection.options().choice(surroundings);
    if (choice.yard()) {
      var console = connection.talk().console(surroundings);
      var home = new YardHome(surroundings.home());
      console.say(
          console.styled(
              "The history of the yard in %s.".formatted(home.directory()), Console.Style.DIM));
      show(remembered(home), wanted, choice.namespace().orElse("default"), console);
      return ExitStatus.DONE.code;
    }
    return connection.use(
        surroundings,
        (cluster, console) -> {
          show(existing(cluster), wanted, cluster.namespace(), console);
          console.say("A cluster keeps no history: deleted jobs are not among these.");
          return ExitStatus.DONE;
        });
  }

  private static List<PastJob> remembered(YardHome home) {
    try {
      return new HistoryFile(home.history()).read();
    } catch (IOException e) {
      throw new Refusal(
          ExitStatus.FAILED, "%s cannot be read: %s.".formatted(home.history(), e.getMessage()));
    }
  }

  private List<PastJob> existing(Cluster cluster) {
    var jobs = new Jobs(cluster);
    var where = everywhere ? Optional.<String>empty() : Optional.of(cluster.namespace());
    var finished = jobs.list(where, Optional.empty()).stream().filter(Job::finished).toList();
    var replicas = jobs.replicas(finished, where);
    return finished.stream()
        .map(
            job ->
                PastJob.of(
                    job,
                    replicas.getOrDefault(job.uid(), List.of()),
                    Instant.now(),
                    Optional.empty()))
        .sorted(Comparator.comparing(PastJob::ended))
        .toList();
  }

  private void show(
      List<PastJob> all, Optional<Jobs.Name> wanted, String namespace, Console console) {
    var found =
        all.stream()
            .filter(job -> everywhere || job.namespace().equals(namespace))
            .filter(job -> wanted.isEmpty() || meant(wanted.get(), job))
            .toList();
    if (found.isEmpty() && wanted.isPresent()) {
      throw new Refusal(
          ExitStatus.FAILED,
          "No job \"%s\" is over%s: `trainyard get` lists those that are there."
              .formatted(wanted.get(), everywhere ? "" : " in namespace %s".formatted(namespace)));
    }
    var list = JsonNodeFactory.instance.objectNode();
    var items = list.putArray("jobs");
    found.forEach(job -> items.add(job.json()));
    if (result.printed(console, list)
        || result.printedNames(console, found.stream().map(PastJob::reference).toList())) {
      return;
    }
    if (found.isEmpty()) {
      console.say("No job is over yet.");
    } else {
      table(found).lines().forEach(console::result);
    }
  }

  private static boolean meant(Jobs.Name wanted, PastJob job) {
    return wanted.name().equals(job.name())
        && wanted.kind().map(kind -> kind.dialect().equals(job.kind())).orElse(true);
  }

  private Table table(List<PastJob> jobs) {
    var wide = result.is(Output.WIDE);
    var heading =
        new ArrayList<>(
            List.of("NAME", "DIALECT", "PHASE", "ENDED", "DURATION", "RESTARTS", "REASON"));
    if (everywhere) {
      heading.addFirst("NAMESPACE");
    }
    if (wide) {
      heading.addAll(List.of("STARTED", "LOGS", "MESSAGE"));
    }
    var table = new Table(heading);
    var now = Instant.now();
    for (var job : jobs) {
      var row =
          new ArrayList<>(
              List.of(
                  job.name(),
                  job.kind(),
                  job.phase(),
                  "%s ago".formatted(Durations.age(Duration.between(job.ended(), now))),
                  Durations.words(job.duration()),
                  Integer.toString(job.restarts()),
                  job.reason().orElse("-")));
      if (everywhere) {
        row.addFirst(job.namespace());
      }
      if (wide) {
        row.addAll(
            List.of(job.started().toString(), job.logs().orElse("-"), job.message().orElse("-")));
      }
      table.add(row);
    }
    return table;
  }
}
