package dev.trainyard.cli.run;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobSight;
import dev.trainyard.cli.cluster.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Deletes a job and waits until it and all its pods are gone.
public final class Removal {

  private final Cluster cluster;
  private final Duration patience;

  public Removal(Cluster cluster, Duration patience) {
    this.cluster = cluster;
    this.patience = patience;
  }

  public void remove(Job job) throws InterruptedException {
    var changed = new Semaphore(0);
    var deadline = Instant.now().plus(patience);
    try (var sight = new JobSight(cluster, new Jobs(cluster), job, changed::release)) {
      var _ = new Submission(cluster).delete(job.json());
      while (sight.job().isPresent() || !sight.replicas().isEmpty()) {
        var left = Duration.between(Instant.now(), deadline).toMillis();
        if (left <= 0 || !changed.tryAcquire(left, TimeUnit.MILLISECONDS)) {
          throw new Refusal(
              ExitStatus.TIMED_OUT,
              "%s is deleted, and some of its pods have not ended after %d s."
                  .formatted(job.reference(), patience.toSeconds()));
        }
      }
    }
  }
}
