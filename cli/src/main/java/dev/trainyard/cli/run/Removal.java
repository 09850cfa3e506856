package dev.trainyard.cli.run;

import dev.trainyard.cli.Durations;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobSight;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.Replica;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Ends what a job runs, and waits for it.
public final class Removal {

  private final Cluster cluster;
  private final Duration patience;

  public Removal(Cluster cluster, Duration patience) {
    this.cluster = cluster;
    this.patience = patience;
  }

  /// Deletes the job and waits until it and all its pods are gone.
  public void remove(Job job) throws InterruptedException {
    await(
        job,
        _ -> {
          var _ = new Submission(cluster).delete(job.json());
        },
        sight -> sight.job().isEmpty() && sight.replicas().isEmpty());
  }

  /// Ends what a finished job has left running; the job stays.
  public void endLeftovers(Job job) throws InterruptedException {
    await(
        job,
        sight -> sight.replicas().stream().filter(Replica::live).forEach(this::delete),
        sight -> sight.replicas().stream().noneMatch(Replica::live));
  }

  private void delete(Replica replica) {
    var _ = cluster.client().resource(replica.pod()).delete();
  }

  private void await(Job job, Consumer<JobSight> act, Predicate<JobSight> done)
      throws InterruptedException {
    var changed = new Semaphore(0);
    var deadline = Instant.now().plus(patience);
    try (var sight = new JobSight(cluster, new Jobs(cluster), job, changed::release)) {
      act.accept(sight);
      while (!done.test(sight)) {
        var left = Duration.between(Instant.now(), deadline).toMillis();
        if (left <= 0 || !changed.tryAcquire(left, TimeUnit.MILLISECONDS)) {
          throw new Refusal(ExitStatus.TIMED_OUT, remains(job, sight));
        }
      }
    }
  }

  private String remains(Job job, JobSight sight) {
    var replicas =
        sight.replicas().stream()
            .map(replica -> "%s is %s".formatted(replica.name(), replica.state()))
            .toList();
    return "%s has been told to go and is not gone after %s: %s."
        .formatted(
            job.reference(),
            Durations.words(patience),
            replicas.isEmpty() ? "its object still stands" : String.join(", ", replicas));
  }
}
