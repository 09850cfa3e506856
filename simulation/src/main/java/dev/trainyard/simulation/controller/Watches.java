package dev.trainyard.simulation.controller;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import dev.trainyard.simulation.controller.Parts.News;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What a controller hears of jobs, their objects and nodes, and which jobs it looks at for it.
final class Watches {

  private final Surroundings surroundings;
  private final String kind;
  private final Predicate<News> heeds;
  private final Departures departures;
  private final Wakes wakes;
  private final Watch jobs;
  private final Watch pods;
  private final Watch services;
  private final Watch nodes;
  private final Map<String, Watch> attached = new TreeMap<>();
  private final Consumer<Change> onChange = this::somethingHappened;
  private final Map<String, Boolean> deliveries = new TreeMap<>();
  private Predicate<String> deaf = _ -> false;
  private boolean closed;

  /// Told which jobs to look at, and which are no more.
  interface Wakes {
    void wake(Key job);

    void gone(Key job);
  }

  /// @param version what the first lists are answered as of
  Watches(
      Dialect.Kind kind,
      Set<Attached.Kind> attaches,
      Predicate<News> heeds,
      Departures departures,
      Wakes wakes,
      Surroundings surroundings,
      long version) {
    this.surroundings = surroundings;
    this.kind = kind.kind();
    this.heeds = heeds;
    this.departures = departures;
    this.wakes = wakes;
    var slim = new Slim(kind.apiVersion(), kind.kind());
    var store = surroundings.store();
    this.jobs =
        new Watch(this.kind, store, version, item -> item, heeded(this.kind, wakesItself()));
    this.pods =
        new Watch(
            "Pod", store, version, item -> slimmed(item, slim::pod), heeded("Pod", wakesOwner()));
    this.services =
        new Watch(
            "Service",
            store,
            version,
            item -> slimmed(item, slim::service),
            heeded("Service", wakesOwner()));
    this.nodes =
        new Watch("Node", store, version, Watches::slimNode, heeded("Node", wakesWhoRunsThere()));
    attaches.forEach(
        one ->
            attached.put(
                one.kind(),
                new Watch(
                    one.kind(),
                    store,
                    version,
                    item ->
                        slimmed(
                            item, (GenericKubernetesResource object) -> slim.attached(one, object)),
                    heeded(one.kind(), wakesOwner()))));
  }

  /// Begins to listen, and wakes whatever is there.
  void open() {
    surroundings.store().listen(onChange);
    jobs.all().forEach(job -> wakes.wake(job.key()));
    all().forEach(watch -> deliverSoon(watch.getKey(), watch.getValue()));
  }

  void close() {
    closed = true;
    surroundings.store().forget(onChange);
  }

  /// No news of such kinds arrives any more.
  void deafen(Predicate<String> kinds) {
    deaf = kinds;
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

  private Stream<Map.Entry<String, Watch>> all() {
    return Stream.concat(
        Stream.of(
            Map.entry(kind, jobs),
            Map.entry("Pod", pods),
            Map.entry("Service", services),
            Map.entry("Node", nodes)),
        attached.entrySet().stream());
  }

  private void somethingHappened(Change change) {
    all()
        .filter(watch -> watch.getKey().equals(change.key().kind()))
        .forEach(watch -> deliverSoon(watch.getKey(), watch.getValue()));
  }

  private void deliverSoon(String what, Watch watch) {
    if (closed || deaf.test(what) || !watch.behind() || Boolean.TRUE.equals(deliveries.get(what))) {
      return;
    }
    deliveries.put(what, true);
    var delivery = surroundings.weather().next(what);
    surroundings
        .agenda()
        .in(
            delivery.late(),
            () -> {
              deliveries.put(what, false);
              if (!closed && !deaf.test(what)) {
                deliver(watch, delivery);
                deliverSoon(what, watch);
              }
            });
  }

  private void deliver(Watch watch, Weather.Delivery delivery) {
    var latest = surroundings.store().latest();
    var until =
        delivery.most().isPresent()
            ? Math.min(latest, watch.position() + delivery.most().getAsInt())
            : latest;
    if (delivery.repeated()) {
      watch.repeat();
    }
    if (delivery.squeezed()) {
      watch.relist(until);
    } else {
      watch.catchUp(until);
    }
  }

  private Watch.Listener heeded(String what, Watch.Listener listener) {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        if (heeds.test(new News(what, false))) {
          listener.changed(before, now);
        }
      }

      @Override
      public void gone(Item last) {
        if (heeds.test(new News(what, true))) {
          listener.gone(last);
        }
      }
    };
  }

  private Watch.Listener wakesItself() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        wakes.wake(now.key());
      }

      @Override
      public void gone(Item last) {
        wakes.gone(last.key());
      }
    };
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
