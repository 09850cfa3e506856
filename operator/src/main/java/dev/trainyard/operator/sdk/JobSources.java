package dev.trainyard.operator.sdk;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Company;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.operator.cache.Questions;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The caches behind one kind of job: the objects its jobs control, what carries them, and the
/// nodes their pods run on. A change in any of them wakes the job it belongs to.
final class JobSources<W extends RawResource> {

  private static final String BY_NODE = "node";
  private static final String BY_CONTROLLER = "controller";

  private final InformerEventSource<Pod, W> pods;
  private final InformerEventSource<Service, W> services;
  private final Map<Attached.Kind, InformerEventSource<GenericKubernetesResource, W>> attached =
      new LinkedHashMap<>();
  private final Map<Attached.Kind, InformerEventSource<GenericKubernetesResource, W>> carriers =
      new LinkedHashMap<>();
  private final Map<String, InformerEventSource<GenericKubernetesResource, W>> consulted =
      new TreeMap<>();
  private final InformerEventSource<Node, W> nodes;
  private final Departures departures = new Departures();
  private final Questions<ResourceID> questions = new Questions<>();
  private final Class<W> primary;
  private final Slim slim;
  private final UnreadableNotices notices;

  JobSources(EventSourceContext<W> context, Company company, UnreadableNotices notices) {
    this.notices = notices;
    primary = context.getPrimaryResourceClass();
    slim = new Slim(HasMetadata.getApiVersion(primary), HasMetadata.getKind(primary), company);
    pods = owned(Pod.class, slim::pod, context);
    pods.addIndexers(
        Map.of(
            BY_NODE,
            pod -> Optional.ofNullable(pod.getSpec().getNodeName()).stream().toList(),
            BY_CONTROLLER,
            pod -> controllerUid(pod).stream().toList()));
    services = owned(Service.class, slim::service, context);
    for (var kind : company.attached()) {
      attached.put(kind, owned(kind, object -> slim.attached(kind, object), context));
    }
    for (var kind : company.carriers()) {
      var source = owned(kind, object -> slim.attached(kind, object), context);
      source.addIndexers(Map.of(BY_CONTROLLER, object -> controllerUid(object).stream().toList()));
      carriers.put(kind, source);
    }
    for (var kind : company.consulted()) {
      consulted.put(kind.kind(), consulted(kind, context));
    }
    nodes = nodes(context);
  }

  List<EventSource<?, W>> all() {
    return Stream.of(
            Stream.<EventSource<?, W>>of(pods, services, nodes),
            attached.values().stream(),
            carriers.values().stream(),
            consulted.values().stream())
        .<EventSource<?, W>>flatMap(sources -> sources)
        .toList();
  }

  Departures departures() {
    return departures;
  }

  /// The caches as one pass over this job needs them.
  Caches around(W job) {
    questions.begin(ResourceID.fromResource(job));
    return new Around(job);
  }

  private final class Around implements Caches {

    private final W job;

    Around(W job) {
      this.job = job;
    }

    @Override
    public Stream<Pod> pods() {
      return Stream.concat(
          controlled(pods, job),
          family().flatMap(uid -> pods.byIndex(BY_CONTROLLER, uid).stream()));
    }

    /// The uids of what carries the job and of what that has made.
    private Stream<String> family() {
      var known = new LinkedHashSet<String>();
      carriers().forEach(child -> known.add(child.getMetadata().getUid()));
      for (int i = 1; i < carriers.size(); i++) {
        for (var uid : List.copyOf(known)) {
          carriers.values().stream()
              .flatMap(source -> source.byIndex(BY_CONTROLLER, uid).stream())
              .forEach(grandchild -> known.add(grandchild.getMetadata().getUid()));
        }
      }
      return known.stream();
    }

    @Override
    public Stream<GenericKubernetesResource> carriers() {
      return carriers.values().stream().flatMap(source -> controlled(source, job));
    }

