package dev.trainyard.operator.sdk;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Echo;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.operator.kinds.RawAppWrapper;
import dev.trainyard.operator.wrapper.WrapperView;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.PrimaryToSecondaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.Mappers;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The caches behind AppWrappers: the pods that carry the name of one, the nodes these run on, and
/// whatever else is wrapped. What that is turns out as AppWrappers come; a kind is watched from the
/// first one that names it on.
final class WrapperSources {

  private static final String BY_NODE = "node";

  private final InformerEventSource<Pod, RawAppWrapper> pods;
  private final InformerEventSource<Node, RawAppWrapper> nodes;
  private final Map<Wrapped, InformerEventSource<GenericKubernetesResource, RawAppWrapper>> kinds =
      new ConcurrentHashMap<>();
  private final Departures departures = new Departures();

  /// A kind that somebody wraps.
  private record Wrapped(String apiVersion, String kind) {

    GroupVersionKind named() {
      int slash = apiVersion.indexOf('/');
      return new GroupVersionKind(
          slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }
  }

  WrapperSources(EventSourceContext<RawAppWrapper> context, UnreadableNotices notices) {
    pods =
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(Pod.class, RawAppWrapper.class)
                .withName("pods")
                .withLabelSelector(CodeFlare.WRAPPER_LABEL)
                .withSecondaryToPrimaryMapper(WrapperSources::named)
                .withItemStore(new TransformingItemStore<>(pod -> Slim.wrapped(notices.note(pod))))
                .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
                .withOnDeleteFilter((gone, _) -> forget(gone))
                .build(),
            context);
    pods.addIndexers(
        Map.of(BY_NODE, pod -> Optional.ofNullable(pod.getSpec().getNodeName()).stream().toList()));
    nodes = nodes(context, notices);
  }

  private boolean forget(HasMetadata gone) {
    departures.forget(gone.getMetadata().getUid());
    return true;
  }

  /// The AppWrapper whose name a pod carries.
  private static Set<ResourceID> named(Pod pod) {
    var metadata = pod.getMetadata();
    return Optional.ofNullable(labels(pod).get(CodeFlare.WRAPPER_LABEL)).stream()
        .map(name -> new ResourceID(name, metadata.getNamespace()))
        .collect(Collectors.toSet());
  }

  private static Map<String, String> labels(HasMetadata object) {
    return requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  /// Only what its labels say of a node matters, and only to those with pods on it.
  private InformerEventSource<Node, RawAppWrapper> nodes(
      EventSourceContext<RawAppWrapper> context, UnreadableNotices notices) {
    PrimaryToSecondaryMapper<RawAppWrapper> none = _ -> Set.of();
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(Node.class, RawAppWrapper.class)
            .withName("nodes")
            .withWatchAllNamespaces()
            .withPrimaryToSecondaryMapper(none)
            .withSecondaryToPrimaryMapper(node -> wrappersOn(node.getMetadata().getName()))
            .withItemStore(new TransformingItemStore<>(node -> Slim.labelled(notices.note(node))))
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .withOnAddFilter(_ -> false)
            .withOnUpdateFilter((now, before) -> !Objects.equals(labels(now), labels(before)))
            .build(),
        context);
  }

  private Set<ResourceID> wrappersOn(String node) {
    return pods.isRunning()
        ? pods.byIndex(BY_NODE, node).stream()
            .flatMap(pod -> named(pod).stream())
            .collect(Collectors.toSet())
        : Set.of();
  }

  List<EventSource<?, RawAppWrapper>> all() {
    return List.of(pods, nodes);
  }

  Departures departures() {
    return departures;
  }

  /// The surroundings as one pass over this AppWrapper needs them.
  Around around(RawAppWrapper wrapper, Context<RawAppWrapper> context) {
    var wrapped =
        wrapper.getSpec() == null
            ? Stream.<JsonNode>empty()
            : wrapper.getSpec().path("components").valueStream();
    return new Around(
        wrapper,
        context,
        wrapped
            .map(component -> component.path("template"))
            .map(
                template ->
                    new Wrapped(
                        template.path("apiVersion").asText(), template.path("kind").asText()))
            .collect(Collectors.toSet()));
  }

  /// The watch of a kind, begun where nobody has asked for it yet; none where it cannot begin.
  private Optional<InformerEventSource<GenericKubernetesResource, RawAppWrapper>> watched(
      Wrapped kind, String namespace, Context<RawAppWrapper> context) {
    var known = Optional.ofNullable(kinds.get(kind));
    if (known.isPresent() || !mayWatch(kind, namespace, context.getClient())) {
      return known;
    }
    var sources = context.eventSourceRetriever();
    var source = source(kind, sources.eventSourceContextForDynamicRegistration());
    var registered = sources.dynamicallyRegisterEventSource(source);
    return registered instanceof InformerEventSource<GenericKubernetesResource, RawAppWrapper> one
        ? Optional.of(requireNonNullElse(kinds.putIfAbsent(kind, one), one))
        : Optional.empty();
  }

