package dev.trainyard.cli.run;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobSight;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.PageAddress;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.cli.logs.LogFollower;
import dev.trainyard.cli.logs.Screen;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// One job that a command follows to its end.
final class Followed implements AutoCloseable {

  private final Cluster cluster;
  private final Screen screen;
  private final JobSight sight;
  private final LogFollower logs;
  private final Map<String, Mishap> mishaps = new LinkedHashMap<>();
  private final Set<String> said = new HashSet<>();
  private Job job;
  private List<Replica> replicas = List.of();
  private boolean gone;

  /// A container that ended with an error, also of a pod that has been replaced since.
  record Mishap(Replica replica, Replica.Failure failure) {}

  /// @param naming how a replica's lines are marked
  Followed(Workplace place, Job job, Screen screen, Naming naming, Runnable changed) {
    this.cluster = place.cluster();
    this.screen = screen;
    this.job = job;
    this.logs =
        new LogFollower(
            place.cluster().client(),
            place.archive(),
            OptionalLong.empty(),
            (replica, line) -> screen.print(naming.prefix(job, replica), line.text()));
    this.sight = new JobSight(place.cluster(), new Jobs(place.cluster()), job, changed);
  }

  /// What stands before a line.
  interface Naming {
    String prefix(Job job, String replica);
  }

  /// Takes in what has changed, and tells what a person should know of it.
  void look() {
    sight.job().ifPresentOrElse(now -> job = now, () -> gone = true);
    replicas = sight.replicas();
    logs.look(replicas);
    for (var replica : replicas) {
      // What a pod that is told to go ends with is no news.
      replica
          .failure()
          .filter(_ -> !replica.leaving())
          .ifPresent(failure -> mishaps.put(replica.uid(), new Mishap(replica, failure)));
      if (!job.finished()) {
        replica.waitsFor().ifPresent(why -> once("%s waits: %s".formatted(replica.name(), why)));
      }
    }
    if (serving()) {
      PageAddress.of(cluster, job, replicas)
          .ifPresent(page -> once("%s serves its page at %s".formatted(job.name(), page)));
    }
    if (job.refused()) {
      job.problems().forEach(problem -> once("%s: %s".formatted(job.reference(), problem)));
    }
  }

  private void once(String line) {
    if (said.add(line)) {
      screen.say(line);
    }
  }

  Job job() {
    return job;
  }

  List<Replica> replicas() {
    return replicas;
  }

  List<Replica> live() {
    return replicas.stream().filter(Replica::live).toList();
  }

  /// Nothing more will happen, or nothing that has to be awaited.
  boolean over() {
    return gone || job.finished() || job.refused() || serving();
  }

  /// It goes on until it is deleted.
  boolean endless() {
    return job.endless();
  }

  boolean serving() {
    return !gone && job.serving();
  }

  boolean sighted() {
    return sight.alive();
  }

  boolean gone() {
    return gone;
  }

  boolean succeeded() {
    return serving() || job.ending().filter(ending -> ending.succeeded()).isPresent();
  }

  /// In the order they were seen, without those of replicas that did well in the end.
  List<Mishap> mishaps() {
    var all = new ArrayList<>(mishaps.values());
    all.removeIf(
        mishap ->
            replicas.stream()
                .filter(replica -> replica.name().equals(mishap.replica().name()))
                .anyMatch(replica -> replica.phase().equals("Succeeded")));
    return all;
  }

  List<String> lastLines(Mishap mishap) {
    return logs.lastLines(mishap.replica().uid(), mishap.failure().container());
  }

  /// Waits until every line of the replicas that ended has been printed.
  void finishLogs() throws InterruptedException {
    logs.finish(this::look);
  }

  @Override
  public void close() {
    sight.close();
    logs.close();
  }
}
