package dev.trainyard.scheduler.shell;

import dev.trainyard.scheduler.core.Snapshot.PodId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// When to try again what failed for a pod: soon, then ever later, but never not at all.
final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private record Failure(Duration delay, Instant retryAt, boolean pending) {}

  private final InstantSource clock;
  private final Map<String, Failure> failures = new HashMap<>();

  Backoff(InstantSource clock) {
    this.clock = clock;
  }

  synchronized void failed(PodId pod) {
    var last = failures.get(pod.uid());
    var delay = last == null ? FIRST : last.delay.multipliedBy(2);
    var bounded = delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    failures.put(pod.uid(), new Failure(bounded, clock.instant().plus(bounded), true));
  }

  /// Whether the pod may be tried now; if so, its wait is over.
  synchronized boolean due(PodId pod) {
    var failure = failures.get(pod.uid());
    if (failure == null || !failure.pending) {
      return true;
    }
    if (clock.instant().isBefore(failure.retryAt)) {
      return false;
    }
    failures.put(pod.uid(), new Failure(failure.delay, failure.retryAt, false));
    return true;
  }

  synchronized void forget(String uid) {
    failures.remove(uid);
  }

  /// How long until the next pod is due; zero when one already is.
  synchronized Optional<Duration> untilNext() {
    var now = clock.instant();
    return failures.values().stream()
        .filter(Failure::pending)
        .map(failure -> Duration.between(now, failure.retryAt))
        .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
        .min(Duration::compareTo);
  }
}
