package dev.trainyard.cli.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.UnreadableMark;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.operator.kinds.LiveObjects;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The jobs of a cluster, of every kind it serves.
public final class Jobs {

  private static final long PAGE = 500;
  private static final Comparator<Job> ORDER =
      Comparator.comparing(Job::namespace).thenComparing(Job::name);

  private final Cluster cluster;
  private final List<JobKind> kinds;

  public Jobs(Cluster cluster) {
    this.cluster = cluster;
    this.kinds = JobKind.in(cluster);
  }

  /// A job as people name it: `train` or `pytorchjob/train`.
  public record Name(Optional<JobKind> kind, String name) {

    public static Name parse(String text) {
      var slash = text.indexOf('/');
      if (slash < 0) {
        return new Name(Optional.empty(), text);
      }
      var word = text.substring(0, slash);
      var kind =
          JobKind.named(word).orElseThrow(() -> new Refusal(ExitStatus.INVALID, unknownKind(word)));
      return new Name(Optional.of(kind), text.substring(slash + 1));
    }

    @Override
    public String toString() {
      return kind.map(known -> known.singular() + "/" + name).orElse(name);
    }
  }

  public static String unknownKind(String word) {
    var known = JobKind.all().stream().map(JobKind::singular).toList();
    return "\"%s\" is not one of %s%s"
        .formatted(
            word,
            String.join(", ", known),
            Words.nearest(word, known).map("; did you mean %s?"::formatted).orElse("."));
  }

  /// The one job of that name.
  ///
  /// @throws Refusal when there is none, with names that are close; when there are several
  public Job find(Name name) {
    return seek(name).orElseThrow(() -> new Refusal(ExitStatus.FAILED, absent(name)));
  }

  /// The one job of that name, if there is one. What an AppWrapper of that name wraps is meant only
  /// by who says its kind.
  ///
  /// @throws Refusal when there are several
  public Optional<Job> seek(Name name) {
    var all = candidates(name);
    var found = all.stream().filter(job -> !job.madeBy(all)).toList();
    if (found.size() <= 1) {
      return found.stream().findFirst();
    }
    throw new Refusal(
        ExitStatus.INVALID,
        "\"%s\" is the name of several jobs: say which of %s."
            .formatted(name, found.stream().map(Job::reference).collect(Collectors.joining(", "))));
  }

  private List<Job> candidates(Name name) {
    return kinds.stream()
        .filter(kind -> name.kind().isEmpty() || name.kind().get().equals(kind))
        .flatMap(kind -> find(kind, cluster.namespace(), name.name()).stream())
        .toList();
  }

  private String absent(Name name) {
    var there =
        list(Optional.of(cluster.namespace()), name.kind()).stream().map(Job::name).toList();
    return "There is no job \"%s\" in namespace %s%s"
        .formatted(
            name,
            cluster.namespace(),
            Words.nearest(name.name(), there)
                .map("; did you mean %s?"::formatted)
                .orElse(there.isEmpty() ? "; it has none." : ": `trainyard get` lists them."));
  }

  public Optional<Job> find(JobKind kind, String namespace, String name) {
    return Optional.ofNullable(
            cluster
                .client()
                .genericKubernetesResources(kind.context())
                .inNamespace(namespace)
                .withName(name)
                .get())
        .map(resource -> read(kind, resource));
  }

  /// By namespace and name; without a namespace those of all.
  public List<Job> list(Optional<String> namespace, Optional<JobKind> only) {
    var all = new ArrayList<Job>();
    for (var kind : kinds) {
      if (only.isEmpty() || only.get().equals(kind)) {
        var resources = cluster.client().genericKubernetesResources(kind.context());
        var found =
            namespace.isPresent()
                ? resources.inNamespace(namespace.get()).list()
                : resources.inAnyNamespace().list();
        found.getItems().forEach(resource -> all.add(read(kind, resource)));
      }
    }
    all.sort(ORDER);
    return all;
  }

  /// Until closed, `changed` is called after every change of a job or a pod.
  public Watching watch(Optional<String> namespace, Runnable changed) {
    var open = new ArrayList<SharedIndexInformer<?>>();
    for (var kind : kinds) {
      var resources = cluster.client().genericKubernetesResources(kind.context());
      open.add(
          namespace.isPresent()
              ? resources.inNamespace(namespace.get()).inform(new Every<>(changed))
              : resources.inAnyNamespace().inform(new Every<>(changed)));
    }
    var pods = cluster.client().pods();
    open.add(
        namespace.isPresent()
            ? pods.inNamespace(namespace.get()).inform(new Every<>(changed))
            : pods.inAnyNamespace().inform(new Every<>(changed)));
    return () -> open.forEach(SharedIndexInformer::close);
  }

  public interface Watching extends AutoCloseable {
    @Override
    void close();
  }

  public Job read(JobKind kind, GenericKubernetesResource resource) {
    return read(kind, json(resource));
  }

  private Job read(JobKind kind, ObjectNode json) {
    return kind.read(json, cluster.place(), new Permitted(new LiveObjects(cluster.client())));
  }

  /// When a job ended, if it has, told without looking anything up.
  public Optional<Instant> ended(JobKind kind, GenericKubernetesResource resource) {
    return kind.recall(json(resource)).remember().ending().map(Ending::at);
  }

