package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.autoscaler.ResourceMetric.Goal;
import dev.trainyard.yard.autoscaler.Sighting.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How many replicas one metric asks for, by the rules of Kubernetes' autoscaler: pods of which
/// nothing is known yet are counted such that they can only hold a change back.
final class Calculation {

  /// A pod this young uses CPU for starting, unless it has been ready for a whole window.
  private static final Duration CPU_INITIALIZATION = Duration.ofMinutes(5);

  /// A pod that became unready later than this after its start was ready once.
  private static final Duration INITIAL_READINESS = Duration.ofSeconds(30);

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final ResourceMetric metric;
  private final int current;
  private final Tolerance tolerance;

  /// By how much, as a share, a metric may be off its goal with nothing done about it.
  record Tolerance(double up, double down) {
    boolean covers(double ratio) {
      return ratio >= 1 - down && ratio <= 1 + up;
    }
  }

  /// How much is used.
  ///
  /// @param percent of what was requested, where that is asked for
  record Level(OptionalInt percent, BigDecimal average, double ratio) {}

  sealed interface Answer {
    record Asked(int replicas, Level level) implements Answer {}

    record Unknown(String why) implements Answer {}
  }

  private static final class UnknownException extends Exception {
    final String why;

    UnknownException(String why) {
      super(why, null, false, false);
      this.why = why;
    }
  }

  private Calculation(ResourceMetric metric, int current, Tolerance tolerance) {
    this.metric = metric;
    this.current = current;
    this.tolerance = tolerance;
  }

  static Answer of(
      ResourceMetric metric, int current, Tolerance tolerance, List<Sighting> pods, Instant now) {
    try {
      return new Calculation(metric, current, tolerance).answer(pods, now);
    } catch (UnknownException e) {
      return new Answer.Unknown(e.why);
    }
  }

  private Answer answer(List<Sighting> pods, Instant now) throws UnknownException {
    if (pods.isEmpty()) {
      throw new UnknownException("no pods returned by selector while calculating replica count");
    }
    var ready = new LinkedHashMap<Sighting, BigDecimal>();
    var unready = new ArrayList<Sighting>();
    var missing = new ArrayList<Sighting>();
    for (var pod : pods.stream().filter(Sighting::counts).toList()) {
      var used = used(pod);
      if (pod.phase().equals("Pending")) {
        unready.add(pod);
      } else if (used.isEmpty()) {
        missing.add(pod);
      } else if (starting(pod, pod.usage().orElseThrow(), now)) {
        unready.add(pod);
      } else {
        ready.put(pod, used.get());
      }
    }
    requireAny(pods, ready);
    var level = level(ready);
    return new Answer.Asked(replicas(level, ready, unready, missing), level);
  }

  private void requireAny(List<Sighting> pods, Map<Sighting, BigDecimal> ready)
      throws UnknownException {
    if (pods.stream().allMatch(pod -> pod.usage().isEmpty())) {
      throw new UnknownException(
          "unable to get metrics for resource %s: no metrics returned from resource metrics API"
              .formatted(metric.resource()));
    }
    if (ready.isEmpty()) {
      throw new UnknownException(
          "did not receive metrics for targeted pods (pods might be unready)");
    }
  }

  private int replicas(
      Level level, Map<Sighting, BigDecimal> ready, List<Sighting> unready, List<Sighting> missing)
      throws UnknownException {
    var first = level.ratio();
    var holdsBack = !unready.isEmpty() && first > 1;
    if (!holdsBack && missing.isEmpty()) {
      return tolerance.covers(first) ? current : (int) Math.ceil(first * ready.size());
    }
    var all = new LinkedHashMap<>(ready);
    for (var pod : missing) {
      if (first < 1) {
        all.put(pod, atLeastItsGoal(pod));
      } else if (first > 1) {
        all.put(pod, BigDecimal.ZERO);
      }
    }
    if (holdsBack) {
      unready.forEach(pod -> all.put(pod, BigDecimal.ZERO));
    }
    var second = level(all).ratio();
    if (tolerance.covers(second) || (first < 1 && second > 1) || (first > 1 && second < 1)) {
      return current;
    }
    var wanted = (int) Math.ceil(second * all.size());
    return second < 1 ? Math.min(wanted, current) : Math.max(wanted, current);
  }

