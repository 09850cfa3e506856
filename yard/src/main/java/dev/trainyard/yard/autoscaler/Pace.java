package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.autoscaler.Behaviour.Policy;
import dev.trainyard.yard.autoscaler.Behaviour.Rule;
import java.time.Instant;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// Holds a recommendation to what was recommended of late, to how fast replicas may come and go,
/// and to the bounds.
record Pace(int least, int most, Behaviour behaviour, Memory memory, Instant now) {

  /// @param able and limited what to say about it
  record Held(int replicas, Finding able, Finding limited) {}

  Held hold(int current, int wanted) {
    var steady = steady(current, wanted);
    var able =
        steady == wanted
            ? Finding.able("ReadyForNewScale", "recommended size matches current size")
            : wanted >= current
                ? Finding.able(
                    "ScaleUpStabilized",
                    "recent recommendations were lower than current one, applying the lowest"
                        + " recent recommendation")
                : Finding.able(
                    "ScaleDownStabilized",
                    "recent recommendations were higher than current one, applying the highest"
                        + " recent recommendation");
    return within(current, steady, able);
  }

  /// Up as far as all of the window agreed to, down as far as all of the window agreed to.
  private int steady(int current, int wanted) {
    var up = recentAnd(behaviour.up(), wanted).min().orElse(wanted);
    var down = recentAnd(behaviour.down(), wanted).max().orElse(wanted);
    return Math.min(Math.max(current, up), down);
  }

  private IntStream recentAnd(Rule rule, int wanted) {
    return IntStream.concat(
        IntStream.of(wanted), memory.recommendedAfter(now.minus(rule.window())));
  }

  private Held within(int current, int wanted, Finding able) {
    if (wanted > current) {
      var limit = Math.max(current, upTo(current));
      if (wanted > Math.min(limit, most)) {
        return most > limit
            ? new Held(
                limit,
                able,
                Finding.limited(
                    "ScaleUpLimit",
                    "the desired replica count is increasing faster than the maximum scale rate"))
            : new Held(
                most,
                able,
                Finding.limited(
                    "TooManyReplicas",
                    "the desired replica count is more than the maximum replica count"));
      }
    } else if (wanted < current) {
      var limit = Math.min(current, downTo(current));
      if (wanted < Math.max(limit, least)) {
        return least < limit
            ? new Held(
                limit,
                able,
                Finding.limited(
                    "ScaleDownLimit",
                    "the desired replica count is decreasing faster than the maximum scale rate"))
            : new Held(
                least,
                able,
                Finding.limited(
                    "TooFewReplicas",
                    "the desired replica count is less than the minimum replica count"));
      }
    }
    return new Held(wanted, able, Finding.unlimited());
  }

  private int upTo(int current) {
    return chosen(
        behaviour.up(),
        current,
        true,
        policy -> {
          var start = atStartOf(policy, current);
          return policy.percent()
              ? (int) Math.ceil(start * (1 + policy.value() / 100.0))
              : start + policy.value();
        });
  }

  private int downTo(int current) {
    return chosen(
        behaviour.down(),
        current,
        false,
        policy -> {
          var start = atStartOf(policy, current);
          return policy.percent()
              ? (int) (start * (1 - policy.value() / 100.0))
              : start - policy.value();
        });
  }

  /// The policy that allows the greatest change, or the least, as the rule wants.
  private static int chosen(Rule rule, int current, boolean up, ToIntFunction<Policy> limit) {
    var limits = rule.policies().stream().mapToInt(limit);
    return switch (rule.select()) {
      case MAX -> (up ? limits.max() : limits.min()).orElse(current);
      case MIN -> (up ? limits.min() : limits.max()).orElse(current);
      case DISABLED -> current;
    };
  }

  private int atStartOf(Policy policy, int current) {
    return current - memory.added(policy.period(), now) + memory.removed(policy.period(), now);
  }
}
