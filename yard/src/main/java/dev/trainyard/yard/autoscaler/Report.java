package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.autoscaler.Recommendation.Reading;
import dev.trainyard.yard.autoscaler.ResourceMetric.Goal;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricValueStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/// What became of one look at a target, as the status of its autoscaler shows it.
///
/// @param rescaled whether the number of replicas was changed
record Report(
    int current, int desired, boolean rescaled, List<Finding> findings, List<Reading> readings) {

  /// A metric that moved by less than this share is not told anew: nobody acts on it.
  private static final BigDecimal NOTABLE = new BigDecimal("0.1");

  Report {
    findings = List.copyOf(findings);
    readings = List.copyOf(readings);
  }

  /// The status with this report in it; the one there was, where nothing of it is new.
  HorizontalPodAutoscalerStatus in(
      HorizontalPodAutoscalerStatus before, Optional<Long> generation, Instant now) {
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    var after =
        new HorizontalPodAutoscalerStatusBuilder(before)
            .withCurrentReplicas(current)
            .withDesiredReplicas(desired)
            .withObservedGeneration(generation.orElse(null))
            .withLastScaleTime(rescaled ? time : before.getLastScaleTime())
            .withConditions(conditions(before.getConditions(), time))
            .withCurrentMetrics(metrics(before.getCurrentMetrics()))
            .build();
    return after.equals(before) ? before : after;
  }

  private List<HorizontalPodAutoscalerCondition> conditions(
      List<HorizontalPodAutoscalerCondition> before, String time) {
    var all = new ArrayList<>(before);
    for (var finding : findings) {
      var old = all.stream().filter(it -> it.getType().equals(finding.type())).findFirst();
      var status = finding.holds() ? "True" : "False";
      var since =
          old.filter(it -> it.getStatus().equals(status))
              .map(HorizontalPodAutoscalerCondition::getLastTransitionTime)
              .orElse(time);
      var now =
          new HorizontalPodAutoscalerCondition(
              since, finding.message(), finding.reason(), status, finding.type());
      old.ifPresentOrElse(it -> all.set(all.indexOf(it), now), () -> all.add(now));
    }
    return all;
  }

  private List<MetricStatus> metrics(List<MetricStatus> before) {
    var after = readings.stream().map(Report::metric).toList();
    var same =
        before.size() == after.size()
            && IntStream.range(0, after.size())
                .allMatch(i -> alike(before.get(i), after.get(i), readings.get(i)));
    return same ? before : after;
  }

  private static boolean alike(MetricStatus before, MetricStatus after, Reading reading) {
    var was = value(before);
    var is = value(after).orElseThrow();
    return before.getType().equals(after.getType())
        && was.isPresent()
        && switch (reading.metric().goal()) {
          case Goal.Utilization _ ->
              Objects.equals(was.get().getAverageUtilization(), is.getAverageUtilization());
          case Goal.AverageValue(var goal) ->
              amount(was.get()).subtract(amount(is)).abs().compareTo(goal.multiply(NOTABLE)) < 0;
        };
  }

  private static BigDecimal amount(MetricValueStatus value) {
    return Optional.ofNullable(value.getAverageValue())
        .map(Quantity::getNumericalAmount)
        .orElse(BigDecimal.ZERO);
  }

  private static Optional<MetricValueStatus> value(MetricStatus status) {
    return Optional.ofNullable(status.getResource())
        .map(it -> it.getCurrent())
        .or(() -> Optional.ofNullable(status.getContainerResource()).map(it -> it.getCurrent()));
  }

  private static MetricStatus metric(Reading reading) {
    var metric = reading.metric();
    var percent = reading.level().percent();
    var value = new MetricValueStatus();
    value.setAverageUtilization(percent.isPresent() ? percent.getAsInt() : null);
    value.setAverageValue(quantity(metric.resource(), reading.level().average()));
    return metric
        .container()
        .map(
            name ->
                new MetricStatusBuilder()
                    .withType("ContainerResource")
                    .withNewContainerResource()
                    .withContainer(name)
                    .withName(metric.resource())
                    .withCurrent(value)
                    .endContainerResource()
                    .build())
        .orElseGet(
            () ->
                new MetricStatusBuilder()
                    .withType("Resource")
                    .withNewResource()
                    .withName(metric.resource())
                    .withCurrent(value)
                    .endResource()
                    .build());
  }

  /// CPU in thousandths, everything else whole.
  private static Quantity quantity(String resource, BigDecimal amount) {
    return resource.equals("cpu")
        ? new Quantity(amount.movePointRight(3).toBigInteger() + "m")
        : new Quantity(amount.toBigInteger().toString());
  }
}