  private BigDecimal atLeastItsGoal(Sighting pod) throws UnknownException {
    return switch (metric.goal()) {
      case Goal.Utilization(var percent) ->
          requested(pod).multiply(BigDecimal.valueOf(percent).max(HUNDRED)).divide(HUNDRED);
      case Goal.AverageValue(var amount) -> amount;
    };
  }

  private Level level(Map<Sighting, BigDecimal> used) throws UnknownException {
    var total = used.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    var average = total.divide(BigDecimal.valueOf(used.size()), 3, RoundingMode.DOWN);
    return switch (metric.goal()) {
      case Goal.Utilization(var goal) -> {
        var requested = BigDecimal.ZERO;
        for (var pod : used.keySet()) {
          requested = requested.add(requested(pod));
        }
        if (requested.signum() == 0) {
          throw new UnknownException("no metrics returned matched known pods");
        }
        var percent = total.multiply(HUNDRED).divide(requested, 0, RoundingMode.DOWN).intValue();
        yield new Level(OptionalInt.of(percent), average, percent / (double) goal);
      }
      case Goal.AverageValue(var goal) ->
          new Level(OptionalInt.empty(), average, average.doubleValue() / goal.doubleValue());
    };
  }

  /// Nothing for a pod that was not measured.
  private Optional<BigDecimal> used(Sighting pod) throws UnknownException {
    if (pod.usage().isEmpty()) {
      return Optional.empty();
    }
    var containers = pod.usage().get().containers();
    var one = metric.container();
    if (one.isPresent() && !containers.containsKey(one.get())) {
      throw new UnknownException(
          "container %s not present in metrics for pod %s".formatted(one.get(), pod.pod()));
    }
    return sum(chosen(containers));
  }

  private BigDecimal requested(Sighting pod) throws UnknownException {
    var containers = chosen(pod.requests());
    for (var container : containers.entrySet()) {
      if (!container.getValue().containsKey(metric.resource())) {
        throw new UnknownException(
            "missing request for %s in container %s of Pod %s"
                .formatted(metric.resource(), container.getKey(), pod.pod()));
      }
    }
    return sum(containers).orElse(BigDecimal.ZERO);
  }

  private Map<String, Map<String, BigDecimal>> chosen(
      Map<String, Map<String, BigDecimal>> containers) {
    return metric
        .container()
        .map(name -> Map.of(name, containers.getOrDefault(name, Map.of())))
        .orElse(containers);
  }

  /// Nothing where a container has nothing to add.
  private Optional<BigDecimal> sum(Map<String, Map<String, BigDecimal>> containers) {
    var amounts =
        containers.values().stream()
            .map(container -> Optional.ofNullable(container.get(metric.resource())))
            .toList();
    return amounts.stream().allMatch(Optional::isPresent)
        ? Optional.of(
            amounts.stream().flatMap(Optional::stream).reduce(BigDecimal.ZERO, BigDecimal::add))
        : Optional.empty();
  }

  private boolean starting(Sighting pod, Usage usage, Instant now) {
    if (!metric.resource().equals("cpu")) {
      return false;
    }
    if (pod.readiness().isEmpty() || pod.started().isEmpty()) {
      return true;
    }
    var readiness = pod.readiness().get();
    var started = pod.started().get();
    return started.plus(CPU_INITIALIZATION).isAfter(now)
        ? !readiness.ready() || usage.at().isBefore(readiness.since().plus(usage.window()))
        : !readiness.ready() && started.plus(INITIAL_READINESS).isAfter(readiness.since());
  }
}
