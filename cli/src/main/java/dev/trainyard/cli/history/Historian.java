package dev.trainyard.cli.history;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.cli.local.YardHome;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down every job of a yard that is over: when it ends, or when it is deleted before that.
/// What ended while nobody wrote is found again when the next yard of the home starts, for a job
/// stays in the store until somebody deletes it, and nobody can while no yard is up.
///
/// Neither a start nor a stop waits for the jobs that have ended: they are looked through
/// meanwhile, and only those that are missing are read.
public final class Historian implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Historian.class);

  private static final long LISTED_AT_ONCE = 500;

  private final Jobs jobs;
  private final YardHome home;
  private final HistoryFile file;
  private final InstantSource clock;
  private final List<SharedIndexInformer<GenericKubernetesResource>> watches = new ArrayList<>();

  /// Jobs that go on, or whose end is not on disk yet, by uid.
  private final Map<String, Open> open = new ConcurrentHashMap<>();

  private final CountDownLatch unlisted;

  private record Open(JobKind kind, String namespace, String name) {
    static Open of(JobKind kind, GenericKubernetesResource job) {
      return new Open(kind, job.getMetadata().getNamespace(), job.getMetadata().getName());
    }
  }

  /// Returns at once.
  public static Historian start(Cluster cluster, YardHome home, InstantSource clock)
      throws IOException {
    var kinds = JobKind.in(cluster);
    var historian =
        new Historian(
            new Jobs(cluster),
            home,
            new HistoryFile(home.history()),
            clock,
            new CountDownLatch(kinds.size()));
    kinds.forEach(kind -> historian.watch(cluster, kind));
    return historian;
  }

  private Historian(
      Jobs jobs, YardHome home, HistoryFile file, InstantSource clock, CountDownLatch unlisted) {
    this.jobs = jobs;
    this.home = home;
    this.file = file;
    this.clock = clock;
    this.unlisted = unlisted;
  }

  private void watch(Cluster cluster, JobKind kind) {
    var watch =
        cluster
            .client()
            .genericKubernetesResources(kind.context())
            .inAnyNamespace()
            .withLimit(LISTED_AT_ONCE)
            .runnableInformer(0)
            .itemStore(new TransformingItemStore<>(job -> kept(kind, job)))
            .exceptionHandler((_, _) -> true)
            .addEventHandler(new Endings(kind));
    watches.add(watch);
    var _ = watch.start();
  }

  /// Of a job that is over nothing more is needed than that it is the same one. The others are few.
  private GenericKubernetesResource kept(JobKind kind, GenericKubernetesResource job) {
    if (!file.knows(uid(job)) && jobs.ended(kind, job).isEmpty()) {
      return job;
    }
    var bare = new GenericKubernetesResource();
    bare.setApiVersion(job.getApiVersion());
    bare.setKind(job.getKind());
    bare.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(job.getMetadata().getNamespace())
            .withName(job.getMetadata().getName())
            .withUid(uid(job))
            .withResourceVersion(job.getMetadata().getResourceVersion())
            .build());
    return bare;
  }

  private static String uid(GenericKubernetesResource job) {
    return job.getMetadata().getUid();
  }

  /// What is heard of the jobs of one kind. Those that were there before are weighed together, so
  /// that of very many only the newest are read, and written with one sync.
  private final class Endings implements ResourceEventHandler<GenericKubernetesResource> {

    private final JobKind kind;
    private final PriorityQueue<Ended> earlier = new PriorityQueue<>(Ended.ORDER);
    private boolean listed;

    Endings(JobKind kind) {
      this.kind = kind;
    }

    @Override
    public void onAdd(GenericKubernetesResource job) {
      see(job);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource job) {
      see(job);
    }

    private void see(GenericKubernetesResource job) {
      if (file.knows(uid(job))) {
        return;
      }
      var ended = jobs.ended(kind, job);
      if (ended.isEmpty()) {
        open.put(uid(job), Open.of(kind, job));
      } else if (!file.lacks(uid(job), ended.get())) {
        open.remove(uid(job));
      } else if (listed) {
        open.put(uid(job), Open.of(kind, job));
        write(List.of(jobs.read(kind, job)));
      } else {
        earlier.add(new Ended(ended.get(), job));
        if (earlier.size() > HistoryFile.KEPT) {
          earlier.remove();
        }
      }
    }

    @Override
    public void onDelete(GenericKubernetesResource job, boolean unsure) {
      // What is bare here was written down, or is too old to be.
      if (open.containsKey(uid(job))) {
        add(List.of(past(jobs.read(kind, job), List.of())));
      }
    }

    @Override
    public void onList(String resourceVersion, boolean remainedEmpty) {
      if (!listed) {
        listed = true;
        unlisted.countDown();
      }
      if (!earlier.isEmpty()) {
        write(earlier.stream().map(ended -> jobs.read(kind, ended.job())).toList());
        earlier.clear();
      }
    }
  }

  private record Ended(Instant at, GenericKubernetesResource job) {
    private static final Comparator<Ended> ORDER = Comparator.comparing(Ended::at);
  }

  private void write(List<Job> ended) {
    var replicas =
        ended.size() == 1
            ? Map.of(ended.getFirst().uid(), jobs.replicas(ended.getFirst()))
            : jobs.replicas(ended, Optional.empty());
    add(ended.stream().map(job -> past(job, replicas.getOrDefault(job.uid(), List.of()))).toList());
  }

  private PastJob past(Job job, List<Replica> replicas) {
    var logs = home.logsOf(job.namespace()).resolve(job.name() + "-*").toString();
    return PastJob.of(job, replicas, clock.instant(), Optional.of(logs));
  }

  /// What cannot be written now is tried again with the job's next change, and at the end.
  private void add(List<PastJob> past) {
    try {
      file.add(past);
      past.forEach(job -> open.remove(job.uid()));
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("jobs", past.size()).log("No history was written");
    }
  }

  /// The jobs that go on, and those that are over and have left replicas running. Jobs of whom
  /// nothing runs are not asked for, once it is known which they are.
  public List<Job> running() {
    if (unlisted.getCount() > 0) {
      return jobs.running();
    }
    return Stream.concat(
            open().filter(job -> !job.finished() && !job.refused()), jobs.leftRunning())
        .sorted(Comparator.comparing(Job::described))
        .toList();
  }

  /// Those of the jobs that go on of whom something runs right now. Does not wait until it is known
  /// which jobs are over.
  public List<Job> alive() {
    return unlisted.getCount() > 0 ? jobs.alive() : running();
  }

  private Stream<Job> open() {
    return open.values().stream()
        .flatMap(one -> jobs.find(one.kind(), one.namespace(), one.name()).stream());
  }

  /// A job may have ended a moment ago. Only those of whom that is not known are asked for.
  @Override
  public void close() {
    watches.forEach(SharedIndexInformer::close);
    try {
      var ended = open().filter(Job::finished).toList();
      if (!ended.isEmpty()) {
        write(ended);
      }
    } catch (KubernetesClientException e) {
      log.atInfo().setCause(e).log("The history is completed by the next yard of this home");
    }
  }
}
