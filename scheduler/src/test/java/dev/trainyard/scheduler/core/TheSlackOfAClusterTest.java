package dev.trainyard.scheduler.core;

import static dev.trainyard.scheduler.core.Makers.resources;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheSlackOfAClusterTest {

  private static final Resources EIGHT_GPUS =
      resources("cpu", "64", "nvidia.com/gpu", "8", "pods", "110");

  @Test
  void lacks_nothing_of_a_node_that_works() {
    assertThat(Slack.lost(EIGHT_GPUS, false, List.of(), Set.of())).isEqualTo(Resources.NONE);
  }

  @Test
  void lacks_all_of_a_cordoned_node_but_the_number_of_its_pods() {
    assertThat(Slack.lost(EIGHT_GPUS, true, List.of(), Set.of()))
        .isEqualTo(resources("cpu", "64", "nvidia.com/gpu", "8"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"node.kubernetes.io/unreachable", "node.kubernetes.io/not-ready"})
  void lacks_all_of_a_node_out_of_reach(String key) {
    var taints = List.of(new Taint(key, "", "NoExecute"));

    assertThat(Slack.lost(EIGHT_GPUS, false, taints, Set.of()))
        .isEqualTo(resources("cpu", "64", "nvidia.com/gpu", "8"));
  }

  @Test
  void lacks_the_devices_that_do_not_work_and_that_a_node_has() {
    var taints = List.of(new Taint("dedicated", "team", "NoSchedule"));

    assertThat(
            Slack.lost(EIGHT_GPUS, false, taints, Set.of("nvidia.com/gpu", "nvidia.com/roce_gdr")))
        .isEqualTo(resources("nvidia.com/gpu", "8"));
  }

  @Test
  void is_lent_without_a_bound_while_nothing_is_lost_and_never_less_than_nothing() {
    assertThat(Slack.lends(BigDecimal.TEN, BigDecimal.ZERO)).isEmpty();
    assertThat(Slack.lends(BigDecimal.TEN, BigDecimal.ONE)).contains(new BigDecimal(9));
    assertThat(Slack.lends(BigDecimal.TEN, BigDecimal.TEN)).contains(BigDecimal.ZERO);
    assertThat(Slack.lends(BigDecimal.TEN, new BigDecimal(11))).contains(BigDecimal.ZERO);
  }
}
