package dev.trainyard.operator.sdk;

import dev.trainyard.dialects.Attached;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.Mappers;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The caches behind one kind of job: the objects its jobs control, and the nodes their pods run
/// on. A change in any of them wakes the job it belongs to.
final class JobSources<W extends RawResource> {

  private static final String BY_NODE = "node";

  private final InformerEventSource<Pod, W> pods;
  private final InformerEventSource<Service, W> services;
  private final Map<Attached.Kind, InformerEventSource<GenericKubernetesResource, W>> attached =
      new LinkedHashMap<>();
  private final Map<String, InformerEventSource<GenericKubernetesResource, W>> consulted =
      new TreeMap<>();
  private final InformerEventSource<Node, W> nodes;
  private final Departures departures = new Departures();
  private final Slim slim;

  JobSources(
      EventSourceContext<W> context, Set<Attached.Kind> attaches, Set<Attached.Kind> consults) {
    var type = context.getPrimaryResourceClass();
    slim = new Slim(HasMetadata.getApiVersion(type), HasMetadata.getKind(type));
    pods = owned(Pod.class, slim::pod, context);
    pods.addIndexers(
        Map.of(BY_NODE, pod -> Optional.ofNullable(pod.getSpec().getNodeName()).stream().toList()));
    services = owned(Service.class, slim::service, context);
    for (var kind : attaches) {
      attached.put(kind, owned(kind, object -> slim.attached(kind, object), context));
    }
    for (var kind : consults) {
      consulted.put(kind.kind(), consulted(kind, context));
    }
    nodes = nodes(context);
  }

  List<EventSource<?, W>> all() {
    return Stream.of(
            Stream.<EventSource<?, W>>of(pods, services, nodes),
            attached.values().stream(),
            consulted.values().stream())
        .<EventSource<?, W>>flatMap(sources -> sources)
        .toList();
  }

  Departures departures() {
    return departures;
  }

  /// The caches as one pass over this job needs them.
  Caches around(W job) {
    return new Around(job);
  }

  private final class Around implements Caches {

    private final W job;

    Around(W job) {
      this.job = job;
    }

    @Override
    public Stream<Pod> pods() {
      return controlled(pods, job);
    }

    @Override
    public Stream<HasMetadata> objects() {
      return Stream.concat(
          controlled(services, job),
          attached.values().stream().flatMap(source -> controlled(source, job)));
    }

    @Override
    public Optional<Node> node(String name) {
      return nodes.get(new ResourceID(name));
    }

    @Override
    public Optional<GenericKubernetesResource> consulted(String kind, String name) {
      return Optional.ofNullable(consulted.get(kind))
          .flatMap(source -> source.get(new ResourceID(name)));
    }

    @Override
    public boolean seesNodes() {
      return nodes.keys().findAny().isPresent();
    }

    @Override
    public void saw(HasMetadata object) {
      var id = ResourceID.fromResource(object);
      switch (object) {
        case Pod pod -> pods.handleRecentResourceCreate(id, pod);
        case Service service -> services.handleRecentResourceCreate(id, service);
        // Secrets do not even rest here until a watch brings them.
        case GenericKubernetesResource other ->
            attached.forEach(
                (kind, source) -> {
                  if (kind.names(other.getApiVersion(), other.getKind())) {
                    source.handleRecentResourceCreate(id, slim.attached(kind, other));
                  }
                });
        default -> {}
      }
    }

    @Override
    public boolean shows(Target target) {
      var id = new ResourceID(target.name(), target.namespace());
      Optional<? extends HasMetadata> shown =
          switch (target.kind()) {
            case "Pod" -> pods.get(id);
            case "Service" -> services.get(id);
            default ->
                attached.entrySet().stream()
                    .filter(entry -> entry.getKey().names(target.apiVersion(), target.kind()))
                    .findFirst()
                    .flatMap(entry -> entry.getValue().get(id));
          };
      return shown.filter(one -> target.uid().equals(one.getMetadata().getUid())).isPresent();
    }
  }

