package dev.trainyard.yard.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.autoscaler.Calculation.Answer;
import dev.trainyard.yard.autoscaler.Calculation.Tolerance;
import dev.trainyard.yard.autoscaler.ResourceMetric.Goal;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheReplicasAMetricAsksForTest {

  private static Answer asked(ResourceMetric metric, int current, String pods) {
    return Calculation.of(
        metric, current, new Tolerance(0.1, 0.1), Sightings.of(pods), Sightings.NOW);
  }

  private static ResourceMetric cpu(Goal goal) {
    return new ResourceMetric("cpu", Optional.empty(), goal);
  }

  private static int replicas(Answer answer) {
    return switch (answer) {
      case Answer.Asked(var replicas, _) -> replicas;
      case Answer.Unknown(var why) -> throw new AssertionError(why);
    };
  }

  private static String why(Answer answer) {
    return switch (answer) {
      case Answer.Asked(var replicas, _) -> throw new AssertionError(replicas + " replicas");
      case Answer.Unknown(var why) -> why;
    };
  }

  @ParameterizedTest(name = "{0} of {1} % is {2}: {3}")
  @CsvSource({
    "60 60 60,            30, 6,  twice the goal takes twice the pods",
    "32 33,               30, 2,  a tenth off is near enough",
    "10 10 10 10,         40, 1,  a quarter of the goal takes a quarter",
    "80,                  30, 3,  a part of a pod is a whole one",
    "0 0,                 50, 0,  who uses nothing is not needed",
    "60 60 failed leaving, 30, 4, those that are lost or go do not count",
    "20 20 missing,       40, 3,  an unknown pod may be at its request and holds all of them",
    "90 90 missing,       30, 6,  an unknown pod counts for nothing when more are wanted",
    "45 missing,          40, 2,  an unknown pod must not turn up into down",
    "60 60 pending,       50, 3,  one that is about to start may be all it takes",
    "20 20 pending,       40, 1,  one that is about to start does not hold those back that can go",
    "90 young,            40, 3,  what a young pod uses is of its start",
  })
  void follow_what_pods_use_of_their_requests(String pods, int goal, int wanted, String rule) {
    var current = Sightings.of(pods).size();
    assertThat(replicas(asked(cpu(new Goal.Utilization(goal)), current, pods)))
        .as(rule)
        .isEqualTo(wanted);
  }

  @ParameterizedTest(name = "{0} of {1} is {2}")
  @CsvSource({
    "80 80,            0.4,  4",
    "42 42,            0.4,  2",
    "10 10 missing,    0.4,  2",
    "80 80 missing,    0.4,  4",
  })
  void follow_what_pods_use_on_average(String pods, BigDecimal goal, int wanted) {
    var current = Sightings.of(pods).size();
    assertThat(replicas(asked(cpu(new Goal.AverageValue(goal)), current, pods))).isEqualTo(wanted);
  }

  @Test
  void count_memory_of_young_pods_as_well() {
    var memory =
        new ResourceMetric("memory", Optional.empty(), new Goal.AverageValue(BigDecimal.TEN));
    assertThat(replicas(asked(memory, 2, "20 young"))).isEqualTo(12);
  }

  @Test
  void look_at_one_container_where_one_is_named() {
    var main = new ResourceMetric("cpu", Optional.of("main"), new Goal.Utilization(30));
    assertThat(replicas(asked(main, 1, "60"))).isEqualTo(2);
    var other = new ResourceMetric("cpu", Optional.of("other"), new Goal.Utilization(30));
    assertThat(why(asked(other, 1, "60")))
        .isEqualTo("container other not present in metrics for pod p0");
  }

  @Test
  void are_unknown_where_nothing_is_known() {
    var cpu = cpu(new Goal.Utilization(50));
    assertThat(why(asked(cpu, 1, "")))
        .isEqualTo("no pods returned by selector while calculating replica count");
    assertThat(why(asked(cpu, 1, "missing")))
        .isEqualTo(
            "unable to get metrics for resource cpu: no metrics returned from resource metrics"
                + " API");
    assertThat(why(asked(cpu, 1, "young")))
        .isEqualTo("did not receive metrics for targeted pods (pods might be unready)");
    var memory = new ResourceMetric("memory", Optional.empty(), new Goal.Utilization(50));
    assertThat(why(asked(memory, 1, "60")))
        .isEqualTo("missing request for memory in container main of Pod p0");
  }
}
