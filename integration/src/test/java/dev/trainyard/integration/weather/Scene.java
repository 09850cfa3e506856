package dev.trainyard.integration.weather;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.cluster.Machines.Work;
import dev.trainyard.simulation.proof.Invariants;
import dev.trainyard.simulation.proof.Sight;
import dev.trainyard.simulation.proof.Trace;
import dev.trainyard.simulation.proof.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All that happens in one run, in the order in which it is seen: changes, requests and incidents.
/// Whoever touches it holds its lock.
final class Scene implements Sight {

  /// Longer than anything an operator puts off for a moment.
  private static final Duration QUIET = Duration.ofMillis(1200);

  /// Whoever still writes after so many writes never stops.
  private static final int MOST_LATE_WRITES = 100;

  private final BadWeather weather;
  private final long began = System.nanoTime();
  private final Store store = new Store();
  private final Map<String, Work> processes = new TreeMap<>();
  private final Trace trace = new Trace(this);
  private final Invariants invariants = new Invariants(this);
  private Optional<Violation> violation = Optional.empty();
  private long requests;
  private long writes;

  Scene(BadWeather weather) {
    this.weather = weather;
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Stream<Work> running() {
    return processes.values().stream();
  }

  /// Processes by the uid of their pod.
  Map<String, Work> processes() {
    return processes;
  }

  @Override
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public int faults() {
    return weather.faults().values().stream().mapToInt(Long::intValue).sum();
  }

  synchronized void happened(Change change) {
    try {
      store.follow(change);
      invariants.check();
    } catch (Violation broken) {
      broke(broken);
    }
    notifyAll();
  }

  synchronized void saw(Request request, Fate fate) {
    requests++;
    if (request.writes()) {
      writes++;
    }
    if (request.old() && !request.watches()) {
      broke(new Violation("%s may be answered with less than we wrote".formatted(request)));
    }
    if (!(fate instanceof Fate.Served)) {
      trace.say(request + "  " + fate);
    } else if (request.writes()) {
      trace.say(request.toString());
    }
    notifyAll();
  }

  synchronized void say(String what) {
    trace.say(what);
  }

  /// Only the first one counts.
  synchronized void broke(Violation broken) {
    if (violation.isEmpty()) {
      violation = Optional.of(broken);
      trace.say("BROKEN " + broken.getMessage());
    }
    notifyAll();
  }

  synchronized long requests() {
    return requests;
  }

  synchronized List<String> lines() {
    return List.copyOf(trace.lines());
  }

  /// Returns once every job rests, nothing is left behind and the operator writes nothing more.
  synchronized void awaitTheEnd(Duration patience) throws InterruptedException {
    var deadline = System.nanoTime() + patience.toNanos();
    for (var missing = missing(); missing.isPresent(); missing = missing()) {
      if (System.nanoTime() > deadline) {
        throw missing.get();
      }
      wait(millisUntil(deadline));
    }
    awaitQuiet();
    invariants.checkTheEnd();
  }

  /// What still stands between this moment and the end.
  private Optional<Violation> missing() {
    throwIfBroken();
    try {
      invariants.checkTheEnd();
      return Optional.empty();
    } catch (Violation notYet) {
      return Optional.of(notYet);
    }
  }

  private synchronized void awaitQuiet() throws InterruptedException {
    var before = writes;
    var seen = writes;
    var quiet = System.nanoTime() + QUIET.toNanos();
    while (System.nanoTime() < quiet) {
      wait(millisUntil(quiet));
      throwIfBroken();
      if (writes != seen) {
        seen = writes;
        quiet = System.nanoTime() + QUIET.toNanos();
      }
      if (writes - before > MOST_LATE_WRITES) {
        throw new Violation(
            "it never comes to rest: %d writes after everything had ended"
                .formatted(writes - before));
      }
    }
  }

  private static long millisUntil(long moment) {
    return Math.max(1, (moment - System.nanoTime()) / 1_000_000);
  }

  private void throwIfBroken() {
    violation.ifPresent(
        broken -> {
          throw broken;
        });
  }
}
