package dev.trainyard.simulation.controller;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.JobCounters;
import dev.trainyard.operator.KeyMaker;
import dev.trainyard.operator.Takeovers;
import dev.trainyard.operator.TrainingReconciler;
import dev.trainyard.operator.cache.ApiWriter;
import dev.trainyard.operator.cache.CachedCluster;
import dev.trainyard.operator.cache.Caches;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.operator.cache.Slim;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.time.Agenda;
import dev.trainyard.simulation.time.Strand;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// One controller for one kind of job: the operator's own passes, woken, serialised, retried and
/// rescheduled by the rules of the SDK.
public final class Controller {

  /// As `DialectController` has it.
  private static final Duration REREAD_BY = Duration.ofSeconds(1);

  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

  private final Surroundings surroundings;
  private final Parts parts;
  private final Parts.Pass pass;
  private final String kind;
  private final Set<Attached.Kind> attaches;
  private final Line line;
  private final Requests requests;
  private final Watch jobs;
  private final Watch pods;
  private final Watch services;
  private final Watch nodes;
  private final Map<String, Watch> attached = new TreeMap<>();
  private final Departures departures = new Departures();
  private final Map<Key, Slot> slots = new TreeMap<>();
  private final List<Strand> underWay = new ArrayList<>();
  private final Consumer<Change> onChange = this::somethingHappened;
  private final Map<String, Boolean> deliveries = new TreeMap<>();
  private Predicate<String> deaf = _ -> false;
  private boolean dead;

  /// What a controller finds in its world.
  ///
  /// @param interleaved whether passes may stop in the middle
  /// @param crashed told when a request was this controller's last
  public record Surroundings(
      Api api,
      Store store,
      Agenda agenda,
      Weather weather,
      Ledger ledger,
      Settings settings,
      boolean interleaved,
      Consumer<Controller> crashed) {}

  private static final class Slot {
    boolean busy;
    boolean marked;
    int failures;
    long timer;
  }

  /// Begins to watch and to work.
  ///
  /// @param version what its first lists are answered as of
  public static <R> Controller start(
      Registration<?, R> kind, Parts parts, Surroundings surroundings, long version) {
    var counters = new JobCounters(new SimpleMeterRegistry());
    var takeovers = new Takeovers();
    // One request at a time and in order makes a pass repeatable; passes do not wait for each
    // other.
    Parts.Pass pass =
        (job, cluster, writer) ->
            new TrainingReconciler<>(
                    kind.dialect(),
                    kind.codec(),
                    parts.engine(),
                    new InFlight(1),
                    Controller::namedKeys,
                    takeovers,
                    counters,
                    surroundings.agenda())
                .reconcile(job, cluster, writer);
    var controller =
        new Controller(
            kind.dialect().kind().kind(),
            kind.dialect().attaches(surroundings.settings()),
            new Slim(kind.dialect().kind().apiVersion(), kind.dialect().kind().kind()),
            parts,
            parts.pass().apply(pass),
            surroundings,
            version);
    controller.begin();
    return controller;
  }

  /// Real keys take time, and no two are alike.
  private static KeyMaker.Keys namedKeys(KeyKind kind, String job) {
    return new KeyMaker.Keys(
        "%s key of %s\n".formatted(kind, job), "%s lock of %s\n".formatted(kind, job));
  }

  private Controller(
      String kind,
      Set<Attached.Kind> attaches,
      Slim slim,
      Parts parts,
      Parts.Pass pass,
      Surroundings surroundings,
      long version) {
    this.kind = kind;
    this.attaches = attaches;
    this.surroundings = surroundings;
    this.parts = parts;
    this.pass = pass;
    var store = surroundings.store();
    this.jobs = new Watch(kind, store, version, item -> item, heeded(kind, wakesItself()));
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
        new Watch(
            "Node", store, version, Controller::slimNode, heeded("Node", wakesWhoRunsThere()));
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
    this.line =
        new Line(
            surroundings.api(),
            store,
            surroundings.agenda(),
            surroundings.weather(),
            surroundings.ledger(),
            jobs::wrote);
    this.requests = parts.requests().apply(line);
  }

  private void begin() {
    surroundings.store().listen(onChange);
    jobs.all().forEach(job -> wake(job.key()));
    watches().forEach(watch -> deliverSoon(watch.getKey(), watch.getValue()));
  }

  /// Nothing is finished; nobody is told.
  public void crash() {
    dead = true;
    line.die();
    surroundings.store().forget(onChange);
    var others = new ArrayList<>(underWay);
    underWay.clear();
    Strand.current().ifPresent(others::remove);
    others.forEach(Strand::cut);
  }

