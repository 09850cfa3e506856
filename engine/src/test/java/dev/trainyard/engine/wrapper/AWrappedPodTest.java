package dev.trainyard.engine.wrapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AWrappedPodTest {

  @ParameterizedTest
  @CsvSource({
    "Pending, SCHEDULED",
    "Running, RUNNING",
    "Succeeded, SUCCEEDED",
    "Failed, FAILED",
    "Unknown, UNKNOWN",
    "'', UNKNOWN",
  })
  void is_as_far_as_its_phase_says(String phase, Stage stage) {
    assertThat(WrappedPods.of(pod(phase)).stage()).isEqualTo(stage);
  }

  @Test
  void that_says_nothing_yet_is_nowhere() {
    var pod = new PodBuilder(pod("")).withStatus(null).build();

    assertThat(WrappedPods.of(pod).stage()).isEqualTo(Stage.UNKNOWN);
  }

  @Test
  void tells_the_codes_of_its_containers_that_ended_badly() {
    var pod =
        new PodBuilder(pod("Failed"))
            .editStatus()
            .addNewContainerStatus()
            .withName("pytorch")
            .withNewState()
            .withNewTerminated()
            .withExitCode(3)
            .endTerminated()
            .endState()
            .endContainerStatus()
            .addNewContainerStatus()
            .withName("sidecar")
            .withNewState()
            .withNewTerminated()
            .withExitCode(0)
            .endTerminated()
            .endState()
            .endContainerStatus()
            .addNewInitContainerStatus()
            .withName("init")
            .withNewState()
            .withNewTerminated()
            .withExitCode(7)
            .endTerminated()
            .endState()
            .endInitContainerStatus()
            .endStatus()
            .build();

    assertThat(WrappedPods.of(pod).exitCodes()).containsExactly(3);
  }

  @Test
  void uses_what_its_containers_ask_for_and_get() {
    assertThat(WrappedPods.of(pod("Running")).uses()).containsExactlyInAnyOrder("nvidia.com/gpu");
    assertThat(WrappedPods.of(pod("Running")).node()).contains("n1");
  }

  @Test
  void knows_when_it_was_asked_to_go_and_when_it_changed() {
    var pod =
        new PodBuilder(pod("Running"))
            .editMetadata()
            .withDeletionTimestamp("2026-03-01T00:00:30Z")
            .endMetadata()
            .build();

    assertThat(WrappedPods.of(pod).leaving()).isTrue();
    assertThat(WrappedPods.of(pod).changedAt()).isEqualTo(Instant.parse("2026-03-01T00:00:05Z"));
  }

  private static Pod pod(String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("mnist-master-0")
        .withUid("u1")
        .withCreationTimestamp("2026-03-01T00:00:00Z")
        .endMetadata()
        .withNewSpec()
        .withNodeName("n1")
        .addNewContainer()
        .withName("pytorch")
        .withNewResources()
        .withLimits(
            Map.of("nvidia.com/gpu", new Quantity("1"), "nvidia.com/roce_gdr", new Quantity("0")))
        .endResources()
        .endContainer()
        .addNewInitContainer()
        .withName("init")
        .withNewResources()
        .withRequests(Map.of("example.com/fpga", new Quantity("1")))
        .endResources()
        .endInitContainer()
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .withStartTime("2026-03-01T00:00:05Z")
        .endStatus()
        .build();
  }
}
