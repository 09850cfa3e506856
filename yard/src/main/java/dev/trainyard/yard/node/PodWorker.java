package dev.trainyard.yard.node;

import dev.trainyard.yard.node.ContainerStarter.Blocked;
import dev.trainyard.yard.node.Lifecycle.Crew;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.RestartPolicy;
import dev.trainyard.yard.node.Lifecycle.Start;
import dev.trainyard.yard.node.Lifecycle.Waiting;
import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.PodEvents.Reason;
import dev.trainyard.yard.node.PodReport.Ending;
import dev.trainyard.yard.node.network.Address;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after one pod, from the moment it is bound here until nothing of it is left.
///
/// Level-triggered: every pass looks at the pod's object and at the disk as they are, takes the
/// next safe step and sleeps until woken. A crash between any two steps is just another pass.
final class PodWorker implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(PodWorker.class);

  /// How soon to look again for what nobody tells us about, such as a missing ConfigMap.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /// How much later than promised we kill ourselves what its supervisor should have killed.
  private static final Duration SUPERVISORS_ADVANTAGE = Duration.ofSeconds(2);

  /// What a container always has between SIGTERM and SIGKILL.
  private static final Duration LEAST_GRACE = Duration.ofSeconds(2);

  private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed");

  private final Workplace place;
  private final String uid;
  private final PodRuns runs;
  private final PodEvents events;
  private final PodCare care;
  private final Map<String, Waiting> blocked = new HashMap<>();
  private final Map<String, Waiting> toldBlocked = new HashMap<>();
  private final Set<String> backingOff = new HashSet<>();
  private final Semaphore wake = new Semaphore(0);
  private Optional<Pod> written = Optional.empty();
  private Optional<Instant> endingSince = Optional.empty();
  private final CountDownLatch drained = new CountDownLatch(1);
  private volatile boolean waitsForOthers;

  PodWorker(Workplace place, String uid) {
    this.place = place;
    this.uid = uid;
    this.runs = new PodRuns(place.files(), uid, place.options().clock(), this::signal);
    this.events = place.events();
    this.care = new PodCare(place, runs, events, this::signal);
  }

  /// What a worker does after a pass.
  private sealed interface Next {
    record Sleep() implements Next {}

    record SleepUntil(Instant time) implements Next {}

    record Leave() implements Next {}
  }

  void signal() {
    wake.release();
  }

  /// True while a change of another pod may let this one go on.
  boolean waitsForOthers() {
    return waitsForOthers;
  }

  /// Returns once nothing of the pod runs and, since the node is draining, nothing will.
  void awaitDrained() throws InterruptedException {
    drained.await();
  }

  @Override
  public void run() {
    try {
      while (sleep(passSafely())) {
        wake.drainPermits();
      }
    } catch (InterruptedException _) {
      // The node closes. The processes go on.
    } finally {
      care.close();
      runs.unwatch();
      drained.countDown();
      place.done(uid);
    }
  }

  /// False when there is nothing left to wake up for.
  private boolean sleep(Next next) throws InterruptedException {
    return switch (next) {
      case Next.Sleep() -> {
        wake.acquire();
        yield true;
      }
      case Next.SleepUntil(var time) -> {
        var millis = Duration.between(place.now(), time).toMillis();
        var _ = wake.tryAcquire(Math.max(1, millis), TimeUnit.MILLISECONDS);
        yield true;
      }
      case Next.Leave() -> false;
    };
  }

  private Next passSafely() throws InterruptedException {
    try {
      return pass();
    } catch (IOException | RuntimeException e) {
      log.atWarn().setCause(e).addKeyValue("pod", uid).log("A pod's pass failed and is repeated");
      return lookAgain();
    }
  }

  private Next pass() throws IOException, InterruptedException {
    var known = pod();
    if (known.isEmpty()) {
      return clearAway();
    }
    var pod = known.get();
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return end(pod);
    }
    if (place.draining() || finished(pod)) {
      if (!care.allEnded(pod, graceLeft(pod))) {
        return lookAgain();
      }
      releaseMachine();
      if (place.draining()) {
        drained.countDown();
      }
      return new Next.Sleep();
    }
    return overdue(pod) ? endOverdue(pod) : advance(pod);
  }

  /// The newest of what the watch told and what our own last write answered.
  private Optional<Pod> pod() {
    var cached = place.pod(uid);
    return written.filter(ours -> cached.isPresent() && newer(ours, cached.get())).or(() -> cached);
  }

  private static boolean newer(Pod one, Pod other) {
    var a = one.getMetadata().getResourceVersion();
    var b = other.getMetadata().getResourceVersion();
    return a.length() != b.length() ? a.length() > b.length() : a.compareTo(b) > 0;
  }

  private static boolean finished(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getPhase() != null
        && TERMINAL.contains(pod.getStatus().getPhase());
  }

  /// Starts what is due and tells what changed.
  private Next advance(Pod pod) throws IOException {
    place.files().admit(pod);
    place.volumes().follow(pod);
    blocked.clear();
    waitsForOthers = false;
    var plan = plan(pod);
    // A start may be over at once, and then the next container's turn has come.
    for (var before = Optional.<Plan>empty(); !before.equals(Optional.of(plan)); ) {
      for (var start : plan.starts()) {
        start(pod, start);
      }
      before = Optional.of(plan);
      plan = plan(pod);
    }
    for (var stop : plan.stops()) {
      care.end(pod, runs.of(stop).observe(), PodSpecs.grace(pod));
    }
    care.endDoomed(pod, everyone(crew(pod)));
    report(pod, plan, Optional.empty());
    tellWaits(pod, plan);
    var mayUnblock = !blocked.isEmpty() && !waitsForOthers;
    var again = mayUnblock ? Optional.of(place.now().plus(LOOK_AGAIN)) : Optional.<Instant>empty();
    return Stream.of(plan.wakeAt(), again, written.flatMap(PodWorker::deadline))
        .flatMap(Optional::stream)
        .min(Instant::compareTo)
        .<Next>map(Next.SleepUntil::new)
        .orElseGet(Next.Sleep::new);
  }

  private Plan plan(Pod pod) throws IOException {
    return Lifecycle.plan(RestartPolicy.of(pod), crew(pod), place.options().backoff(), place.now());
  }

  private Crew crew(Pod pod) throws IOException {
    return new Crew(
        care.observe(pod, pod.getSpec().getInitContainers()),
        Lifecycle.sidecars(pod),
        care.observe(pod, pod.getSpec().getContainers()));
  }

  private static List<Observed> everyone(Crew crew) {
    return Stream.concat(crew.inits().stream(), crew.mains().stream()).toList();
  }

  private void tellWaits(Pod pod, Plan plan) {
    plan.waiting().keySet().stream()
        .filter(backingOff::add)
        .flatMap(name -> PodSpecs.container(pod, name).stream())
        .forEach(
            container ->
                events.tell(
                    pod,
                    container,
                    Reason.BACK_OFF,
                    "Container %s keeps ending; each restart waits longer."
                        .formatted(container.getName())));
    blocked.forEach(
        (name, waiting) -> {
          var mounting = waiting.reason().equals(ContainerStarter.MOUNTING);
          if ((mounting || waiting.reason().startsWith("Create"))
              && !waiting.equals(toldBlocked.put(name, waiting))) {
            var reason = mounting ? Reason.FAILED_MOUNT : Reason.FAILED;
            PodSpecs.container(pod, name)
                .ifPresent(it -> events.tell(pod, it, reason, waiting.message()));
          }
        });
  }

  /// When a pod has had its time.
  private static Optional<Instant> deadline(Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .flatMap(status -> Optional.ofNullable(status.getStartTime()))
        .flatMap(
            start ->
                Optional.ofNullable(pod.getSpec().getActiveDeadlineSeconds())
                    .map(seconds -> Instant.parse(start).plusSeconds(seconds)));
  }

  private boolean overdue(Pod pod) {
    return deadline(pod).filter(deadline -> !place.now().isBefore(deadline)).isPresent();
  }

  private Next endOverdue(Pod pod) throws IOException {
    var message =
        "The pod ran longer than its activeDeadlineSeconds of %d."
            .formatted(pod.getSpec().getActiveDeadlineSeconds());
    if (endingSince.isEmpty()) {
      events.tell(pod, Reason.DEADLINE_EXCEEDED, message);
    }
    if (!care.allEnded(pod, graceLeft(pod))) {
      return lookAgain();
    }
    report(pod, plan(pod), Optional.of(new Ending.Failed("DeadlineExceeded", message)));
    releaseMachine();
    return new Next.Sleep();
  }

  private void start(Pod pod, Start start) throws IOException {
    var container = PodSpecs.container(pod, start.container()).orElseThrow();
    var init = pod.getSpec().getInitContainers().contains(container);
    var wait = init ? MasterWait.of(container) : Optional.<MasterWait>empty();
    if (wait.isPresent()) {
      waitForMaster(pod, start, wait.get());
      return;
    }
    try {
      var spec = place.starter().prepare(pod, container);
      runs.of(container.getName()).start(start.number(), start.delay(), spec);
    } catch (Blocked e) {
      blocked.put(container.getName(), e.waiting());
    }
  }

  private void waitForMaster(Pod pod, Start start, MasterWait wait) throws IOException {
    // Said before looking: a master that starts in between still wakes us.
    waitsForOthers = true;
    if (wait.over(pod.getMetadata().getNamespace(), place.pods())) {
      waitsForOthers = false;
      var now = place.now();
      var exit = new ExitRecord(0, ExitRecord.COMPLETED, Optional.empty(), Optional.of(now), now);
      runs.of(start.container()).record(start.number(), exit);
      return;
    }
    blocked.put(
        start.container(),
        new Waiting("PodInitializing", "Waiting for pod %s to start.".formatted(wait.host())));
  }

  /// Writes the pod's status where it changed. While a container is about to start there is more to
  /// tell in a moment, and one write serves both.
  private void report(Pod pod, Plan plan, Optional<Ending> ending) throws IOException {
    var crew = crew(pod);
    var starting =
        everyone(crew).stream().anyMatch(observed -> observed.run() instanceof Run.Starting);
    if (starting && ending.isEmpty()) {
      return;
    }
    var address = address(pod, crew);
    var held = Map.copyOf(blocked);
    written =
        place
            .client()
            .report(
                pod,
                current ->
                    new PodReport(
                            current,
                            crew,
                            plan,
                            held,
                            address,
                            ending,
                            place.now(),
                            observed -> lastWords(current, observed))
                        .status());
  }

  /// A pod has an address once anything of it was started.
  private Optional<Address> address(Pod pod, Crew crew) throws IOException {
    return everyone(crew).stream().anyMatch(Observed::begun)
        ? Optional.of(place.network().join(pod))
        : Optional.empty();
  }

  private Optional<String> lastWords(Pod pod, Observed observed) {
    var policy =
        PodSpecs.container(pod, observed.container())
            .map(Container::getTerminationMessagePolicy)
            .orElse("");
    var fallBack = "FallbackToLogsOnError".equals(policy) && !observed.succeeded();
    return LastWords.of(runs.of(observed.container()).files(observed.restarts()), fallBack);
  }

  /// The pod is being deleted: end its processes, tell how they ended, then let the object go.
  private Next end(Pod pod) throws IOException, InterruptedException {
    var grace = PodSpecs.grace(pod);
    if (!care.allEnded(pod, graceLeft(pod))) {
      var deadline = Instant.parse(pod.getMetadata().getDeletionTimestamp());
      if (grace.isZero() || place.now().isAfter(deadline.plus(SUPERVISORS_ADVANTAGE))) {
        runs.kill();
      }
      return lookAgain();
    }
    if (!finished(pod) && !place.files().containers(uid).isEmpty()) {
      report(pod, plan(pod), Optional.of(new Ending.Deleted()));
    }
    place.client().remove(pod);
    releaseMachine();
    if (place.draining()) {
      drained.countDown();
    }
    return new Next.Sleep();
  }

  /// The pod's object is gone: end what still runs, keep what was printed.
  private Next clearAway() throws IOException {
    if (!runs.live().isEmpty()) {
      if (endingSince.isEmpty()) {
        endingSince = Optional.of(place.now());
        runs.stop(Optional.empty());
      }
      return lookAgain();
    }
    releaseMachine();
    place.files().retire(uid, place.options().keptPods());
    return new Next.Leave();
  }

  /// Gives back what only running processes need; a finished pod may stay for days.
  private void releaseMachine() throws IOException {
    place.gpus().release(uid);
    place.network().leave(uid);
    place.volumes().release(uid);
    Trees.delete(place.files().views(uid));
  }

  /// What is left of the grace since the end began. Those who end last still get a moment.
  private Duration graceLeft(Pod pod) {
    var grace = PodSpecs.grace(pod);
    if (endingSince.isEmpty()) {
      endingSince = Optional.of(place.now());
    }
    var left = grace.minus(Duration.between(endingSince.get(), place.now()));
    return grace.isZero() || left.compareTo(LEAST_GRACE) > 0 ? left : LEAST_GRACE;
  }

  private Next lookAgain() {
    return new Next.SleepUntil(place.now().plus(LOOK_AGAIN));
  }
}
