package dev.trainyard.integration.weather;

import dev.trainyard.simulation.time.Dice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// The fate of every request, drawn from a seed until the weather clears. What happens to the n-th
/// request of one kind for one object depends on the seed alone. Which request is the n-th depends
/// on real threads, and so do the moments at which things happen: a seed makes a run likely to be
/// the same, not certain.
final class BadWeather {

  private static final Duration SLOW = Duration.ofMillis(120);
  private static final Duration LONGEST_WATCH = Duration.ofMillis(700);

  private final long seed;
  private final int severity;
  private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
  private volatile boolean clear;

  BadWeather(long seed) {
    this.seed = seed;
    // Some seeds are a breeze, in which a single fault meets a healthy operator.
    this.severity = new Dice(seed).oneOf(List.of(6, 15, 30, 45));
  }

  /// Nothing more goes wrong.
  void clear() {
    clear = true;
  }

  Map<String, Long> faults() {
    var sums = new TreeMap<String, Long>();
    faults.forEach((kind, count) -> sums.put(kind, count.sum()));
    return sums;
  }

  /// Something that is not a request goes wrong.
  void strikes(String kind) {
    faults.computeIfAbsent(kind, _ -> new LongAdder()).increment();
  }

  Fate of(Request request) {
    var dice = next(request.toString());
    if (clear || dice.below(100) >= (request.watches() ? 3 * severity : severity)) {
      return new Fate.Served();
    }
    if (request.watches()) {
      return watch(dice);
    }
    return request.writes() ? write(request, dice) : read(dice);
  }

  /// How long the next words of a watch take.
  Duration late(Request watch) {
    var dice = next("news of " + watch);
    if (clear || dice.below(100) >= severity) {
      return Duration.ZERO;
    }
    strikes("late news");
    return dice.upTo(SLOW);
  }

  private Dice next(String what) {
    int count = counts.computeIfAbsent(what, _ -> new AtomicInteger()).incrementAndGet();
    return new Dice(31 * (31 * seed + what.hashCode()) + count).split();
  }

  private Fate watch(Dice dice) {
    return switch (dice.below(8)) {
      case 0 -> fault("410", new Fate.Gone());
      case 1 -> fault("500", broken(false));
      case 2 -> fault("429", throttled());
      default -> fault("watch cut", new Fate.Cut(dice.upTo(LONGEST_WATCH)));
    };
  }

  private Fate read(Dice dice) {
    return switch (dice.below(6)) {
      case 0 -> fault("reset", new Fate.Reset(dice.oneIn(2)));
      case 1 -> fault("429", throttled());
      case 2 -> fault("500", broken(false));
      case 3 -> fault("503", unavailable());
      default -> fault("slow", new Fate.Slow(dice.upTo(SLOW), dice.upTo(SLOW)));
    };
  }

  private Fate write(Request request, Dice dice) {
    return switch (dice.below(12)) {
      case 0, 1 -> fault("reset", new Fate.Reset(false));
      case 2, 3 -> fault("reset, done", new Fate.Reset(true));
      case 4 -> fault("429", throttled());
      case 5 -> fault("500", broken(false));
      case 6 -> fault("500, done", broken(true));
      case 7 -> fault("503", unavailable());
      case 8, 9 ->
          mayConflict(request)
              ? fault("409", conflict())
              : fault("reset, done", new Fate.Reset(true));
      default -> fault("slow", new Fate.Slow(dice.upTo(SLOW), dice.upTo(SLOW)));
    };
  }

  /// Whether an API server would say so: to a change of what somebody else has changed, or where a
  /// quota is counted. To a deletion it would mean that the object is another one by now.
  private static boolean mayConflict(Request request) {
    return switch (request.method()) {
      case "PUT", "PATCH" -> true;
      case "POST" -> request.path().endsWith("/pods") || request.path().endsWith("/services");
      default -> false;
    };
  }

  private static Fate conflict() {
    return new Fate.Refused(
        409, "Conflict", "the object has been modified; apply your changes again", false);
  }

  private static Fate throttled() {
    return new Fate.Refused(429, "TooManyRequests", "too many requests, try again later", false);
  }

  private static Fate broken(boolean done) {
    return new Fate.Refused(500, "InternalError", "etcdserver: leader changed", done);
  }

  private static Fate unavailable() {
    return new Fate.Refused(503, "ServiceUnavailable", "the server is shutting down", false);
  }

  private Fate fault(String kind, Fate fate) {
    strikes(kind);
    return fate;
  }
}
