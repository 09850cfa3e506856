package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.Replica;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `trainyard get`
@Command(
    description = "Lists jobs of every dialect.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard get",
      "  trainyard get pytorchjob demo -o yaml",
      "  trainyard get -w"
    })
final class GetCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final Connection connection = new Connection();
  @Mixin private final ResultOptions result = new ResultOptions();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "The jobs of every namespace.")
  private boolean everywhere;

  @Option(
      names = {"-w", "--watch"},
      description = "Go on and print what changes, until interrupted.")
  private boolean watch;

  @Parameters(
      arity = "0..2",
      paramLabel = "KIND | NAME",
      description = "A kind, a name, a kind and a name, or KIND/NAME.")
  private List<String> words = new ArrayList<>();

  GetCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var wanted = Wanted.parse(words);
    return connection.use(
        surroundings,
        (cluster, console) -> {
          var jobs = new Jobs(cluster);
          if (watch) {
            watch(cluster, jobs, wanted, console, begin(cluster, jobs, wanted, console));
          } else {
            show(cluster, jobs, wanted, console);
          }
          return ExitStatus.DONE;
        });
  }

  /// What the words mean: a kind, a name, or both.
  private record Wanted(Optional<JobKind> kind, Optional<Jobs.Name> name) {

    static Wanted parse(List<String> words) {
      if (words.isEmpty()) {
        return new Wanted(Optional.empty(), Optional.empty());
      }
      var first = words.getFirst();
      var kind = JobKind.named(first);
      if (words.size() == 2) {
        var known =
            kind.orElseThrow(() -> new Refusal(ExitStatus.INVALID, Jobs.unknownKind(first)));
        return named(new Jobs.Name(Optional.of(known), words.get(1)));
      }
      return kind.isPresent() ? new Wanted(kind, Optional.empty()) : named(Jobs.Name.parse(first));
    }

    private static Wanted named(Jobs.Name name) {
      return new Wanted(name.kind(), Optional.of(name));
    }
  }

  private List<Job> read(Cluster cluster, Jobs jobs, Wanted wanted) {
    return wanted
        .name()
        .map(name -> List.of(jobs.find(name)))
        .orElseGet(() -> jobs.list(namespace(cluster), wanted.kind()));
  }

  private Optional<String> namespace(Cluster cluster) {
    return everywhere ? Optional.empty() : Optional.of(cluster.namespace());
  }

  private void show(Cluster cluster, Jobs jobs, Wanted wanted, Console console) {
    var found = read(cluster, jobs, wanted);
    if (result.printed(console, objects(found, wanted.name().isPresent()))
        || result.printedNames(console, found.stream().map(Job::reference).toList())) {
      return;
    }
    if (found.isEmpty()) {
      console.say(
          "No jobs%s."
              .formatted(
                  namespace(cluster).map(" in namespace %s"::formatted).orElse(" anywhere")));
    } else {
      var replicas = jobs.replicas(found, namespace(cluster));
      table(
              found.stream()
                  .map(job -> row(job, replicas.getOrDefault(job.uid(), List.of())))
                  .toList())
          .lines()
          .forEach(console::result);
    }
  }

  private LiveTable begin(Cluster cluster, Jobs jobs, Wanted wanted, Console console) {
    result.allowOnly(Output.WIDE);
    var screen = new LiveTable(console);
    if (console.lively()) {
      wanted.name().ifPresent(jobs::find);
      screen.draw(table(rows(cluster, jobs, wanted).values()).lines());
    } else {
      show(cluster, jobs, wanted, console);
    }
    return screen;
  }

  private static ObjectNode objects(List<Job> jobs, boolean one) {
    if (one) {
      return jobs.getFirst().json();
    }
    var list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", "v1").put("kind", "List");
    var items = list.putArray("items");
    jobs.forEach(job -> items.add(job.json()));
    return list;
  }

  private Table table(Collection<List<String>> rows) {
    var table = new Table(heading());
    rows.forEach(table::add);
    return table;
  }

  private List<String> heading() {
    var columns =
        new ArrayList<>(
            List.of(
                "NAME", "DIALECT", "PHASE", "REPLICAS", "RESTARTS", "QUEUE", "PROGRESS", "AGE"));
    if (everywhere) {
      columns.addFirst("NAMESPACE");
    }
    if (wide()) {
      columns.addAll(List.of("DURATION", "NODES", "MESSAGE"));
    }
    return columns;
  }

  private boolean wide() {
    return result.is(Output.WIDE);
  }

  private List<String> row(Job job, List<Replica> replicas) {
    var now = Instant.now();
    var ready = replicas.stream().filter(Replica::ready).count();
    var cells =
        new ArrayList<>(
            List.of(
                job.name(),
                job.kind().dialect(),
                job.phase(),
                "%d/%d".formatted(ready, job.wanted()),
                Integer.toString(job.restarts(replicas)),
                job.queue().orElse("-"),
                "-",
                job.created()
                    .map(start -> Durations.age(Duration.between(start, now)))
                    .orElse("-")));
    if (everywhere) {
      cells.addFirst(job.namespace());
    }
    if (wide()) {
      cells.add(job.duration(now).map(Durations::words).orElse("-"));
      cells.add(
          replicas.stream()
              .flatMap(replica -> replica.node().stream())
              .distinct()
              .sorted()
              .collect(Collectors.joining(",")));
      cells.add(job.message().orElse("-"));
    }
    return cells;
  }

  /// Before a person the table itself changes; elsewhere, one more row for every job whose row
  /// would read differently, its age aside.
  private void watch(Cluster cluster, Jobs jobs, Wanted wanted, Console console, LiveTable screen)
      throws InterruptedException {
    var changed = new Semaphore(0);
    var stopped = new boolean[1];
    var shown = new HashMap<String, List<String>>();
    try (var _ =
            surroundings
                .interrupts()
                .listen(
                    _ -> {
                      stopped[0] = true;
                      changed.release();
                    });
        var _ = jobs.watch(namespace(cluster), changed::release)) {
      // The table has just told this much.
      rows(cluster, jobs, wanted).forEach((job, row) -> shown.put(job.uid(), comparable(row)));
      while (true) {
        changed.acquire();
        changed.drainPermits();
        if (stopped[0]) {
          return;
        }
        var rows = rows(cluster, jobs, wanted);
        if (console.lively()) {
          screen.draw(table(rows.values()).lines());
          continue;
        }
        rows.forEach(
            (job, row) -> {
              if (!comparable(row).equals(shown.put(job.uid(), comparable(row)))) {
                console.result(String.join("   ", row));
              }
            });
      }
    }
  }

  private Map<Job, List<String>> rows(Cluster cluster, Jobs jobs, Wanted wanted) {
    var found =
        jobs.list(namespace(cluster), wanted.kind()).stream()
            .filter(job -> wanted.name().map(name -> name.name().equals(job.name())).orElse(true))
            .toList();
    var replicas = jobs.replicas(found, namespace(cluster));
    var rows = new LinkedHashMap<Job, List<String>>();
    found.forEach(job -> rows.put(job, row(job, replicas.getOrDefault(job.uid(), List.of()))));
    return rows;
  }

  private List<String> comparable(List<String> row) {
    return List.copyOf(row.subList(0, heading().indexOf("AGE")));
  }
}
