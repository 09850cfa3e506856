package dev.trainyard.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Attached.Readiness;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnAttachedKindTest {

  private static final Attached.Kind BOARD =
      new Attached.Kind("tensorstack.dev", "v1beta1", "TensorBoard", "tensorboards");

  @Test
  void is_ready_once_it_is_there_unless_it_says_more() {
    assertThat(BOARD.readiness().of(new GenericKubernetesResource())).isTrue();
    assertThat(BOARD.kept()).isEmpty();
  }

  @Test
  void keeps_what_its_readiness_looks_at() {
    assertThat(BOARD.keeping("spec.queue").readyWhen(new Readiness.Condition("Ready")).kept())
        .containsExactly("spec.queue", "status.conditions");
    assertThat(BOARD.readyWhen(new Readiness.Admitted()).keeping("spec.queue").kept())
        .containsExactly("spec.queue", "status.phase");
  }

  @Test
  void may_be_ready_by_a_condition() {
    var ready = new Readiness.Condition("Ready");

    assertThat(ready.of(new GenericKubernetesResource())).isFalse();
    assertThat(ready.of(withStatus("conditions", List.of(condition("Ready", "False"))))).isFalse();
    assertThat(ready.of(withStatus("conditions", List.of(condition("Healthy", "True"))))).isFalse();
    assertThat(
            ready.of(
                withStatus(
                    "conditions",
                    List.of(condition("Healthy", "False"), condition("Ready", "True")))))
        .isTrue();
    assertThat(ready.of(withStatus("conditions", "none"))).isFalse();
  }

  @Test
  void may_be_let_in_by_a_scheduler() {
    var admitted = new Readiness.Admitted();

    assertThat(admitted.of(new GenericKubernetesResource())).isFalse();
    assertThat(admitted.of(withStatus("phase", ""))).isFalse();
    assertThat(admitted.of(withStatus("phase", "Pending"))).isFalse();
    assertThat(admitted.of(withStatus("phase", "Inqueue"))).isTrue();
  }

  @Test
  void is_not_taken_for_a_namesake_of_another_group() {
    var group = new Attached.Kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups");

    assertThat(group.names("scheduling.volcano.sh/v1beta1", "PodGroup")).isTrue();
    assertThat(group.names("scheduler.tensorstack.dev/v1beta1", "PodGroup")).isFalse();
    assertThat(new Attached.Kind("", "v1", "Secret", "secrets").names("v1", "Secret")).isTrue();
  }

  private static GenericKubernetesResource withStatus(String field, Object value) {
    var object = new GenericKubernetesResource();
    object.setAdditionalProperty("status", Map.of(field, value));
    return object;
  }

  private static Map<String, Object> condition(String type, String status) {
    return Map.of("type", type, "status", status);
  }
}
