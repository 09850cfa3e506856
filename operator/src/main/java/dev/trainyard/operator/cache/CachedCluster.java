package dev.trainyard.operator.cache;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Attached.Readiness;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.plan.Children;
import dev.trainyard.engine.plan.HostLists;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodReading;
import dev.trainyard.operator.ClusterView;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One job's surroundings as the caches have them, with our own latest deletions on top.
public final class CachedCluster implements ClusterView {

  private final Caches caches;
  private final Departures departures;
  private final Settings settings;
  private final Company company;

  public CachedCluster(Caches caches, Departures departures, Settings settings, Company company) {
    this.caches = caches;
    this.departures = departures;
    this.settings = settings;
    this.company = company;
  }

  @Override
  public Observed observe(TrainingJob job, JobState past, boolean deletionAsked) {
    var known = caches.pods().map(departures::shown).toList();
    var pods =
        known.stream()
            .flatMap(pod -> PodReading.observe(job, pod).stream())
            .sorted(Comparator.comparing(ObservedPod::name).thenComparing(ObservedPod::createdAt))
            .toList();
    var objects =
        Stream.concat(caches.objects(), outliving(job))
            .filter(object -> departures.asked(object.getMetadata().getUid()).isEmpty())
            .map(this::observed)
            .collect(Collectors.toSet());
    return new Observed(
        pods,
        caches
            .carriers()
            .filter(child -> departures.asked(child.getMetadata().getUid()).isEmpty())
            .flatMap(child -> Children.observe(job, child, known).stream())
            .toList(),
        objects,
        listedHosts(job),
        nodes(pods),
        !job.gang().podsAwaitGroup() || isAdmitted(job, objects),
        job.naming().claim().isEmpty(),
        deletionAsked,
        past);
  }

  /// What no job owns once it is there; whoever has made it.
  private Stream<? extends HasMetadata> outliving(TrainingJob job) {
    return job.attachments().stream()
        .filter(attachment -> attachment.lifetime() == Lifetime.OUTLIVES_JOB)
        .flatMap(one -> caches.named(one.apiVersion(), one.kind(), one.name()).stream());
  }

  /// Finds what the job itself has brought, what it could use instead, and what its dialect is
  /// known to ask for; nothing else is cached.
  @Override
  public Dialect.Lookup lookup() {
    return new Dialect.Lookup() {
      @Override
      public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
        return sees(kind)
            ? caches.consulted(kind, namespace, name)
            : list(kind, namespace).stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .or(() -> shared(kind, namespace, name));
      }

      @Override
      public List<GenericKubernetesResource> list(String kind, String namespace) {
        if (sees(kind)) {
          return caches.consulted(kind, namespace);
        }
        return caches
            .objects()
            .filter(object -> object.getKind().equals(kind))
            .filter(object -> namespace.equals(object.getMetadata().getNamespace()))
            .flatMap(CachedCluster::generic)
            .toList();
      }

      @Override
      public boolean sees(String kind) {
        return company.consulted().stream().anyMatch(one -> one.kind().equals(kind));
      }

      @Override
      public Settings settings() {
        return settings;
      }
    };
  }

  private Optional<GenericKubernetesResource> shared(String kind, String namespace, String name) {
    return company.attached().stream()
        .filter(one -> one.shared() && one.kind().equals(kind))
        .flatMap(one -> caches.named(one.apiVersion(), kind, name).stream())
        .filter(object -> namespace.equals(object.getMetadata().getNamespace()))
        .flatMap(CachedCluster::generic)
        .findFirst();
  }

  private static Stream<GenericKubernetesResource> generic(HasMetadata object) {
    return object instanceof GenericKubernetesResource generic
        ? Stream.of(generic)
        : Stream.empty();
  }

  private List<String> listedHosts(TrainingJob job) {
    return HostLists.following(job)
        .flatMap(
            list ->
                caches
                    .objects()
                    .filter(object -> list.is(reference(object)))
                    .findFirst()
                    .map(object -> hosts(job, list, object)))
        .orElse(List.of());
  }

  private static List<String> hosts(TrainingJob job, Attachment list, HasMetadata object) {
    if (!(list.content() instanceof Content.HostList(var keys))
        || !(object instanceof GenericKubernetesResource map)
        || !(map.get("data") instanceof Map<?, ?> data)) {
      return List.of();
    }
    var texts = new TreeMap<String, String>();
    data.forEach((key, text) -> texts.put(String.valueOf(key), String.valueOf(text)));
    return HostLists.read(job, keys, texts);
  }

  /// Whether the job's own group is let in; whatever else it has brought does not count.
  private boolean isAdmitted(TrainingJob job, Set<ObservedObject> objects) {
    return job.attachments().stream()
        .filter(one -> readiness(one.apiVersion(), one.kind()) instanceof Readiness.Admitted)
        .anyMatch(group -> objects.stream().anyMatch(one -> group.is(one.ref()) && one.ready()));
  }

  private ObservedObject observed(HasMetadata object) {
    return new ObservedObject(
        reference(object),
        Optional.ofNullable(object.getMetadata().getAnnotations())
            .map(annotations -> annotations.get(Plan.CONTENT_DIGEST)),
        isReady(object),
        entries(object));
  }

  private Optional<Set<String>> entries(HasMetadata object) {
    return object instanceof GenericKubernetesResource one
        ? kindOf(one.getApiVersion(), one.getKind()).flatMap(kind -> kind.entries(one))
        : Optional.empty();
  }

  private static ObjectRef reference(HasMetadata object) {
    var metadata = object.getMetadata();
    return new ObjectRef(
        object.getApiVersion(), object.getKind(), metadata.getName(), metadata.getUid());
  }

  private boolean isReady(HasMetadata object) {
    return !(object instanceof GenericKubernetesResource one)
        || readiness(one.getApiVersion(), one.getKind()).of(one);
  }

  private Readiness readiness(String apiVersion, String kind) {
    return kindOf(apiVersion, kind)
        .map(Attached.Kind::readiness)
        .orElseGet(Readiness.OnceThere::new);
  }

  private Optional<Attached.Kind> kindOf(String apiVersion, String kind) {
    return company.attached().stream().filter(one -> one.names(apiVersion, kind)).findFirst();
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
