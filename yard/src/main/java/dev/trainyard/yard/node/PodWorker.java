package dev.trainyard.yard.node;

import dev.trainyard.yard.Unreadable;
import dev.trainyard.yard.node.Lifecycle.Crew;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.RestartPolicy;
import dev.trainyard.yard.node.PodEvents.Reason;
import dev.trainyard.yard.node.PodReport.Ending;
import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
  private final Starts starts;
  private final Reporter reporter;
  private final Semaphore wake = new Semaphore(0);
  private Optional<Instant> endingSince = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private final CountDownLatch drained = new CountDownLatch(1);

  PodWorker(Workplace place, String uid) {
    this.place = place;
    this.uid = uid;
    this.runs = new PodRuns(place.files(), uid, place.options().clock(), this::signal);
    this.events = place.events();
    this.care = new PodCare(place, runs, events, this::signal);
    this.starts = new Starts(place, runs, events);
    this.reporter = new Reporter(place, runs);
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
    return starts.waitsForOthers();
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
    place.look(uid); // What came just before it left is a new worker's to see.
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
      var next = pass();
      failure = Optional.empty();
      return next;
    } catch (IOException | RuntimeException e) {
      var words = Trouble.words(e);
      var again = failure.filter(words::equals).isPresent();
      (again ? log.atDebug() : log.atWarn())
          .setCause(e)
          .addKeyValue("pod", uid)
          .log("A pod's pass failed and is repeated");
      if (!again) {
        failure = Optional.of(words);
        place
            .pod(uid)
            .ifPresent(
                pod ->
                    events.tell(pod, Reason.FAILED_SYNC, "Error syncing pod, skipping: " + words));
      }
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
        return new Next.Sleep();
      }
      place.files().settle(uid);
      // Where the watch is behind what we wrote ourselves, its news is still to come.
      return place.pod(uid).filter(PodWorker::over).isPresent()
          ? new Next.Leave()
          : new Next.Sleep();
    }
    if (Unreadable.why(pod).isPresent()) {
      // What runs of it goes on. It was told where the pod was read.
      return new Next.Sleep();
    }
    var refusal = Acceptance.refusal(pod);
    if (refusal.isPresent()) {
      return refuse(pod, refusal.get());
    }
    return overdue(pod) ? endOverdue(pod) : advance(pod);
  }

  /// Nothing is made for it on this machine.
  private Next refuse(Pod pod, String why) {
    events.tell(pod, Reason.FAILED_VALIDATION, why);
    var _ =
        place
            .client()
            .report(
                pod,
                current ->
                    new PodStatusBuilder(
                            Optional.ofNullable(current.getStatus()).orElseGet(PodStatus::new))
                        .withPhase("Failed")
                        .withReason("FailedValidation")
                        .withMessage(why)
                        .build());
    return new Next.Sleep();
  }

  /// The newest of what the watch told and what our own last write answered.
  private Optional<Pod> pod() {
    var cached = place.pod(uid);
    return reporter
        .written()
        .filter(ours -> cached.isPresent() && newer(ours, cached.get()))
        .or(() -> cached);
  }

  private static boolean newer(Pod one, Pod other) {
    var a = one.getMetadata().getResourceVersion();
    var b = other.getMetadata().getResourceVersion();
    return a.length() != b.length() ? a.length() > b.length() : a.compareTo(b) > 0;
  }

  /// Whether a pod has ended and nobody has asked it to go.
  static boolean over(Pod pod) {
    return finished(pod) && pod.getMetadata().getDeletionTimestamp() == null;
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
    starts.lookAnew();
    var plan = plan(pod);
    // A start may be over at once, and then the next container's turn has come.
    for (var before = Optional.<Plan>empty(); !before.equals(Optional.of(plan)); ) {
      for (var start : plan.starts()) {
        starts.start(pod, start);
      }
      before = Optional.of(plan);
      plan = plan(pod);
    }
    for (var stop : plan.stops()) {
      care.end(pod, runs.of(stop).observe(), PodSpecs.grace(pod));
    }
    care.endDoomed(pod, crew(pod).everyone());
    report(pod, plan, Optional.empty());
    starts.tellWaits(pod, plan);
    var mayUnblock = !starts.blocked().isEmpty() && !starts.waitsForOthers();
    var again = mayUnblock ? Optional.of(place.now().plus(LOOK_AGAIN)) : Optional.<Instant>empty();
    return Stream.of(plan.wakeAt(), again, reporter.written().flatMap(PodWorker::deadline))
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

  private void report(Pod pod, Plan plan, Optional<Ending> ending) throws IOException {
    reporter.report(pod, crew(pod), plan, starts.blocked(), ending);
  }

  /// When a pod has had its time.
  private static Optional<Instant> deadline(Pod pod) {
    return Optional.ofNullable(pod.getStatus())
        .flatMap(PodReport::startOf)
        .flatMap(
            start ->
                Optional.ofNullable(pod.getSpec().getActiveDeadlineSeconds())
                    .map(seconds -> start.plus(Seconds.of(seconds))));
  }

  /// A pod that ended by itself in time is not late, though nobody may have told so yet.
  private boolean overdue(Pod pod) throws IOException {
    return deadline(pod).filter(deadline -> !place.now().isBefore(deadline)).isPresent()
        && (endingSince.isPresent() || !plan(pod).finished());
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
    if (!finished(pod)
        && Unreadable.why(pod).isEmpty()
        && !place.files().containers(uid).isEmpty()) {
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
    place.closeDoors();
    place.files().retire(uid, place.options().keptPods());
    return new Next.Leave();
  }

  /// Gives back what only running processes need; a finished pod may stay for days.
  private void releaseMachine() throws IOException {
    place.limits().leave(uid);
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