  /// Whether the kind is there and we may see it. A watch that can never begin would hold up
  /// everybody.
  private static boolean mayWatch(Wrapped kind, String namespace, KubernetesClient client) {
    if (!client.supports(kind.apiVersion(), kind.kind())) {
      return false;
    }
    try {
      var _ =
          client
              .genericKubernetesResources(kind.apiVersion(), kind.kind())
              .inNamespace(namespace)
              .list(new ListOptionsBuilder().withLimit(1L).build());
      return true;
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case HttpURLConnection.HTTP_FORBIDDEN,
            HttpURLConnection.HTTP_NOT_FOUND,
            HttpURLConnection.HTTP_BAD_METHOD ->
            false;
        default -> throw e;
      };
    }
  }

  private InformerEventSource<GenericKubernetesResource, RawAppWrapper> source(
      Wrapped kind, EventSourceContext<RawAppWrapper> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(kind.named(), RawAppWrapper.class)
            .withName("%s of %s".formatted(kind.kind(), kind.apiVersion()))
            .withLabelSelector(CodeFlare.WRAPPER_LABEL)
            .withSecondaryToPrimaryMapper(Mappers.fromOwnerReferences(RawAppWrapper.class))
            .withItemStore(new TransformingItemStore<>(Slim::component))
            .withInformerListLimit(ControllerSettings.LISTED_AT_ONCE)
            .withOnDeleteFilter((gone, _) -> forget(gone))
            .build(),
        context);
  }

  final class Around implements WrapperView, Echo {

    private final RawAppWrapper wrapper;
    private final Context<RawAppWrapper> context;
    private final Set<Wrapped> wrapped;

    private Around(RawAppWrapper wrapper, Context<RawAppWrapper> context, Set<Wrapped> wrapped) {
      this.wrapper = wrapper;
      this.context = context;
      this.wrapped = Set.copyOf(wrapped);
    }

    private String namespace() {
      return wrapper.getMetadata().getNamespace();
    }

    private String name() {
      return wrapper.getMetadata().getName();
    }

    @Override
    public List<GenericKubernetesResource> components() {
      return wrapped.stream()
          .flatMap(
              kind ->
                  watched(kind, namespace(), context)
                      .map(source -> source.getSecondaryResources(wrapper).stream())
                      .orElseGet(() -> standing(kind)))
          .map(departures::shown)
          .toList();
    }

    /// What nobody may watch is asked for by name.
    private Stream<GenericKubernetesResource> standing(Wrapped kind) {
      if (!serves(kind.apiVersion(), kind.kind())) {
        return Stream.empty();
      }
      var client = context.getClient();
      return wrapper
          .getSpec()
          .path("components")
          .valueStream()
          .map(component -> component.path("template"))
          .filter(template -> template.path("apiVersion").asText().equals(kind.apiVersion()))
          .filter(template -> template.path("kind").asText().equals(kind.kind()))
          .map(template -> template.path("metadata").path("name").asText())
          .filter(name -> !name.isEmpty())
          .flatMap(
              name ->
                  Stream.ofNullable(
                      client
                          .genericKubernetesResources(kind.apiVersion(), kind.kind())
                          .inNamespace(namespace())
                          .withName(name)
                          .get()));
    }

    @Override
    public List<Pod> pods() {
      return pods.getSecondaryResources(wrapper).stream().map(departures::shown).toList();
    }

    @Override
    public Map<String, String> labels(String node) {
      return nodes.get(new ResourceID(node)).map(WrapperSources::labels).orElse(Map.of());
    }

    @Override
    public List<Pod> standingPods() {
      return context
          .getClient()
          .pods()
          .inNamespace(namespace())
          .withLabel(CodeFlare.WRAPPER_LABEL, name())
          .list()
          .getItems();
    }

    @Override
    public boolean serves(String apiVersion, String kind) {
      return kinds.containsKey(new Wrapped(apiVersion, kind))
          || context.getClient().supports(apiVersion, kind);
    }

    @Override
    public void saw(HasMetadata object) {
      if (object instanceof GenericKubernetesResource one) {
        Optional.ofNullable(kinds.get(new Wrapped(one.getApiVersion(), one.getKind())))
            .ifPresent(
                source ->
                    source.handleRecentResourceCreate(
                        ResourceID.fromResource(one), Slim.component(one)));
      }
    }

    @Override
    public boolean shows(Target target) {
      var id = new ResourceID(target.name(), target.namespace());
      return Stream.concat(
              target.kind().equals("Pod") ? pods.get(id).stream() : Stream.empty(),
              Optional.ofNullable(kinds.get(new Wrapped(target.apiVersion(), target.kind())))
                  .flatMap(source -> source.get(id))
                  .stream())
          .anyMatch(one -> target.uid().equals(one.getMetadata().getUid()));
    }
  }
}
