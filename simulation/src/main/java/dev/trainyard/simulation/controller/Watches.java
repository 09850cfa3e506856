package dev.trainyard.simulation.controller;

import static java.util.Comparator.comparing;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What a controller hears of jobs, their objects and nodes, and which jobs it looks at for it.
final class Watches {

  private final Surroundings surroundings;
  private final String kind;
  private final Departures departures;
  private final Wakes wakes;
  private final Post post;
  private final Watch jobs;
  private final Watch pods;
  private final Watch services;
  private final Watch nodes;
  private final Map<String, Watch> attached = new TreeMap<>();

  /// @param version what the first lists are answered as of
  Watches(
      Dialect.Kind kind,
      Set<Attached.Kind> attaches,
      Post post,
      Departures departures,
      Wakes wakes,
      Surroundings surroundings,
      long version) {
    this.surroundings = surroundings;
    this.kind = kind.kind();
    this.departures = departures;
    this.wakes = wakes;
    this.post = post;
    var slim = new Slim(kind.apiVersion(), kind.kind());
    this.jobs = post.watch(this.kind, version, item -> item, wakes.itself());
    this.pods = post.watch("Pod", version, item -> slimmed(item, slim::pod), wakesOwner());
    this.services =
        post.watch("Service", version, item -> slimmed(item, slim::service), wakesOwner());
    this.nodes = post.watch("Node", version, Watches::slimNode, wakesWhoRunsThere());
    attaches.stream()
        .sorted(comparing(Attached.Kind::kind))
        .forEach(
            one ->
                attached.put(
                    one.kind(),
                    post.watch(
                        one.kind(),
                        version,
                        item ->
                            slimmed(
                                item,
                                (GenericKubernetesResource object) -> slim.attached(one, object)),
                        wakesOwner())));
  }

  Post post() {
    return post;
  }

  /// Wakes whatever is there.
  void wakeAll() {
    jobs.all().forEach(job -> wakes.wake(job.key()));
  }

  Optional<Item> job(Key key) {
    return jobs.find(key);
  }

  /// A job as we have written it, before any news of it.
  void wrote(Item job) {
    jobs.wrote(job);
  }

  /// What is known of a job, as one pass sees it.
  Caches around(Item job) {
    return new Known(job);
  }

  private Watch.Listener wakesOwner() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        owner(now).ifPresent(wakes::wake);
      }

      @Override
      public void gone(Item last) {
        departures.forget(last.uid());
        owner(last).ifPresent(wakes::wake);
      }
    };
  }

  /// Only a node that dies, recovers or leaves matters, and only to jobs with pods on it.
  private Watch.Listener wakesWhoRunsThere() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        if (before.isPresent() && ready(before.get()) != ready(now)) {
          wakeWhoRunsOn(now);
        }
      }

      @Override
      public void gone(Item last) {
        wakeWhoRunsOn(last);
      }
    };
  }

  private static boolean ready(Item node) {
    return Nodes.ready((Node) node.typed());
  }

  private void wakeWhoRunsOn(Item node) {
    pods.all()
        .filter(pod -> node.key().name().equals(((Pod) pod.typed()).getSpec().getNodeName()))
        .flatMap(pod -> owner(pod).stream())
        .distinct()
        .forEach(wakes::wake);
  }

  private Optional<Key> owner(Item item) {
    return item.typed().getMetadata().getOwnerReferences().stream()
        .filter(owner -> kind.equals(owner.getKind()))
        .map(owner -> new Key(kind, item.key().namespace(), owner.getName()))
        .findFirst();
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> Item slimmed(Item item, UnaryOperator<T> slim) {
    return new Item(
        item.key(),
        item.uid(),
        item.version(),
        new Item.Content.Typed(slim.apply((T) item.typed())));
  }

  private static Item slimNode(Item item) {
    return slimmed(item, (Node node) -> Slim.node(node));
  }

  /// The caches as one pass sees them.
  private final class Known implements Caches {

    private final Item job;

    Known(Item job) {
      this.job = job;
    }

    @Override
    public Stream<Pod> pods() {
      return pods.controlledBy(job.uid()).map(item -> (Pod) item.typed());
    }

    @Override
    public Stream<HasMetadata> objects() {
      return Stream.concat(Stream.of(services), attached.values().stream())
          .flatMap(watch -> watch.controlledBy(job.uid()))
          .map(Item::typed);
    }

    @Override
    public Optional<Node> node(String name) {
      return nodes.find(new Key("Node", "", name)).map(item -> (Node) item.typed());
    }

    /// None of them changes while jobs run.
    @Override
    public Optional<GenericKubernetesResource> consulted(String kind, String name) {
      return surroundings
          .store()
          .find(new Key(kind, "", name))
          .map(item -> (GenericKubernetesResource) item.typed());
    }

    @Override
    public boolean seesNodes() {
      return nodes.all().findAny().isPresent();
    }

    @Override
    public void saw(HasMetadata object) {
      var metadata = object.getMetadata();
      var item =
          new Item(
              new Key(object.getKind(), metadata.getNamespace(), metadata.getName()),
              metadata.getUid(),
              Long.parseLong(metadata.getResourceVersion()),
              new Item.Content.Typed(object));
      switch (object) {
        case Pod _ -> pods.wrote(item);
        case Service _ -> services.wrote(item);
        default ->
            Optional.ofNullable(attached.get(object.getKind()))
                .ifPresent(watch -> watch.wrote(item));
      }
    }

    @Override
    public boolean shows(Target target) {
      var key = new Key(target.kind(), target.namespace(), target.name());
      var shown =
          switch (target.kind()) {
            case "Pod" -> pods.find(key);
            case "Service" -> services.find(key);
            default ->
                Optional.ofNullable(attached.get(target.kind())).flatMap(watch -> watch.find(key));
          };
      return shown.filter(item -> item.uid().equals(target.uid())).isPresent();
    }
  }
}
