package dev.trainyard.yard.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.autoscaler.Calculation.Level;
import dev.trainyard.yard.autoscaler.Recommendation.Reading;
import dev.trainyard.yard.autoscaler.ResourceMetric.Goal;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AReportTest {

  private static final Instant NOW = Sightings.NOW;
  private static final Instant LATER = NOW.plus(Duration.ofMinutes(1));

  private static Report report(int current, int desired, Reading reading) {
    return new Report(
        current,
        desired,
        current != desired,
        List.of(Finding.active("cpu"), Finding.unlimited()),
        List.of(reading));
  }

  private static Reading share(int percent, String average) {
    return new Reading(
        new ResourceMetric("cpu", Optional.empty(), new Goal.Utilization(80)),
        new Level(OptionalInt.of(percent), new BigDecimal(average), percent / 80.0));
  }

  private static Reading average(String amount) {
    return new Reading(
        new ResourceMetric("memory", Optional.empty(), new Goal.AverageValue(new BigDecimal(100))),
        new Level(OptionalInt.empty(), new BigDecimal(amount), 1));
  }

  private static HorizontalPodAutoscalerStatus status(
      HorizontalPodAutoscalerStatus before, Report report, Instant now) {
    return report.in(before, Optional.of(1L), now);
  }

  private static HorizontalPodAutoscalerStatus first(Reading reading) {
    return status(new HorizontalPodAutoscalerStatus(), report(2, 2, reading), NOW);
  }

  @Test
  void says_how_things_stand() {
    var status = first(share(40, "0.4019"));
    assertThat(status.getCurrentReplicas()).isEqualTo(2);
    assertThat(status.getLastScaleTime()).isNull();
    var metric = status.getCurrentMetrics().getFirst().getResource();
    assertThat(metric.getCurrent().getAverageUtilization()).isEqualTo(40);
    assertThat(metric.getCurrent().getAverageValue()).hasToString("401m");
    assertThat(status.getConditions())
        .extracting(it -> it.getType() + "=" + it.getStatus())
        .containsExactly("ScalingActive=True", "ScalingLimited=False");
  }

  @Test
  void is_not_told_again_where_nobody_would_see_a_difference() {
    var before = first(share(40, "0.401"));
    assertThat(status(before, report(2, 2, share(40, "0.409")), LATER)).isSameAs(before);
    var memory = first(average("100"));
    assertThat(status(memory, report(2, 2, average("109")), LATER)).isSameAs(memory);
  }

  @Test
  void is_told_where_something_has_changed() {
    var before = first(share(40, "0.4"));
    assertThat(status(before, report(2, 2, share(41, "0.41")), LATER)).isNotEqualTo(before);
    var memory = first(average("100"));
    assertThat(status(memory, report(2, 2, average("111")), LATER)).isNotEqualTo(memory);
    var scaled = status(before, report(2, 3, share(40, "0.4")), LATER);
    assertThat(scaled.getDesiredReplicas()).isEqualTo(3);
    assertThat(scaled.getLastScaleTime()).isEqualTo("2026-03-01T12:01:00Z");
  }

  @Test
  void keeps_the_time_since_when_a_condition_holds() {
    var before = first(share(40, "0.4"));
    var lost =
        new Report(
            2, 2, false, List.of(Finding.inactive("FailedGetResourceMetric", "no")), List.of());
    var after = status(before, lost, LATER);
    assertThat(after.getConditions())
        .extracting(
            it ->
                "%s=%s since %s"
                    .formatted(it.getType(), it.getStatus(), it.getLastTransitionTime()))
        .containsExactly(
            "ScalingActive=False since 2026-03-01T12:01:00Z",
            "ScalingLimited=False since 2026-03-01T12:00:00Z");
  }
}
