package dev.trainyard.cli.run;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Console.Style;
import dev.trainyard.cli.Durations;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.run.Followed.Mishap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The last words about a job: how it ended, how long it took, what went wrong, where its logs are.
final class Summary {

  private static final int OTHERS_NAMED = 5;

  private final Console console;
  private final Cluster cluster;
  private final boolean yardEnds;

  /// @param yardEnds whether the yard stops with this command
  Summary(Console console, Cluster cluster, boolean yardEnds) {
    this.console = console;
    this.cluster = cluster;
    this.yardEnds = yardEnds;
  }

  List<String> of(Followed followed) {
    var job = followed.job();
    var lines = new ArrayList<String>();
    if (followed.gone()) {
      lines.add(
          console.styled("%s was deleted before it ended.".formatted(job.name()), Style.YELLOW));
      return lines;
    }
    var restarts = job.restarts(followed.replicas());
    var facts =
        "%s%d %s, %d %s"
            .formatted(
                job.duration(Instant.now())
                    .map(time -> "%s, ".formatted(Durations.words(time)))
                    .orElse(""),
                job.wanted(),
                job.wanted() == 1 ? "replica" : "replicas",
                restarts,
                restarts == 1 ? "restart" : "restarts");
    lines.add(
        "%s: %s"
            .formatted(
                console.styled(
                    "%s %s".formatted(job.name(), job.phase()),
                    followed.succeeded() ? Style.GREEN : Style.RED),
                facts));
    if (!followed.succeeded()) {
      job.message().ifPresent(lines::add);
      lines.addAll(blame(followed));
    }
    lines.add(whereLogsAre(followed));
    return lines;
  }

  private static List<String> blame(Followed followed) {
    var mishaps = followed.mishaps();
    if (mishaps.isEmpty()) {
      return List.of();
    }
    var lines = new ArrayList<String>();
    var first = mishaps.getFirst();
    var words = followed.lastLines(first);
    lines.add(
        "%s; %s"
            .formatted(
                sentence(first), words.isEmpty() ? "it printed nothing." : "its last lines:"));
    words.forEach(line -> lines.add("  " + line));
    mishaps.stream()
        .skip(1)
        .limit(OTHERS_NAMED)
        .forEach(mishap -> lines.add("%s.".formatted(sentence(mishap))));
    if (mishaps.size() > OTHERS_NAMED + 1) {
      lines.add("… and %d more.".formatted(mishaps.size() - OTHERS_NAMED - 1));
    }
    return lines;
  }

  private static String sentence(Mishap mishap) {
    var replica = mishap.replica();
    var container = mishap.failure().container();
    var pod = replica.pod().getMetadata().getName();
    return "%s (%s) %s"
        .formatted(
            replica.name(),
            replica.main(container) ? pod : "%s, container %s".formatted(pod, container),
            mishap.failure());
  }

  private String whereLogsAre(Followed followed) {
    var command = "trainyard logs %s".formatted(followed.job().name());
    return cluster
        .yard()
        .map(
            home ->
                yardEnds
                    ? "Logs: below %s, or `%s` once a yard is up.".formatted(home.node(), command)
                    : "Logs: `%s`, or below %s.".formatted(command, home.node()))
        .orElse("Logs: `%s`.".formatted(command));
  }
}
