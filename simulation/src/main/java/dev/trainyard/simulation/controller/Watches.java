package dev.trainyard.simulation.controller;

import static java.util.Comparator.comparing;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Company;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.operator.cache.Questions;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Map<String, Watch> carriers = new TreeMap<>();
  private final Questions<Key> questions = new Questions<>();

  /// @param version what the first lists are answered as of
  Watches(
      Dialect.Kind kind,
      Company company,
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
    var slim = new Slim(kind.apiVersion(), kind.kind(), company);
    this.jobs = post.watch(this.kind, version, item -> item, wakes.itself());
    this.pods = post.watch("Pod", version, item -> slimmed(item, slim::pod), wakesOwner());
    this.services =
        post.watch("Service", version, item -> slimmed(item, slim::service), wakesOwner());
    this.nodes = post.watch("Node", version, Watches::slimNode, wakesWhoRunsThere());
    company.attached().stream()
        .sorted(comparing(Attached.Kind::kind))
        .forEach(one -> attached.put(one.kind(), watch(one, slim, version)));
    company.carriers().stream()
        .sorted(comparing(Attached.Kind::kind))
        .forEach(one -> carriers.put(one.kind(), watch(one, slim, version)));
    company.consulted().stream()
        .sorted(comparing(Attached.Kind::kind))
        .forEach(one -> post.watch(one.kind(), version, item -> item, wakesAskers()));
  }

  private Watch watch(Attached.Kind kind, Slim slim, long version) {
    return post.watch(
        kind.kind(),
        version,
        item -> slimmed(item, (GenericKubernetesResource object) -> slim.attached(kind, object)),
        wakesOwner());
  }

  /// Those who asked for an object that is new, says something else, or is no more.
  private Watch.Listener wakesAskers() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        wakeAskers(now);
      }

      @Override
      public void gone(Item last) {
        wakeAskers(last);
      }
    };
  }

  private void wakeAskers(Item item) {
    var key = item.key();
    questions.concernedBy(key.kind(), key.namespace(), key.name()).stream()
        .sorted()
        .forEach(wakes::wake);
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
    questions.begin(job.key());
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

  /// The job that an object belongs to, if only through what carries that job.
  private Optional<Key> owner(Item item) {
    var next = Optional.of(item);
    for (int i = 0; next.isPresent() && i <= carriers.size(); i++) {
      var owners = next.get().typed().getMetadata().getOwnerReferences();
      var job = owners.stream().filter(owner -> kind.equals(owner.getKind())).findFirst();
      if (job.isPresent()) {
        return job.map(owner -> new Key(kind, item.key().namespace(), owner.getName()));
      }
      next =
          owners.stream()
              .flatMap(
                  owner ->
                      Optional.ofNullable(carriers.get(owner.getKind()))
                          .flatMap(
                              watch ->
                                  watch.find(
                                      new Key(
                                          owner.getKind(),
                                          item.key().namespace(),
                                          owner.getName())))
                          .filter(carrier -> carrier.uid().equals(owner.getUid()))
                          .stream())
              .findFirst();
    }
    return Optional.empty();
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
      return family().flatMap(pods::controlledBy).map(item -> (Pod) item.typed());
    }

    /// The uid of the job, then those of what carries it and of what that has made.
    private Stream<String> family() {
      var known = new LinkedHashSet<>(List.of(job.uid()));
      for (int i = 0; i < carriers.size(); i++) {
        for (var uid : List.copyOf(known)) {
          carriers.values().stream()
              .flatMap(watch -> watch.controlledBy(uid))
              .forEach(carrier -> known.add(carrier.uid()));
        }
      }
      return known.stream();
    }

    @Override
    public Stream<GenericKubernetesResource> carriers() {
      return carriers.values().stream()
          .flatMap(watch -> watch.controlledBy(job.uid()))
          .map(item -> (GenericKubernetesResource) item.typed());
    }

    @Override
    public Optional<? extends HasMetadata> named(String apiVersion, String kind, String name) {
      return Optional.ofNullable(attached.get(kind))
          .flatMap(watch -> watch.find(new Key(kind, job.key().namespace(), name)))
          .map(Item::typed);
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

    @Override
    public Optional<GenericKubernetesResource> consulted(
        String kind, String namespace, String name) {
      questions.ask(job.key(), kind, namespace, name);
      return surroundings.store().find(new Key(kind, namespace, name)).map(this::generic);
    }

    @Override
    public List<GenericKubernetesResource> consulted(String kind, String namespace) {
      questions.askForAll(job.key(), kind, namespace);
      return surroundings
          .store()
          .all(kind)
          .filter(item -> item.key().namespace().equals(namespace))
          .map(this::generic)
          .toList();
    }

    private GenericKubernetesResource generic(Item item) {
      return (GenericKubernetesResource) item.typed();
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
        case GenericKubernetesResource _ ->
            Stream.of(attached, carriers)
                .flatMap(watches -> Optional.ofNullable(watches.get(object.getKind())).stream())
                .forEach(watch -> watch.wrote(item));
        default -> {}
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
