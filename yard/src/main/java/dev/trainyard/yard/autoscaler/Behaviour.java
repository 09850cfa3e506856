package dev.trainyard.yard.autoscaler;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRules;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How fast replicas may come and go. What an author leaves out is as Kubernetes documents it.
record Behaviour(Rule up, Rule down) {

  private static final double USUAL_TOLERANCE = 0.1;
  private static final Duration QUARTER = Duration.ofSeconds(15);

  private static final Rule USUAL_UP =
      new Rule(
          Duration.ZERO,
          Select.MAX,
          List.of(new Policy(false, 4, QUARTER), new Policy(true, 100, QUARTER)),
          USUAL_TOLERANCE);
  private static final Rule USUAL_DOWN =
      new Rule(
          Duration.ofMinutes(5),
          Select.MAX,
          List.of(new Policy(true, 100, QUARTER)),
          USUAL_TOLERANCE);

  /// One direction.
  ///
  /// @param window how far back a recommendation holds others up
  record Rule(Duration window, Select select, List<Policy> policies, double tolerance) {
    Rule {
      policies = List.copyOf(policies);
    }

    Duration longestPeriod() {
      return policies.stream().map(Policy::period).reduce(Duration.ZERO, Behaviour::longer);
    }
  }

  /// How many in how much time: a number, or a share of all.
  record Policy(boolean percent, int value, Duration period) {}

  /// Which of the policies counts.
  enum Select {
    MAX,
    MIN,
    DISABLED
  }

  static Behaviour of(Optional<HorizontalPodAutoscalerBehavior> given) {
    return new Behaviour(
        rule(given.flatMap(it -> Optional.ofNullable(it.getScaleUp())), USUAL_UP),
        rule(given.flatMap(it -> Optional.ofNullable(it.getScaleDown())), USUAL_DOWN));
  }

  private static Rule rule(Optional<HPAScalingRules> given, Rule usual) {
    return given.map(rules -> rule(rules, usual)).orElse(usual);
  }

  private static Rule rule(HPAScalingRules given, Rule usual) {
    var policies =
        given.getPolicies().stream()
            .map(
                policy ->
                    new Policy(
                        "Percent".equals(policy.getType()),
                        policy.getValue(),
                        Duration.ofSeconds(policy.getPeriodSeconds())))
            .toList();
    return new Rule(
        Optional.ofNullable(given.getStabilizationWindowSeconds())
            .map(Duration::ofSeconds)
            .orElse(usual.window()),
        select(Optional.ofNullable(given.getSelectPolicy()).orElse("Max")),
        policies.isEmpty() ? usual.policies() : policies,
        Optional.ofNullable(given.getTolerance())
            .map(Quantity::getNumericalAmount)
            .map(Number::doubleValue)
            .orElse(usual.tolerance()));
  }

  private static Select select(String word) {
    return switch (word) {
      case "Min" -> Select.MIN;
      case "Disabled" -> Select.DISABLED;
      default -> Select.MAX;
    };
  }

  Calculation.Tolerance tolerance() {
    return new Calculation.Tolerance(up.tolerance(), down.tolerance());
  }

  /// How long a recommendation may matter.
  Duration longestWindow() {
    return longer(up.window(), down.window());
  }

  /// How long a change may matter.
  Duration longestPeriod() {
    return longer(up.longestPeriod(), down.longestPeriod());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
