package dev.trainyard.scheduler.core;

import static dev.trainyard.scheduler.core.Makers.resources;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourcesTest {

  @Test
  void are_equal_however_they_are_written() {
    assertThat(resources("cpu", "1500m", "memory", "1024Mi", "x", "0"))
        .isEqualTo(resources("cpu", "1.5", "memory", "1Gi"));
  }

  @Test
  void do_not_lose_the_smallest_part() {
    var sum = resources("cpu", "100n").plus(resources("cpu", "1000"));

    assertThat(sum.minus(resources("cpu", "1000"))).isEqualTo(resources("cpu", "100n"));
    assertThat(sum.minus(sum)).isEqualTo(Resources.NONE);
  }

  @Test
  void name_the_scarcest_kind_that_is_lacking() {
    var wanted = resources("pods", "1", "cpu", "4", "memory", "1Gi", "nvidia.com/gpu", "1");

    assertThat(wanted.lackingIn(Resources.NONE)).contains("nvidia.com/gpu");
    assertThat(wanted.lackingIn(resources("nvidia.com/gpu", "1", "pods", "9"))).contains("cpu");
    assertThat(wanted.lackingIn(wanted)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, 2.0, 2",
    "cpu, 0.1, 100m",
    "cpu, 1500u, 1.5m",
    "memory, 1073741824, 1Gi",
    "memory, 1536Mi, 1536Mi",
    "memory, 1G, 1000000000",
    "memory, 0, 0",
    "hugepages-2Mi, 4Mi, 4Mi",
    "nvidia.com/gpu, 8, 8",
    "pods, 110, 110",
  })
  void are_written_as_people_write_them(String name, String quantity, String text) {
    assertThat(Resources.text(name, resources(name, quantity).amount(name))).isEqualTo(text);
  }
}
