package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.autoscaler.Calculation.Answer;
import dev.trainyard.yard.autoscaler.Calculation.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How many replicas a target should have, why, and what there is to say about it.
///
/// @param why a change is due, as the event tells it
/// @param findings in the order in which they came up; of two of a type the later holds
/// @param readings of the metrics that could be read
/// @param trouble what to tell where metrics could not be read
/// @param memory with what is recommended now
record Recommendation(
    int replicas,
    String why,
    List<Finding> findings,
    List<Reading> readings,
    List<Trouble> trouble,
    Memory memory) {

  /// What an author wants.
  record Wish(int least, int most, List<Wanted> metrics, Behaviour behaviour) {
    Wish {
      metrics = List.copyOf(metrics);
    }
  }

  /// A metric that is measured here, or one that is not.
  sealed interface Wanted {
    record Measured(ResourceMetric metric) implements Wanted {}

    /// One that is not: `Pods`, `Object` or `External`.
    record Unserved(String kind) implements Wanted {}
  }

  /// A metric and how it stands.
  record Reading(ResourceMetric metric, Level level) {}

  /// A Warning for whoever looks at the autoscaler.
  record Trouble(String reason, String message) {}

  private record Proposal(int replicas, String metric) {}

  private record Failure(Trouble trouble, Finding inactive) {}

  Recommendation {
    findings = List.copyOf(findings);
    readings = List.copyOf(readings);
    trouble = List.copyOf(trouble);
  }

  static Recommendation of(
      Wish wish, int current, List<Sighting> pods, Memory memory, Instant now) {
    if (current == 0) {
      return plain(
          0,
          "",
          memory,
          Finding.inactive(
              "ScalingDisabled",
              "scaling is disabled since the replica count of the target is zero"));
    }
    if (current > wish.most()) {
      return plain(wish.most(), "Current number of replicas above Spec.MaxReplicas", memory);
    }
    if (current < wish.least()) {
      return plain(wish.least(), "Current number of replicas below Spec.MinReplicas", memory);
    }
    return byMetrics(wish, current, pods, memory, now);
  }

  private static Recommendation plain(int replicas, String why, Memory memory, Finding... finding) {
    return new Recommendation(replicas, why, List.of(finding), List.of(), List.of(), memory);
  }

  private static Recommendation byMetrics(
      Wish wish, int current, List<Sighting> pods, Memory memory, Instant now) {
    var readings = new ArrayList<Reading>();
    var failures = new ArrayList<Failure>();
    var greatest = Optional.<Proposal>empty();
    for (var wanted : wish.metrics()) {
      switch (wanted) {
        case Wanted.Unserved(var kind) -> failures.add(unserved(kind));
        case Wanted.Measured(var metric) -> {
          switch (Calculation.of(metric, current, wish.behaviour().tolerance(), pods, now)) {
            case Answer.Unknown(var reason) -> failures.add(failure(metric, reason));
            case Answer.Asked(var replicas, var level) -> {
              readings.add(new Reading(metric, level));
              if (greatest.filter(it -> it.replicas() >= replicas).isEmpty()) {
                greatest = Optional.of(new Proposal(replicas, metric.words()));
              }
            }
          }
        }
      }
    }
    // What cannot be read might ask for more: never down by half of the truth.
    if (greatest.isEmpty() || (!failures.isEmpty() && greatest.get().replicas() < current)) {
      return failed(wish, current, readings, failures, memory);
    }
    return paced(wish, current, greatest.get(), readings, failures, memory, now);
  }

  private static Recommendation failed(
      Wish wish, int current, List<Reading> readings, List<Failure> failures, Memory memory) {
    var trouble = new ArrayList<>(failures.stream().map(Failure::trouble).toList());
    if (!failures.isEmpty()) {
      trouble.add(
          new Trouble(
              "FailedComputeMetricsReplicas",
              "invalid metrics (%d invalid out of %d), first error is: %s"
                  .formatted(
                      failures.size(),
                      wish.metrics().size(),
                      failures.getFirst().trouble().message())));
    }
    return new Recommendation(
        current,
        "",
        failures.stream().limit(1).map(Failure::inactive).toList(),
        readings,
        trouble,
        memory);
  }

  private static Recommendation paced(
      Wish wish,
      int current,
      Proposal proposal,
      List<Reading> readings,
      List<Failure> failures,
      Memory memory,
      Instant now) {
    var behaviour = wish.behaviour();
    var held =
        new Pace(wish.least(), wish.most(), behaviour, memory, now)
            .hold(current, proposal.replicas());
    var after = memory.recommended(proposal.replicas(), behaviour, now);
    var changes = held.replicas() != current;
    return new Recommendation(
        held.replicas(),
        held.replicas() > current
            ? proposal.metric() + " above target"
            : changes ? "All metrics below target" : "",
        List.of(Finding.active(proposal.metric()), held.able(), held.limited()),
        readings,
        failures.stream().map(Failure::trouble).toList(),
        after);
  }

  private static Failure failure(ResourceMetric metric, String why) {
    var container = metric.container().isPresent();
    var goal =
        switch (metric.goal()) {
          case ResourceMetric.Goal.Utilization _ -> "utilization";
          case ResourceMetric.Goal.AverageValue _ -> "usage";
        };
    var failed = "failed to get %s %s: %s".formatted(metric.resource(), goal, why);
    return failure(
        container ? "FailedGetContainerResourceMetric" : "FailedGetResourceMetric",
        "failed to get %s %s metric value: %s"
            .formatted(metric.resource(), container ? "container resource" : "resource", failed),
        failed);
  }

  private static Failure unserved(String kind) {
    var why =
        ("nothing here serves metrics of type %s; a yard has metrics of type Resource and"
                + " ContainerResource")
            .formatted(kind);
    return failure("FailedGet%sMetric".formatted(kind), why, why);
  }

  private static Failure failure(String reason, String told, String found) {
    return new Failure(
        new Trouble(reason, told),
        Finding.inactive(
            reason, "the HPA was unable to compute the replica count: %s".formatted(found)));
  }
}
