package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.ElasticConfig;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.ReplicaCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the bounds of an elastic job must be, whether or not they have an effect.
final class ElasticRules {

  static final String IGNORED = "elastic is effective only in torchrun mode";

  private static final String AT = "spec.elastic";

  static List<Problem> check(Layout job, Optional<ElasticConfig> written) {
    var problems = new ArrayList<Problem>();
    written.ifPresent(elastic -> bounds(job, elastic, problems));
    if (job.elastic().isPresent() && problems.isEmpty()) {
      room(job).ifPresent(problems::add);
    }
    return problems;
  }

  private static void bounds(Layout job, ElasticConfig elastic, List<Problem> problems) {
    Spellings.conflict(AT, "enable", elastic.enable(), "enabled", elastic.enabled())
        .ifPresent(problems::add);
    int written = job.types().stream().mapToInt(ReplicaType::replicas).sum();
    int least = requireNonNullElse(elastic.minReplicas(), 1);
    int most = requireNonNullElse(elastic.maxReplicas(), Math.max(least, written));
    ReplicaCount.check(AT + ".minReplicas", least, 1).ifPresent(problems::add);
    if (most < least) {
      problems.add(
          Problem.invalid(
              AT + ".maxReplicas",
              most,
              "must be at least minReplicas, which is %d".formatted(least)));
    } else {
      if (elastic.maxReplicas() != null || most > ReplicaCount.MOST) {
        ReplicaCount.check(AT + ".maxReplicas", most, 1).ifPresent(problems::add);
      }
      var expected = elastic.expectedReplicas();
      if (expected != null && (expected < least || expected > most)) {
        problems.add(
            Problem.invalid(
                AT + ".expectedReplicas",
                expected,
                "must be between minReplicas and maxReplicas, which are %d and %d"
                    .formatted(least, most)));
      }
    }
  }

  /// Fixed types have all their replicas, and every other type one at least.
  private static Optional<Problem> room(Layout job) {
    int needed =
        job.shares().stream().mapToInt(share -> share.weight() > 0 ? 1 : share.replicas()).sum();
    return job.least() >= needed
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(
                AT + ".minReplicas",
                job.least(),
                "must be at least %d, for the types need that many replicas".formatted(needed)));
  }

  private ElasticRules() {}
}