  /// The sources index by name; an earlier job of that name may have left objects behind.
  private static <S extends HasMetadata, W extends RawResource> Stream<S> controlled(
      InformerEventSource<S, W> source, W job) {
    var uid = job.getMetadata().getUid();
    return source.getSecondaryResources(job).stream()
        .filter(
            object ->
                object.getMetadata().getOwnerReferences().stream()
                    .anyMatch(
                        owner ->
                            Boolean.TRUE.equals(owner.getController())
                                && uid.equals(owner.getUid())));
  }

  private <S extends HasMetadata> InformerEventSource<S, W> owned(
      Class<S> kind, UnaryOperator<S> slim, EventSourceContext<W> context) {
    var primary = context.getPrimaryResourceClass();
    return owned(
        InformerEventSourceConfiguration.from(kind, primary).withName(HasMetadata.getPlural(kind)),
        slim,
        context);
  }

  private InformerEventSource<GenericKubernetesResource, W> owned(
      Attached.Kind kind,
      UnaryOperator<GenericKubernetesResource> slim,
      EventSourceContext<W> context) {
    var primary = context.getPrimaryResourceClass();
    var named = new GroupVersionKind(kind.group(), kind.version(), kind.kind());
    return owned(
        InformerEventSourceConfiguration.from(named, primary)
            .withName(kind.group().isEmpty() ? kind.plural() : kind.plural() + "." + kind.group()),
        slim,
        context);
  }

  private <S extends HasMetadata> InformerEventSource<S, W> owned(
      InformerEventSourceConfiguration.Builder<S> source,
      UnaryOperator<S> slim,
      EventSourceContext<W> context) {
    var primary = context.getPrimaryResourceClass();
    return new InformerEventSource<>(
        source
            .withSecondaryToPrimaryMapper(Mappers.fromOwnerReferences(primary))
            .withItemStore(new TransformingItemStore<>(slim))
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .withOnDeleteFilter(
                (gone, _) -> {
                  departures.forget(gone.getMetadata().getUid());
                  return true;
                })
            .build(),
        context);
  }

  /// A change of these wakes nobody: what was made of them stands.
  private InformerEventSource<GenericKubernetesResource, W> consulted(
      Attached.Kind kind, EventSourceContext<W> context) {
    PrimaryToSecondaryMapper<W> none = _ -> Set.of();
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(
                new GroupVersionKind(kind.group(), kind.version(), kind.kind()),
                context.getPrimaryResourceClass())
            .withName(kind.plural())
            .withWatchAllNamespaces()
            .withPrimaryToSecondaryMapper(none)
            .withSecondaryToPrimaryMapper(_ -> Set.of())
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .build(),
        context);
  }

  /// Only a node that dies, recovers or leaves matters, and only to jobs with pods on it.
  private InformerEventSource<Node, W> nodes(EventSourceContext<W> context) {
    PrimaryToSecondaryMapper<W> none = _ -> Set.of();
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(Node.class, context.getPrimaryResourceClass())
            .withName(HasMetadata.getPlural(Node.class))
            .withWatchAllNamespaces()
            .withPrimaryToSecondaryMapper(none)
            .withSecondaryToPrimaryMapper(node -> jobsOn(node.getMetadata().getName(), context))
            .withItemStore(new TransformingItemStore<>(Slim::node))
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .withOnAddFilter(_ -> false)
            .withOnUpdateFilter((now, before) -> Nodes.ready(now) != Nodes.ready(before))
            .build(),
        context);
  }

  private Set<ResourceID> jobsOn(String node, EventSourceContext<W> context) {
    if (!pods.isRunning()) {
      return Set.of();
    }
    var toJob = Mappers.<Pod>fromOwnerReferences(context.getPrimaryResourceClass());
    return pods.byIndex(BY_NODE, node).stream()
        .flatMap(pod -> toJob.toPrimaryResourceIDs(pod).stream())
        .collect(Collectors.toSet());
  }
}
