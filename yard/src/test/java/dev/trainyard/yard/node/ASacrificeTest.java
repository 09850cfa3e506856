package dev.trainyard.yard.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Who is ended first when the machine runs out of memory, by the numbers of the kubelet.
class ASacrificeTest {

  private static final long MEMORY = 16L << 30;

  @Test
  void is_first_whoever_asked_for_nothing_and_last_who_is_guaranteed() {
    assertThat(of("BestEffort", "0")).isEqualTo(1000);
    assertThat(of("Guaranteed", "1Gi")).isEqualTo(-997);
  }

  @Test
  void is_the_later_the_more_somebody_asked_for() {
    assertThat(of("Burstable", "0")).isEqualTo(999);
    assertThat(of("Burstable", "4Gi")).isEqualTo(750);
    assertThat(of("Burstable", "8Gi")).isEqualTo(500);
    assertThat(of("Burstable", "16Gi")).isEqualTo(3);
  }

  @Test
  void leaves_a_part_of_the_memory_to_the_yard() {
    assertThat(Machine.reserve(2L << 30)).isEqualTo(256L << 20);
    assertThat(Machine.reserve(MEMORY)).isEqualTo(1L << 30);
    assertThat(Machine.reserve(1L << 40)).isEqualTo(2L << 30);
    assertThat(Machine.reserve(512L << 20)).isEqualTo(128L << 20);

    var capacity = Map.of("memory", new Quantity("1Ki"), "cpu", new Quantity("4"));
    var allocatable = Machine.allocatable(capacity);
    assertThat(allocatable.get("cpu")).isEqualTo(new Quantity("4"));
    assertThat(requireNonNull(allocatable.get("memory")).getNumericalAmount())
        .isPositive()
        .isLessThan(Quantity.getAmountInBytes(new Quantity(Machine.memory() + "")));
  }

  private static int of(String service, String requested) {
    var pod =
        Pods.pod("p", "true")
            .editSpec()
            .editContainer(0)
            .withNewResources()
            .addToRequests("memory", new Quantity(requested))
            .endResources()
            .endContainer()
            .endSpec()
            .withNewStatus()
            .withQosClass(service)
            .endStatus()
            .build();
    return Sacrifice.of(pod, pod.getSpec().getContainers().getFirst(), MEMORY);
  }
}
