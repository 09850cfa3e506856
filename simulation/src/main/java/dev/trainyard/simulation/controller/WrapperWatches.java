package dev.trainyard.simulation.controller;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Echo;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.operator.wrapper.WrapperView;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a controller hears of AppWrappers, of whatever they wrap, of the pods that carry their
/// names and of the nodes these run on; and which AppWrappers it looks at for it. A kind is watched
/// from the first pass on over one that wraps it.
final class WrapperWatches {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Post post;
  private final Departures departures;
  private final Wakes wakes;
  private final Surroundings surroundings;
  private final Line line;
  private final Watch wrappers;
  private final Watch pods;
  private final Watch nodes;
  private final Map<String, Watch> kinds = new TreeMap<>();

  /// @param version what the first lists are answered as of
  WrapperWatches(
      Post post,
      Departures departures,
      Wakes wakes,
      Surroundings surroundings,
      Line line,
      long version) {
    this.post = post;
    this.departures = departures;
    this.wakes = wakes;
    this.surroundings = surroundings;
    this.line = line;
    this.wrappers = post.watch(AppWrapper.KIND, version, item -> item, wakes.itself());
    this.pods =
        post.watch(
            "Pod",
            version,
            item -> slimmed(item, Slim.wrapped((Pod) item.typed())),
            departing(WrapperWatches::named));
    this.nodes =
        post.watch(
            "Node",
            version,
            item -> slimmed(item, Slim.labelled((Node) item.typed())),
            wakesWhoRunsThere());
  }

  Post post() {
    return post;
  }

  /// Wakes whatever is there.
  void wakeAll() {
    wrappers.all().forEach(wrapper -> wakes.wake(wrapper.key()));
  }

  Optional<Item> wrapper(Key key) {
    return wrappers.find(key);
  }

  /// One as we have written it, before any news of it.
  void wrote(Item wrapper) {
    wrappers.wrote(wrapper);
  }

  /// What is known of an AppWrapper, as one pass sees it.
  Around around(Item wrapper) {
    return new Around(wrapper);
  }

  /// Whom an object concerns.
  private interface Concerned {
    Optional<Key> by(Item item);
  }

  private Watch.Listener departing(Concerned concerned) {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        concerned.by(now).ifPresent(wakes::wake);
      }

      @Override
      public void gone(Item last) {
        departures.forget(last.uid());
        concerned.by(last).ifPresent(wakes::wake);
      }
    };
  }

  /// The AppWrapper whose name an object carries.
  private static Optional<Key> named(Item item) {
    return Optional.ofNullable(labels(item).get(CodeFlare.WRAPPER_LABEL))
        .map(name -> new Key(AppWrapper.KIND, item.key().namespace(), name));
  }

  private static Optional<Key> owner(Item item) {
    return item.typed().getMetadata().getOwnerReferences().stream()
        .filter(owner -> AppWrapper.KIND.equals(owner.getKind()))
        .map(owner -> new Key(AppWrapper.KIND, item.key().namespace(), owner.getName()))
        .findFirst();
  }

  private static Map<String, String> labels(Item item) {
    return requireNonNullElse(item.typed().getMetadata().getLabels(), Map.of());
  }

  /// Only what its labels say of a node matters, and only to those with pods on it.
  private Watch.Listener wakesWhoRunsThere() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        if (before.isPresent() && !labels(before.get()).equals(labels(now))) {
          wakeWhoRunsOn(now.key().name());
        }
      }

      @Override
      public void gone(Item last) {
        wakeWhoRunsOn(last.key().name());
      }
    };
  }

  private void wakeWhoRunsOn(String node) {
    pods.all()
        .filter(pod -> node.equals(((Pod) pod.typed()).getSpec().getNodeName()))
        .flatMap(pod -> named(pod).stream())
        .distinct()
        .forEach(wakes::wake);
  }

  private Watch watched(String kind) {
    return kinds.computeIfAbsent(
        kind,
        _ ->
            post.watch(
                kind,
                surroundings.store().latest(),
                item -> slimmed(item, Slim.component(unparsed(item))),
                departing(WrapperWatches::owner)));
  }

  private static GenericKubernetesResource unparsed(Item item) {
    return item.typed() instanceof GenericKubernetesResource one
        ? one
        : MAPPER.convertValue(item.typed(), GenericKubernetesResource.class);
  }

  private static Item slimmed(Item item, HasMetadata slim) {
    return new Item(item.key(), item.uid(), item.version(), new Item.Content.Typed(slim));
  }

  final class Around implements WrapperView, Echo {

    private final Item wrapper;

    private Around(Item wrapper) {
      this.wrapper = wrapper;
    }

    private boolean carriesItsName(Item pod) {
      return named(pod).filter(wrapper.key()::equals).isPresent();
    }

    @Override
    public List<GenericKubernetesResource> components() {
      return wrapper
          .raw()
          .at("/spec/components")
          .valueStream()
          .map(component -> component.at("/template/kind").asText())
          .distinct()
          .filter(surroundings.api()::serves)
          .flatMap(kind -> watched(kind).controlledBy(wrapper.uid()))
          .map(item -> departures.shown(unparsed(item)))
          .toList();
    }

    @Override
    public List<Pod> pods() {
      return pods.all()
          .filter(this::carriesItsName)
          .map(item -> departures.shown((Pod) item.typed()))
          .toList();
    }

    @Override
    public Map<String, String> labels(String node) {
      return nodes.find(new Key("Node", "", node)).map(WrapperWatches::labels).orElse(Map.of());
    }

    @Override
    public List<Pod> standingPods() {
      return line.list("Pod").stream()
          .filter(this::carriesItsName)
          .map(item -> (Pod) item.typed())
          .toList();
    }

    @Override
    public boolean serves(String apiVersion, String kind) {
      return surroundings.api().serves(kind);
    }

    @Override
    public void saw(HasMetadata object) {
      var metadata = object.getMetadata();
      Optional.ofNullable(kinds.get(object.getKind()))
          .ifPresent(
              watch ->
                  watch.wrote(
                      new Item(
                          Key.of(object),
                          metadata.getUid(),
                          Long.parseLong(metadata.getResourceVersion()),
                          new Item.Content.Typed(object))));
    }

    @Override
    public boolean shows(Target target) {
      var key = new Key(target.kind(), target.namespace(), target.name());
      return Stream.concat(
              target.kind().equals("Pod") ? pods.find(key).stream() : Stream.empty(),
              Optional.ofNullable(kinds.get(target.kind()))
                  .flatMap(watch -> watch.find(key))
                  .stream())
          .anyMatch(item -> item.uid().equals(target.uid()));
    }
  }
}