    @Override
    public Optional<? extends HasMetadata> named(String apiVersion, String kind, String name) {
      return source(apiVersion, kind)
          .flatMap(source -> source.get(new ResourceID(name, job.getMetadata().getNamespace())));
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
    public Optional<GenericKubernetesResource> consulted(
        String kind, String namespace, String name) {
      questions.ask(ResourceID.fromResource(job), kind, namespace, name);
      return Optional.ofNullable(consulted.get(kind))
          .flatMap(
              source ->
                  source.get(
                      namespace.isEmpty()
                          ? new ResourceID(name)
                          : new ResourceID(name, namespace)));
    }

    @Override
    public List<GenericKubernetesResource> consulted(String kind, String namespace) {
      questions.askForAll(ResourceID.fromResource(job), kind, namespace);
      return Optional.ofNullable(consulted.get(kind)).stream()
          .flatMap(source -> source.list(one -> namespace.equals(one.getMetadata().getNamespace())))
          .toList();
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
            Stream.of(attached, carriers)
                .flatMap(sources -> sources.entrySet().stream())
                .filter(entry -> entry.getKey().names(other.getApiVersion(), other.getKind()))
                .forEach(
                    entry ->
                        entry
                            .getValue()
                            .handleRecentResourceCreate(id, slim.attached(entry.getKey(), other)));
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
            default -> source(target.apiVersion(), target.kind()).flatMap(one -> one.get(id));
          };
      return shown.filter(one -> target.uid().equals(one.getMetadata().getUid())).isPresent();
    }
  }

  private Optional<InformerEventSource<GenericKubernetesResource, W>> source(
      String apiVersion, String kind) {
    return attached.entrySet().stream()
        .filter(entry -> entry.getKey().names(apiVersion, kind))
        .findFirst()
        .map(Map.Entry::getValue);
  }

  private static Optional<OwnerReference> controller(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst();
  }

  private static Optional<String> controllerUid(HasMetadata object) {
    return controller(object).map(OwnerReference::getUid);
  }

  /// The job that an object belongs to, if only through what carries that job. A carrier that is
  /// not known yet wakes its job itself when it comes.
  private Set<ResourceID> jobOf(HasMetadata object) {
    var next = controller(object);
    var namespace = object.getMetadata().getNamespace();
    for (int i = 0; next.isPresent() && i <= carriers.size(); i++) {
      var owner = next.get();
      if (owner.getKind().equals(HasMetadata.getKind(primary))
          && Attachment.group(owner.getApiVersion()).equals(HasMetadata.getGroup(primary))) {
        return Set.of(new ResourceID(owner.getName(), namespace));
      }
      next =
          carriers.entrySet().stream()
              .filter(entry -> entry.getKey().names(owner.getApiVersion(), owner.getKind()))
              .filter(entry -> entry.getValue().isRunning())
              .flatMap(
                  entry ->
                      entry.getValue().get(new ResourceID(owner.getName(), namespace)).stream())
              .filter(carrier -> owner.getUid().equals(carrier.getMetadata().getUid()))
              .findFirst()
              .flatMap(JobSources::controller);
    }
    return Set.of();
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
    return new InformerEventSource<>(
        source
            .withSecondaryToPrimaryMapper(this::jobOf)
            .withItemStore(new TransformingItemStore<>(object -> slim.apply(notices.note(object))))
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .withOnDeleteFilter(
                (gone, _) -> {
                  departures.forget(gone.getMetadata().getUid());
                  return true;
                })
            .build(),
        context);
  }

  /// A change of these wakes who has asked for them. How they fare matters to nobody.
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
            .withSecondaryToPrimaryMapper(
                object ->
                    questions.concernedBy(
                        kind.kind(),
                        Optional.ofNullable(object.getMetadata().getNamespace()).orElse(""),
                        object.getMetadata().getName()))
            .withOnUpdateFilter(JobSources::saysSomethingElse)
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .build(),
        context);
  }

  private static boolean saysSomethingElse(HasMetadata now, HasMetadata before) {
    var one = now.getMetadata();
    var other = before.getMetadata();
    return !Objects.equals(one.getGeneration(), other.getGeneration())
        || !Objects.equals(one.getLabels(), other.getLabels());
  }

  /// Only a node that dies, recovers or leaves matters, and only to jobs with pods on it.
  private InformerEventSource<Node, W> nodes(EventSourceContext<W> context) {
    PrimaryToSecondaryMapper<W> none = _ -> Set.of();
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(Node.class, context.getPrimaryResourceClass())
            .withName(HasMetadata.getPlural(Node.class))
            .withWatchAllNamespaces()
            .withPrimaryToSecondaryMapper(none)
            .withSecondaryToPrimaryMapper(node -> jobsOn(node.getMetadata().getName()))
            .withItemStore(new TransformingItemStore<>(node -> Slim.node(notices.note(node))))
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .withOnAddFilter(_ -> false)
            .withOnUpdateFilter((now, before) -> Nodes.ready(now) != Nodes.ready(before))
            .build(),
        context);
  }

  private Set<ResourceID> jobsOn(String node) {
    if (!pods.isRunning()) {
      return Set.of();
    }
    return pods.byIndex(BY_NODE, node).stream()
        .flatMap(pod -> jobOf(pod).stream())
        .collect(Collectors.toSet());
  }
}
