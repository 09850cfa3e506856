package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.time.Dice;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/// Bad weather drawn from a seed, until it passes. Every fault is counted by its kind.
final class Storm implements Weather {

  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final Duration VERY_LATE = Duration.ofSeconds(20);

  private final Dice dice;
  private final BooleanSupplier passed;
  private final IntPredicate happens;
  private final Map<String, Integer> faults = new TreeMap<>();
  private int count;
  private boolean admissionDown;
  private boolean spared;

  /// @param happens which of its faults happen, by their number from 1; the others are spared us
  Storm(Dice dice, BooleanSupplier passed, IntPredicate happens) {
    this.dice = dice;
    this.passed = passed;
    this.happens = happens;
  }

  Map<String, Integer> faults() {
    return faults;
  }

  int count() {
    return count;
  }

  @Override
  public Fate of(Request request) {
    // Drawn even where it is not used, so that a shorter storm begins like a longer one.
    var roll = dice.below(100);
    var way = dice.upTo(SLOW);
    var back = dice.upTo(SLOW);
    if (over()) {
      return CALM.of(request);
    }
    spared = false;
    if (admissionDown && request.verb().equals("create")) {
      var refused = fault("admission down", new Fate.Refused(Refusals.admissionDown()));
      return spared ? CALM.of(request) : refused;
    }
    var fate =
        switch (roll) {
          case 0, 1 -> fault("server error", new Fate.Refused(Refusals.broken()));
          case 2, 3 -> fault("throttled", new Fate.Refused(Refusals.throttled()));
          case 4, 5 -> fault("no answer, not done", new Fate.Refused(Refusals.silence()));
          case 6, 7 -> fault("no answer, done", new Fate.Unanswered());
          case 8 -> fault("crash before a request", new Fate.Crash(false));
          case 9 -> fault("crash after a request", new Fate.Crash(true));
          case 10, 11, 12, 13, 14, 15 -> fault("slow request", new Fate.Served(way, back));
          default -> CALM.of(request);
        };
    return spared ? CALM.of(request) : fate;
  }

  @Override
  public Delivery next(String kind) {
    var roll = dice.below(20);
    var late = dice.upTo(SLOW);
    var veryLate = dice.upTo(VERY_LATE);
    var most = dice.between(1, 5);
    if (over()) {
      return CALM.next(kind);
    }
    spared = false;
    var delivery =
        switch (roll) {
          case 0 -> fault("watch cut", new Delivery(veryLate, OptionalInt.empty(), false, true));
          case 1, 2 ->
              fault("gone, listed again", new Delivery(veryLate, OptionalInt.empty(), true, false));
          case 3, 4, 5 -> fault("late news", new Delivery(late, OptionalInt.empty(), false, false));
          case 6, 7 ->
              fault("news in pieces", new Delivery(late, OptionalInt.of(most), false, false));
          case 8 -> fault("news twice", new Delivery(late, OptionalInt.empty(), false, true));
          default -> CALM.next(kind);
        };
    return spared ? CALM.next(kind) : delivery;
  }

  /// Whoever is to admit new objects does not answer.
  void admission(boolean down) {
    admissionDown = down;
  }

  boolean over() {
    return passed.getAsBoolean();
  }

  /// Something else that goes wrong, if the storm still has room for it.
  boolean strikes(String what) {
    if (over()) {
      return false;
    }
    fault(what, what);
    return !spared;
  }

  private <T> T fault(String what, T outcome) {
    count++;
    spared = !happens.test(count);
    if (!spared) {
      faults.merge(what, 1, Integer::sum);
    }
    return outcome;
  }
}
