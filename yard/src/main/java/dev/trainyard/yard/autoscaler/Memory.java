package dev.trainyard.yard.autoscaler;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What an autoscaler remembers of one target: what it recommended, and what it changed.
///
/// @param changes replicas that came, or went where the number is negative
record Memory(List<Past> recommendations, List<Past> changes) {

  record Past(Instant at, int count) {}

  Memory {
    recommendations = List.copyOf(recommendations);
    changes = List.copyOf(changes);
  }

  /// A controller that has just begun takes what it finds for recommended.
  static Memory beginning(int replicas, Instant now) {
    return new Memory(List.of(new Past(now, replicas)), List.of());
  }

  IntStream recommendedAfter(Instant cutoff) {
    return recommendations.stream().filter(past -> past.at().isAfter(cutoff)).mapToInt(Past::count);
  }

  int added(Duration period, Instant now) {
    return changed(period, now, count -> count > 0);
  }

  int removed(Duration period, Instant now) {
    return -changed(period, now, count -> count < 0);
  }

  private int changed(Duration period, Instant now, IntPredicate which) {
    return changes.stream()
        .filter(past -> past.at().isAfter(now.minus(period)))
        .mapToInt(Past::count)
        .filter(which)
        .sum();
  }

  Memory recommended(int replicas, Behaviour behaviour, Instant now) {
    return new Memory(
        with(recommendations, behaviour.longestWindow(), new Past(now, replicas)), changes);
  }

  Memory changed(int by, Behaviour behaviour, Instant now) {
    return new Memory(recommendations, with(changes, behaviour.longestPeriod(), new Past(now, by)));
  }

  private static List<Past> with(List<Past> all, Duration kept, Past last) {
    var young = all.stream().filter(past -> past.at().isAfter(last.at().minus(kept)));
    return Stream.concat(young, Stream.of(last)).toList();
  }
}
