package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.proof.SeededRun.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/// One seed after the other, on all processors.
public final class Seeds {

  /// More broken seeds than that tell nothing new.
  private static final int ENOUGH = 5;

  private final LongPredicate plays;
  private final Map<String, Integer> faults = new TreeMap<>();
  private final List<Outcome> broken = new ArrayList<>();
  private Duration virtual = Duration.ZERO;
  private long next = 1;
  private long played;
  private long steps;

  /// What came of them.
  ///
  /// @param virtual how long something happened in them, as their clocks saw it
  /// @param broken the first runs in which something did not hold
  public record Summary(
      long seeds,
      long steps,
      Map<String, Integer> faults,
      Duration virtual,
      Duration took,
      List<Outcome> broken) {

    public double seedsPerMinute() {
      return seeds / (Math.max(1, took.toMillis()) / 60_000.0);
    }

    public double virtualPerRealSecond() {
      return virtual.toMillis() / (double) Math.max(1, took.toMillis());
    }
  }

  public static Summary first(long count) {
    return played(seed -> seed <= count);
  }

  /// As many as fit into that time.
  public static Summary within(Duration time) {
    var clock = InstantSource.system();
    var end = clock.instant().plus(time);
    return played(_ -> clock.instant().isBefore(end));
  }

  private static Summary played(LongPredicate plays) {
    var clock = InstantSource.system();
    var began = clock.instant();
    var seeds = new Seeds(plays);
    // Runs hand over between threads all the time, which costs little between virtual ones.
    try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      IntStream.range(0, Runtime.getRuntime().availableProcessors())
          .forEach(_ -> workers.execute(seeds::work));
    }
    return seeds.summary(Duration.between(began, clock.instant()));
  }

  private Seeds(LongPredicate plays) {
    this.plays = plays;
  }

  private void work() {
    for (long seed = take(); plays.test(seed) && !failedEnough(); seed = take()) {
      add(SeededRun.of(seed));
    }
  }

  private synchronized long take() {
    return next++;
  }

  private synchronized boolean failedEnough() {
    return broken.size() >= ENOUGH;
  }

  private synchronized void add(Outcome outcome) {
    played++;
    steps += outcome.steps();
    virtual = virtual.plus(outcome.virtual());
    outcome.faults().forEach((kind, times) -> faults.merge(kind, times, Integer::sum));
    if (outcome.violation().isPresent()) {
      broken.add(outcome);
    }
  }

  private synchronized Summary summary(Duration took) {
    return new Summary(played, steps, faults, virtual, took, broken);
  }
}
