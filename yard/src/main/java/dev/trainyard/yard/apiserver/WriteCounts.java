package dev.trainyard.yard.apiserver;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How many writes clients have made, so that a budget can be checked.
public final class WriteCounts {

  private final ConcurrentHashMap<Write, LongAdder> counts = new ConcurrentHashMap<>();

  /// A verb on a resource, or on part of one: `update` of `pods/status`. What belongs to no
  /// namespace has an empty one.
  public record Write(String verb, String resource, String namespace) {}

  void count(Write write) {
    counts.computeIfAbsent(write, _ -> new LongAdder()).increment();
  }

  /// Every accepted write so far. Refused ones, rehearsed ones and the yard's own are not counted.
  public Map<Write, Long> snapshot() {
    var snapshot =
        new TreeMap<Write, Long>(
            Comparator.comparing(Write::namespace)
                .thenComparing(Write::resource)
                .thenComparing(Write::verb));
    counts.forEach((write, count) -> snapshot.put(write, count.sum()));
    return snapshot;
  }
}
