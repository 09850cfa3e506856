package dev.trainyard.yard.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.autoscaler.Recommendation.Trouble;
import dev.trainyard.yard.autoscaler.Recommendation.Wanted;
import dev.trainyard.yard.autoscaler.Recommendation.Wish;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehaviorBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ATargetInVirtualTimeTest {

  private static final Wanted HALF_A_CPU =
      new Wanted.Measured(
          new ResourceMetric("cpu", Optional.empty(), new ResourceMetric.Goal.Utilization(50)));

  /// A target that has as many replicas as it was last told, looked at every 15 seconds.
  private static final class World {
    final Wish wish;
    int replicas;
    Instant now = Sightings.NOW;
    Memory memory;
    Recommendation last;

    World(Wish wish, int replicas) {
      this.wish = wish;
      this.replicas = replicas;
      memory = Memory.beginning(replicas, now);
      last = Recommendation.of(wish, replicas, List.of(), memory, now);
    }

    /// How many there are after each look, while every pod uses so much of its CPU.
    List<Integer> using(int percent, Duration howLong) {
      var seen = new ArrayList<Integer>();
      for (var end = now.plus(howLong); now.isBefore(end); ) {
        now = now.plus(Autoscaler.PERIOD);
        last = Recommendation.of(wish, replicas, Sightings.using(percent, replicas), memory, now);
        memory = last.memory();
        if (last.replicas() != replicas) {
          memory = memory.changed(last.replicas() - replicas, wish.behaviour(), now);
          replicas = last.replicas();
        }
        seen.add(replicas);
      }
      return seen;
    }

    Map<String, String> reasons() {
      return last.findings().stream().collect(Collectors.toMap(Finding::type, Finding::reason));
    }
  }

  private static World world(int least, int most, int replicas, Wanted... metrics) {
    return world(least, most, replicas, Optional.empty(), metrics);
  }

  private static World world(
      int least,
      int most,
      int replicas,
      Optional<HorizontalPodAutoscalerBehavior> behaviour,
      Wanted... metrics) {
    return new World(new Wish(least, most, List.of(metrics), Behaviour.of(behaviour)), replicas);
  }

  @Test
  void grows_by_four_or_to_twice_its_size_every_quarter_of_a_minute() {
    var world = world(1, 20, 1, HALF_A_CPU);
    assertThat(world.using(600, Duration.ofMinutes(1))).containsExactly(5, 10, 20, 20);
  }

  @Test
  void says_what_limits_it() {
    var world = world(1, 8, 1, HALF_A_CPU);
    var _ = world.using(600, Duration.ofSeconds(15));
    assertThat(world.reasons())
        .isEqualTo(
            Map.of(
                "ScalingActive", "ValidMetricFound",
                "AbleToScale", "ReadyForNewScale",
                "ScalingLimited", "ScaleUpLimit"));
    assertThat(world.last.why())
        .isEqualTo("cpu resource utilization (percentage of request) above target");
    var _ = world.using(600, Duration.ofSeconds(15));
    assertThat(world.reasons()).containsEntry("ScalingLimited", "TooManyReplicas");
  }

  @Test
  void shrinks_once_it_was_too_large_for_five_minutes() {
    var world = world(1, 10, 8, HALF_A_CPU);
    assertThat(world.using(10, Duration.ofSeconds(285))).containsOnly(8);
    assertThat(world.reasons()).containsEntry("AbleToScale", "ScaleDownStabilized");
    assertThat(world.using(10, Duration.ofSeconds(15))).containsExactly(2);
    assertThat(world.last.why()).isEqualTo("All metrics below target");
  }

  @Test
  void stays_large_while_it_is_busy_now_and_then() {
    var world = world(1, 10, 8, HALF_A_CPU);
    for (int i = 0; i < 5; i++) {
      assertThat(world.using(10, Duration.ofMinutes(4))).containsOnly(8);
      assertThat(world.using(50, Duration.ofSeconds(15))).containsOnly(8);
    }
  }

  @Test
  void keeps_to_the_pace_its_author_wants() {
    var slowly =
        new HorizontalPodAutoscalerBehaviorBuilder()
            .withNewScaleUp()
            .withStabilizationWindowSeconds(30)
            .addNewPolicy(60, "Pods", 2)
            .endScaleUp()
            .withNewScaleDown()
            .withStabilizationWindowSeconds(0)
            .addNewPolicy(30, "Percent", 50)
            .addNewPolicy(30, "Pods", 1)
            .withSelectPolicy("Min")
            .endScaleDown()
            .build();
    var world = world(1, 20, 1, Optional.of(slowly), HALF_A_CPU);
    // What is remembered of before the load holds the first rise up for 30 seconds.
    assertThat(world.using(500, Duration.ofSeconds(75))).containsExactly(1, 3, 3, 3, 3);
    assertThat(world.using(500, Duration.ofSeconds(15))).containsExactly(5);
    assertThat(world.using(50, Duration.ofMinutes(2))).containsOnly(5);
    assertThat(world.using(1, Duration.ofMinutes(1))).containsExactly(4, 4, 3, 3);
  }

  @Test
  void never_goes_where_its_author_forbids_it() {
    var upOnly =
        new HorizontalPodAutoscalerBehaviorBuilder()
            .withNewScaleDown()
            .withSelectPolicy("Disabled")
            .withStabilizationWindowSeconds(0)
            .endScaleDown()
            .build();
    var world = world(1, 20, 6, Optional.of(upOnly), HALF_A_CPU);
    assertThat(world.using(1, Duration.ofMinutes(10))).containsOnly(6);
    assertThat(world.reasons()).containsEntry("ScalingLimited", "ScaleDownLimit");
  }

  @Test
  void is_brought_within_its_bounds_at_once() {
    assertThat(world(3, 5, 9, HALF_A_CPU).using(50, Duration.ofSeconds(15))).containsExactly(5);
    assertThat(world(3, 5, 1, HALF_A_CPU).using(50, Duration.ofSeconds(15))).containsExactly(3);
  }

  @Test
  void is_left_alone_once_somebody_has_scaled_it_to_nothing() {
    var world = world(3, 5, 0, HALF_A_CPU);
    assertThat(world.using(50, Duration.ofMinutes(1))).containsOnly(0);
    assertThat(world.reasons()).containsEntry("ScalingActive", "ScalingDisabled");
  }

  @Test
  void says_so_where_nobody_serves_its_metric() {
    var world = world(1, 5, 2, new Wanted.Unserved("Pods"));
    assertThat(world.using(90, Duration.ofSeconds(15))).containsExactly(2);
    assertThat(world.reasons()).containsExactly(Map.entry("ScalingActive", "FailedGetPodsMetric"));
    assertThat(world.last.trouble())
        .extracting(Trouble::reason)
        .containsExactly("FailedGetPodsMetric", "FailedComputeMetricsReplicas");
  }

  @Test
  void may_grow_by_half_of_its_metrics_and_never_shrinks_by_them() {
    var world = world(1, 5, 2, HALF_A_CPU, new Wanted.Unserved("External"));
    assertThat(world.using(10, Duration.ofMinutes(10))).containsOnly(2);
    assertThat(world.using(90, Duration.ofSeconds(15))).containsExactly(4);
  }
}
