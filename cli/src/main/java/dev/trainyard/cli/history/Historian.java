package dev.trainyard.cli.history;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.cli.local.YardHome;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down every job of a yard that is over: when it ends, or when it is deleted before that.
/// What ended while nobody wrote is found again when the next yard of the home starts, for a job
/// stays in the store until somebody deletes it, and nobody can while no yard is up.
public final class Historian implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Historian.class);

  private final Jobs jobs;
  private final YardHome home;
  private final HistoryFile file;
  private final InstantSource clock;
  private final List<SharedIndexInformer<GenericKubernetesResource>> watches = new ArrayList<>();

  /// Returns once everything that had ended before is written down.
  public static Historian start(Cluster cluster, YardHome home, InstantSource clock)
      throws IOException {
    var historian = new Historian(new Jobs(cluster), home, new HistoryFile(home.history()), clock);
    historian.catchUp();
    JobKind.in(cluster).forEach(kind -> historian.watch(cluster, kind));
    return historian;
  }

  private Historian(Jobs jobs, YardHome home, HistoryFile file, InstantSource clock) {
    this.jobs = jobs;
    this.home = home;
    this.file = file;
    this.clock = clock;
  }

  private void watch(Cluster cluster, JobKind kind) {
    watches.add(
        cluster
            .client()
            .genericKubernetesResources(kind.context())
            .inAnyNamespace()
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(GenericKubernetesResource job) {
                    ended(jobs.read(kind, job));
                  }

                  @Override
                  public void onUpdate(
                      GenericKubernetesResource before, GenericKubernetesResource job) {
                    ended(jobs.read(kind, job));
                  }

                  @Override
                  public void onDelete(GenericKubernetesResource job, boolean unsure) {
                    write(jobs.read(kind, job), List.of());
                  }
                }));
  }

  private void catchUp() {
    jobs.list(Optional.empty(), Optional.empty()).forEach(this::ended);
  }

  private void ended(Job job) {
    if (job.finished() && !file.knows(job.uid())) {
      write(job, jobs.replicas(job));
    }
  }

  /// What cannot be written now is tried again with the job's next change, and at the end.
  private void write(Job job, List<Replica> replicas) {
    var logs = home.logsOf(job.namespace()).resolve(job.name() + "-*").toString();
    try {
      file.add(PastJob.of(job, replicas, clock.instant(), Optional.of(logs)));
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("job", job.described()).log("No history was written");
    }
  }

  @Override
  public void close() {
    try {
      catchUp();
    } catch (KubernetesClientException e) {
      log.atInfo().setCause(e).log("The history is completed by the next yard of this home");
    }
    watches.forEach(SharedIndexInformer::close);
  }
}