  private ObjectNode json(GenericKubernetesResource resource) {
    return cluster.client().getKubernetesSerialization().convertValue(resource, ObjectNode.class);
  }

  /// What would be otherwise if the job were submitted now. Not everybody may look at everything it
  /// was made of.
  public List<Problem> hindsight(Job job) {
    try {
      return job.kind().hindsight(job.json(), cluster.place(), new LiveObjects(cluster.client()));
    } catch (KubernetesClientException refused) {
      return List.of(
          Problem.warning(
              "spec",
              "nobody can tell whether it would be the same if it were submitted now: %s"
                  .formatted(refused.getMessage())));
    }
  }

  /// The job's pods, in rank order.
  public List<Replica> replicas(Job job) {
    return replicas(
        job,
        cluster
            .client()
            .pods()
            .inNamespace(job.namespace())
            .withLabels(job.podLabels())
            .list()
            .getItems()
            .stream());
  }

  /// The pods of many jobs. All pods are asked for, a page at a time, and those that cannot be of
  /// these jobs are not kept.
  public Map<String, List<Replica>> replicas(List<Job> jobs, Optional<String> namespace) {
    if (jobs.isEmpty()) {
      return Map.of();
    }
    var known = new PodsOfJobs(podsOf(jobs, namespace));
    return jobs.stream()
        .collect(Collectors.toMap(Job::uid, job -> replicas(job, known.candidates(job))));
  }

  private List<Pod> podsOf(List<Job> jobs, Optional<String> namespace) {
    var loose = jobs.stream().anyMatch(job -> !job.ownsItsPods());
    var owners = jobs.stream().map(Job::uid).collect(Collectors.toSet());
    var pods = cluster.client().pods();
    var where = namespace.isPresent() ? pods.inNamespace(namespace.get()) : pods.inAnyNamespace();
    var found = new ArrayList<Pod>();
    Optional<String> next = Optional.of("");
    while (next.isPresent()) {
      var page =
          where.list(
              new ListOptionsBuilder()
                  .withLimit(PAGE)
                  .withContinue(next.filter(token -> !token.isEmpty()).orElse(null))
                  .build());
      page.getItems().stream()
          .filter(pod -> loose || PodsOfJobs.owned(pod, owners))
          .forEach(found::add);
      next = Optional.ofNullable(page.getMetadata().getContinue()).filter(t -> !t.isEmpty());
    }
    return found;
  }

  /// The jobs that have not ended, and those that have and left replicas running. Jobs that are
  /// over cost no more than a glance at their status.
  public List<Job> running() {
    var live = new PodsOfJobs(livePods());
    var all = new ArrayList<Job>();
    for (var kind : kinds) {
      for (var resource : resources(kind).getItems()) {
        var json = json(resource);
        if (kind.recall(json).remember().ending().isEmpty() || live.mention(resource)) {
          all.add(read(kind, json));
        }
      }
    }
    all.sort(ORDER);
    return all.stream()
        .filter(
            job ->
                (!job.finished() && !job.refused())
                    || live.candidates(job).anyMatch(pod -> job.has(pod)))
        .toList();
  }

  /// The jobs that have ended and left pods running that are theirs.
  public Stream<Job> leftRunning() {
    return ofLivePods().filter(Job::finished);
  }

  /// The jobs of which pods run, whether they have ended or not.
  public List<Job> alive() {
    return ofLivePods().sorted(ORDER).toList();
  }

  private Stream<Job> ofLivePods() {
    return livePods().stream()
        .flatMap(
            pod ->
                pod.getMetadata().getOwnerReferences().stream()
                    .flatMap(owner -> owning(pod, owner)))
        .collect(Collectors.toMap(Job::uid, job -> job, (one, _) -> one))
        .values()
        .stream();
  }

  private Stream<Job> owning(Pod pod, OwnerReference owner) {
    return kinds.stream()
        .filter(kind -> kind.is(owner.getApiVersion(), owner.getKind()))
        .flatMap(kind -> find(kind, pod.getMetadata().getNamespace(), owner.getName()).stream())
        .filter(job -> job.has(pod));
  }

  private GenericKubernetesResourceList resources(JobKind kind) {
    return cluster.client().genericKubernetesResources(kind.context()).inAnyNamespace().list();
  }

  private List<Pod> livePods() {
    return cluster
        .client()
        .pods()
        .inAnyNamespace()
        .withoutField("status.phase", "Succeeded")
        .withoutField("status.phase", "Failed")
        .list()
        .getItems();
  }

  /// What was told of the job and of its pods, the oldest first.
  public List<Event> events(Job job) {
    var ours =
        replicas(job).stream().map(Replica::uid).collect(Collectors.toCollection(HashSet::new));
    ours.add(job.uid());
    return cluster.client().v1().events().inNamespace(job.namespace()).list().getItems().stream()
        .filter(
            event -> !UnreadableMark.on(event) && ours.contains(event.getInvolvedObject().getUid()))
        .sorted(
            Comparator.comparing(
                event ->
                    Optional.ofNullable(event.getLastTimestamp())
                        .orElse(event.getMetadata().getCreationTimestamp())))
        .toList();
  }

  static List<Replica> replicas(Job job, Stream<Pod> pods) {
    return pods.filter(job::has).map(pod -> Replica.of(job, pod)).sorted(Replica.ORDER).toList();
  }
}