  /// No news of such kinds reaches it any more, and it goes on with what it knows.
  public void deafen(Predicate<String> kinds) {
    deaf = kinds;
  }

  public boolean alive() {
    return !dead;
  }

  // Watches.

  private Stream<Map.Entry<String, Watch>> watches() {
    return Stream.concat(
        Stream.of(
            Map.entry(kind, jobs),
            Map.entry("Pod", pods),
            Map.entry("Service", services),
            Map.entry("Node", nodes)),
        attached.entrySet().stream());
  }

  private void somethingHappened(Change change) {
    watches()
        .filter(watch -> watch.getKey().equals(change.key().kind()))
        .forEach(watch -> deliverSoon(watch.getKey(), watch.getValue()));
  }

  private void deliverSoon(String what, Watch watch) {
    if (dead || deaf.test(what) || !watch.behind() || Boolean.TRUE.equals(deliveries.get(what))) {
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
              if (!dead && !deaf.test(what)) {
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
        if (parts.heeds().test(new Parts.News(what, false))) {
          listener.changed(before, now);
        }
      }

      @Override
      public void gone(Item last) {
        if (parts.heeds().test(new Parts.News(what, true))) {
          listener.gone(last);
        }
      }
    };
  }

  private Watch.Listener wakesItself() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        wake(now.key());
      }

      @Override
      public void gone(Item last) {
        slots.remove(last.key());
      }
    };
  }

  private Watch.Listener wakesOwner() {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        owner(now).ifPresent(Controller.this::wake);
      }

      @Override
      public void gone(Item last) {
        departures.forget(last.uid());
        owner(last).ifPresent(Controller.this::wake);
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
        .forEach(this::wake);
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

  // Passes.

  private void wake(Key job) {
    if (dead) {
      return;
    }
    var slot = slots.computeIfAbsent(job, _ -> new Slot());
    if (!slot.marked) {
      slot.marked = true;
      if (!slot.busy) {
        surroundings.agenda().in(Duration.ZERO, () -> begin(job, slot));
      }
    }
  }

  private void begin(Key key, Slot slot) {
    if (dead || slot.busy || !slot.marked) {
      return;
    }
    slot.marked = false;
    var job = jobs.find(key);
    if (job.isEmpty()) {
      slots.remove(key);
      return;
    }
    slot.busy = true;
    if (surroundings.interleaved()) {
      var strand = Strand.of(() -> pass(job.get(), slot));
      underWay.removeIf(Strand::ended);
      underWay.add(strand);
      strand.resume();
    } else {
      pass(job.get(), slot);
    }
  }

  private void pass(Item job, Slot slot) {
    try {
      var caches = parts.caches().apply(new Known(job));
      var asked = parts.departures().apply(departures);
      var wakeAt =
          pass.over(
              job.raw().deepCopy(),
              new CachedCluster(caches, asked, surroundings.settings(), attaches),
              new ApiWriter(requests, caches, asked, surroundings.agenda()));
      ended(job.key(), slot, wakeAt.map(this::delayUntil));
    } catch (Conflict _) {
      ended(job.key(), slot, Optional.of(REREAD_BY));
    } catch (Line.Crashed _) {
      crash();
      surroundings.crashed().accept(this);
    } catch (RuntimeException _) {
      failed(job.key(), slot);
    }
  }

  private Duration delayUntil(Instant at) {
    var delay = Duration.between(surroundings.agenda().instant(), at);
    return delay.isPositive() ? delay.plusMillis(1) : Duration.ZERO;
  }

  private void ended(Key job, Slot slot, Optional<Duration> again) {
    slot.busy = false;
    slot.failures = 0;
    again.ifPresent(delay -> setTimer(job, slot, delay));
    rerunIfMarked(job, slot);
  }

  private void failed(Key job, Slot slot) {
    slot.busy = false;
    slot.failures++;
    if (slot.marked) {
      rerunIfMarked(job, slot);
      return;
    }
    var delay = FIRST_RETRY.multipliedBy(1L << Math.min(slot.failures - 1, 10));
    setTimer(job, slot, delay.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : delay);
  }

  private void rerunIfMarked(Key job, Slot slot) {
    if (slot.marked) {
      surroundings.agenda().in(Duration.ZERO, () -> begin(job, slot));
    }
  }

  /// One timer a job: the next replaces the last.
  private void setTimer(Key job, Slot slot, Duration delay) {
    var number = ++slot.timer;
    surroundings
        .agenda()
        .in(
            delay,
            () -> {
              if (slot.timer == number && slots.get(job) == slot) {
                wake(job);
              }
            });
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
