package dev.trainyard.simulation.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/// What is going to happen, in the order of virtual time. Nothing waits: the next entry's time is
/// the time.
public final class Agenda implements InstantSource {

  /// Jobs carry times in whole seconds, so a run begins on one.
  public static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          Comparator.comparing(Entry::at)
              .thenComparingLong(Entry::rank)
              .thenComparingLong(Entry::number));
  private final LongSupplier ranks;
  private Instant now = BEGINNING;
  private Duration clockRunsAhead = Duration.ZERO;
  private long numbers;
  private long steps;

  private record Entry(Instant at, long rank, long number, Runnable act) {}

  /// What falls on the same moment happens in the order it was entered.
  public static Agenda inOrder() {
    return new Agenda(() -> 0);
  }

  /// What falls on the same moment happens in any order.
  public static Agenda shuffled(Dice dice) {
    return new Agenda(dice::number);
  }

  private Agenda(LongSupplier ranks) {
    this.ranks = ranks;
  }

  public void in(Duration delay, Runnable act) {
    entries.add(new Entry(now.plus(delay), ranks.getAsLong(), numbers++, act));
  }

  /// Lets the next entry happen.
  public void step() {
    var next = entries.remove();
    now = next.at();
    steps++;
    next.act().run();
  }

  /// How many entries have happened, with the one that happens now.
  public long steps() {
    return steps;
  }

  public Optional<Instant> next() {
    return Optional.ofNullable(entries.peek()).map(Entry::at);
  }

  /// How long the run has lasted, whatever clocks say.
  public Duration elapsed() {
    return Duration.between(BEGINNING, now);
  }

  /// Lets time pass in which nothing happens.
  public void idleUntil(Duration elapsed) {
    var until = BEGINNING.plus(elapsed);
    if (until.isAfter(now)) {
      now = until;
    }
  }

  /// The clocks of the cluster are set; what was going to happen in ten seconds still does.
  public void setClocks(Duration by) {
    clockRunsAhead = clockRunsAhead.plus(by);
  }

  /// What clocks say.
  @Override
  public Instant instant() {
    return now.plus(clockRunsAhead);
  }
}
