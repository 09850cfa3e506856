package dev.trainyard.operator.cache;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodReading;
import dev.trainyard.operator.ClusterView;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One job's surroundings as the caches have them, with our own latest deletions on top.
public final class CachedCluster implements ClusterView {

  /// Seconds, where a pod does not say how long it may take to stop.
  private static final long DEFAULT_GRACE = 30;

  private final Caches caches;
  private final Departures departures;
  private final Settings settings;

  public CachedCluster(Caches caches, Departures departures, Settings settings) {
    this.caches = caches;
    this.departures = departures;
    this.settings = settings;
  }

  @Override
  public Observed observe(TrainingJob job, JobState past, boolean deletionAsked) {
    var pods =
        caches
            .pods()
            .map(this::withOurDeletion)
            .flatMap(pod -> PodReading.observe(job, pod).stream())
            .sorted(Comparator.comparing(ObservedPod::name).thenComparing(ObservedPod::createdAt))
            .toList();
    var objects =
        caches
            .objects()
            .filter(object -> departures.asked(object.getMetadata().getUid()).isEmpty())
            .map(CachedCluster::observed)
            .collect(Collectors.toSet());
    return new Observed(
        pods,
        List.of(),
        objects,
        List.of(),
        nodes(pods),
        !job.gang().podsAwaitGroup() || objects.stream().anyMatch(CachedCluster::isAdmittedGroup),
        job.naming().claim().isEmpty(),
        deletionAsked,
        past);
  }

  /// Finds what the job itself has brought and what its dialect is known to ask for; nothing else
  /// is cached.
  @Override
  public Dialect.Lookup lookup() {
    return new Dialect.Lookup() {
      @Override
      public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
        return namespace.isEmpty()
            ? caches.consulted(kind, name)
            : list(kind, namespace).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst();
      }

      @Override
      public List<GenericKubernetesResource> list(String kind, String namespace) {
        return caches
            .objects()
            .filter(object -> object.getKind().equals(kind))
            .filter(object -> namespace.equals(object.getMetadata().getNamespace()))
            .flatMap(
                object ->
                    object instanceof GenericKubernetesResource generic
                        ? Stream.of(generic)
                        : Stream.empty())
            .toList();
      }

      @Override
      public Settings settings() {
        return settings;
      }
    };
  }

  private static boolean isAdmittedGroup(ObservedObject object) {
    return object.ref().kind().equals("PodGroup") && object.ready();
  }

  /// A pod we have sent away stays visible until it is gone, but never as one that stays.
  private Pod withOurDeletion(Pod pod) {
    return departures
        .asked(pod.getMetadata().getUid())
        .filter(_ -> !pod.isMarkedForDeletion())
        .map(asked -> leaving(pod, asked))
        .orElse(pod);
  }

  private static Pod leaving(Pod pod, Instant asked) {
    long grace =
        requireNonNullElse(pod.getSpec().getTerminationGracePeriodSeconds(), DEFAULT_GRACE);
    return new PodBuilder(pod)
        .editMetadata()
        .withDeletionTimestamp(asked.plusSeconds(grace).toString())
        .withDeletionGracePeriodSeconds(grace)
        .endMetadata()
        .build();
  }

  private static ObservedObject observed(HasMetadata object) {
    var metadata = object.getMetadata();
    return new ObservedObject(
        new ObjectRef(
            object.getApiVersion(), object.getKind(), metadata.getName(), metadata.getUid()),
        Optional.ofNullable(metadata.getAnnotations())
            .map(annotations -> annotations.get(Plan.CONTENT_DIGEST)),
        isReady(object));
  }

  /// A group that is new or waits says so in its phase; other objects are ready once they are
  /// there.
  private static boolean isReady(HasMetadata object) {
    return !(object instanceof GenericKubernetesResource group)
        || !group.getKind().equals("PodGroup")
        || Optional.ofNullable(group.<String>get("status", "phase"))
            .filter(phase -> !phase.isEmpty() && !phase.equals("Pending"))
            .isPresent();
  }

  /// A node that is not listed is gone.
  private Map<String, NodeFact> nodes(List<ObservedPod> pods) {
    var nodes = new TreeMap<String, NodeFact>();
    var names = pods.stream().flatMap(pod -> pod.node().stream()).distinct().toList();
    if (!caches.seesNodes()) {
      // We may not look at nodes, so none may be taken for dead.
      names.forEach(name -> nodes.put(name, new NodeFact(true, Instant.EPOCH)));
      return nodes;
    }
    names.forEach(
        name -> caches.node(name).map(Nodes::fact).ifPresent(fact -> nodes.put(name, fact)));
    return nodes;
  }
}
