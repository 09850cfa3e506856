package dev.trainyard.operator;

import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.dialects.appwrapper.WrapperSettings.QueueMode;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.wrapper.WrapperLifecycle;
import dev.trainyard.operator.cache.Company;
import dev.trainyard.operator.keys.OpenSshKeys;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.RawAppWrapper;
import dev.trainyard.operator.kinds.RawResource;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.sdk.DialectController;
import dev.trainyard.operator.sdk.KindOperator;
import dev.trainyard.operator.sdk.Passes;
import dev.trainyard.operator.sdk.QueueSource;
import dev.trainyard.operator.sdk.Queueing;
import dev.trainyard.operator.sdk.SlackSource;
import dev.trainyard.operator.sdk.UnreadableNotices;
import dev.trainyard.operator.sdk.WrapperController;
import dev.trainyard.operator.wrapper.CapacityQueue;
import dev.trainyard.operator.wrapper.PhaseCounter;
import dev.trainyard.operator.wrapper.Queue;
import dev.trainyard.operator.wrapper.QueueBook;
import dev.trainyard.operator.wrapper.SlackBook;
import dev.trainyard.operator.wrapper.WrapperReconciler;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches every kind of job that the cluster serves and drives each to its end. A kind that the
/// cluster learns later is taken up then. Runs until closed, in a process of its own or beside the
/// embedded cluster; the client stays the caller's.
public final class TrainyardOperator implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TrainyardOperator.class);

  private final Shared shared;
  private final List<Registration<?, ?>> kinds;
  private final Map<String, KindOperator> running = new ConcurrentHashMap<>();
  private final Set<String> missing = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread lookout;
  private Queueing queueing = Queueing.none();

  /// Returns at once; jobs are looked at as soon as the caches are filled.
  public static TrainyardOperator begin(
      KubernetesClient client, Settings settings, InstantSource clock, MeterRegistry registry) {
    var operator =
        of(client, settings, clock, registry, Limits.defaults(), Scope.everything(), () -> true);
    operator.lookout.start();
    return operator;
  }

  /// Returns once every cache is filled and the first jobs are being looked at.
  ///
  /// @param mayAct asked before every write; an operator that may not act writes nothing
  public static TrainyardOperator start(
      KubernetesClient client,
      Settings settings,
      InstantSource clock,
      MeterRegistry registry,
      Limits limits,
      Scope scope,
      BooleanSupplier mayAct) {
    var operator = of(client, settings, clock, registry, limits, scope, mayAct);
    try {
      operator.look();
    } catch (RuntimeException e) {
      operator.close();
      throw e;
    }
    operator.lookout.start();
    return operator;
  }

  private static TrainyardOperator of(
      KubernetesClient client,
      Settings settings,
      InstantSource clock,
      MeterRegistry registry,
      Limits limits,
      Scope scope,
      BooleanSupplier mayAct) {
    var inFlight = new InFlight(limits.requestsInFlight(), mayAct);
    inFlight.measure(registry);
    return new TrainyardOperator(
        new Shared(
            client,
            settings,
            clock,
            registry,
            limits,
            scope,
            inFlight,
            new UnreadableNotices(client, inFlight, clock),
            new JobCounters(registry),
            new Semaphore(limits.jobsAtOnce())));
  }

  /// What the controllers of all kinds have in common.
  private record Shared(
      KubernetesClient client,
      Settings settings,
      InstantSource clock,
      MeterRegistry registry,
      Limits limits,
      Scope scope,
      InFlight inFlight,
      UnreadableNotices notices,
      JobCounters counters,
      Semaphore passes) {}

  private void keepLooking() {
    try {
      do {
        try {
          look();
        } catch (RuntimeException e) {
          log.atWarn()
              .addKeyValue("cause", e.getMessage())
              .log("Could not look for kinds of jobs; it is tried again");
        }
      } while (!closed.await(
          shared.limits().lookForKindsEvery().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void look() {
    for (var kind : kinds) {
      if (closed.getCount() == 0) {
        return;
      }
      boolean served = kind.servedBy(shared.client());
      if (served && kind.equals(Kinds.APP_WRAPPER)) {
        heedKueue();
      }
      if (served && running.containsKey(kind.name())) {
        continue;
      }
      var unserved = served ? unserved(kind) : List.of(kind.name());
      if (unserved.isEmpty()) {
        running.put(
            kind.name(), kind.equals(Kinds.APP_WRAPPER) ? startedWrappers() : started(kind));
        missing.remove(kind.name());
        log.atInfo().addKeyValue("kind", kind.name()).log("Watching this kind of job");
      } else if (missing.add(kind.name())) {
        tellOfMissing(kind, unserved, served ? List.of() : kind.otherVersions(shared.client()));
        stop(kind.name());
      }
    }
  }

  private static void tellOfMissing(
      Registration<?, ?> kind, List<String> missing, List<String> otherVersions) {
    if (otherVersions.isEmpty()) {
      log.atWarn()
          .addKeyValue("kind", kind.name())
          .addKeyValue("missing", missing)
          .log(
              "The cluster does not serve this kind of job; install its definition and it is taken"
                  + " up");
    } else {
      log.atWarn()
          .addKeyValue("kind", kind.name())
          .addKeyValue("missing", kind.dialect().kind().version())
          .addKeyValue("served", otherVersions)
          .log(
              "The cluster serves this kind of job in versions that are another operator's; it is"
                  + " left alone until ours is served");
    }
  }

  /// A cluster may learn of Kueue, or of queues, at any time: who looks after AppWrappers does so
  /// by another queue then, and begins anew.
  private void heedKueue() {
    var found = Queueing.of(shared.client());
    if (!found.equals(queueing)) {
      queueing = found;
      stop(Kinds.APP_WRAPPER.name());
      log.atInfo()
          .addKeyValue("kueue", found.kueue())
          .addKeyValue("kinds", found.kinds())
          .log("Who says when AppWrappers begin is known");
    }
  }

  /// What jobs of this kind bring and the cluster does not serve; nobody could watch it.
  private List<String> unserved(Registration<?, ?> kind) {
    var company = Company.of(kind.dialect(), shared.settings());
    return Stream.of(company.attached(), company.carriers(), company.consulted())
        .flatMap(Set::stream)
        .distinct()
        .filter(part -> !shared.client().supports(part.apiVersion(), part.kind()))
        .map(part -> part.plural() + "." + part.group())
        .sorted()
        .toList();
  }

  private <W extends RawResource, R> KindOperator started(Registration<W, R> kind) {
    return started(kind, controller(kind));
  }

  /// What happens to an AppWrapper is not the lifecycle of a job.
  private KindOperator startedWrappers() {
    var settings = WrapperSettings.of(shared.settings());
    var wrappers = new AppWrappers(settings);
    var sources = new ArrayList<EventSource<?, RawAppWrapper>>();
    var queue = queue(settings, wrappers, sources);
    settings
        .slackQueue()
        .filter(_ -> queueing.serves(Kueue.CLUSTER_QUEUE))
        .ifPresent(name -> sources.add(slack(name, wrappers)));
    return started(
        Kinds.APP_WRAPPER,
        new WrapperController(
            new WrapperReconciler(
                wrappers,
                WrapperLifecycle::decide,
                queue,
                shared.inFlight(),
                new PhaseCounter(shared.registry()),
                shared.clock()),
            shared.clock(),
            passes(),
            shared.client(),
            shared.notices(),
            sources));
  }

  /// Where nobody has said who queues, whoever is there does.
  private Queue queue(
      WrapperSettings settings, AppWrappers wrappers, List<EventSource<?, RawAppWrapper>> sources) {
    var mode = settings.queueing().orElse(queueing.kueue() ? QueueMode.KUEUE : QueueMode.INTERNAL);
    log.atInfo().addKeyValue("mode", mode).log("AppWrappers are queued in this mode");
    return switch (mode) {
      case NONE, KUEUE -> Queue.ofOthers();
      case INTERNAL -> {
        var book = new QueueBook(wrappers);
        var queue = new CapacityQueue(wrappers, book);
        sources.add(
            new QueueSource(queue, book, shared.client(), shared.scope().namespaces(), queueing));
        yield queue;
      }
    };
  }

  private SlackSource slack(String queue, AppWrappers wrappers) {
    return new SlackSource(
        queue, new SlackBook(wrappers), shared.client(), shared.inFlight(), queueing);
  }

  private <W extends RawResource, R> Reconciler<W> controller(Registration<W, R> kind) {
    var reconciler =
        new TrainingReconciler<>(
            kind.dialect(),
            kind.codec(),
            Lifecycle::decide,
            shared.inFlight(),
            new OpenSshKeys(),
            new Takeovers(),
            shared.counters(),
            shared.clock());
    return new DialectController<W, R>(
        reconciler,
        shared.settings(),
        shared.clock(),
        passes(),
        shared.client(),
        shared.notices(),
        Company.of(kind.dialect(), shared.settings()),
        kind.dialect().family().shown().map(one -> new ShownJobs(one, shared.registry())));
  }

  private Passes passes() {
    return new Passes(shared.passes(), shared.clock(), () -> closed.getCount() > 0);
  }

  private <W extends RawResource, R> KindOperator started(
      Registration<W, R> kind, Reconciler<W> controller) {
    return KindOperator.start(
        kind,
        controller,
        shared.scope().namespaces(),
        shared.limits(),
        shared.client(),
        shared.registry());
  }

  /// A definition that is deleted takes its jobs along; there is nothing left to watch.
  private void stop(String kind) {
    var gone = running.remove(kind);
    if (gone != null) {
      gone.close();
    }
  }

  /// Whether every watch is alive; a probe may restart an operator that says no for long.
  public boolean healthy() {
    return running.values().stream().allMatch(KindOperator::healthy);
  }

  /// For an operator that may no longer act: passes that are under way are interrupted.
  public void abandon() {
    end(KindOperator::abandon);
  }

  /// Lets passes that are under way finish, and no other begin. What was not reached is done by the
  /// next start.
  @Override
  public void close() {
    end(KindOperator::close);
  }

  private void end(Consumer<KindOperator> how) {
    closed.countDown();
    // Caches that are still being filled need not be.
    lookout.interrupt();
    synchronized (this) {
      running.values().forEach(how);
      running.clear();
    }
  }

  private TrainyardOperator(Shared shared) {
    this.shared = shared;
    this.kinds =
        Kinds.under(shared.settings()).stream()
            .filter(kind -> shared.scope().kinds().test(kind.name()))
            .toList();
    this.lookout = Thread.ofVirtual().name("kinds").unstarted(this::keepLooking);
    kinds.forEach(
        kind ->
            Gauge.builder(
                    "trainyard_kind_watched", running, all -> all.containsKey(kind.name()) ? 1 : 0)
                .description("Whether the cluster serves this kind of job and we watch it")
                .tag("kind", kind.name())
                .register(shared.registry()));
  }
}
