package dev.trainyard.operator.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Attached.Readiness;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ASlimObjectTest {

  private static final Attached.Kind GROUP =
      new Attached.Kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups");

  private final Slim slim = new Slim("test.trainyard.dev/v1", "Errand");

  @Test
  void has_what_its_kind_keeps() {
    var kind = GROUP.readyWhen(new Readiness.Admitted()).keeping("spec.queue", "status.members");

    assertThat(slim.attached(kind, ofOwner("Errand")).getAdditionalProperties())
        .isEqualTo(
            Map.of(
                "spec",
                Map.of("queue", "research"),
                "status",
                Map.of("phase", "Running", "members", List.of("a", "b"))));
  }

  @Test
  void has_only_its_metadata_where_its_kind_keeps_nothing() {
    var kept = slim.attached(GROUP, ofOwner("Errand"));

    assertThat(kept.getAdditionalProperties()).isEmpty();
    assertThat(kept.getMetadata().getLabels()).containsEntry("team", "vision");
  }

  @Test
  void is_hardly_anything_where_it_is_a_strangers() {
    var kept = slim.attached(GROUP.keeping("spec.queue"), ofOwner("Deployment"));

    assertThat(kept.getAdditionalProperties()).isEmpty();
    assertThat(kept.getMetadata().getLabels()).isEmpty();
    assertThat(kept.getMetadata().getName()).isEqualTo("mnist");
  }

  private static GenericKubernetesResource ofOwner(String kind) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(GROUP.apiVersion());
    object.setKind(GROUP.kind());
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName("mnist")
            .withLabels(Map.of("team", "vision"))
            .addNewOwnerReference()
            .withApiVersion("test.trainyard.dev/v1")
            .withKind(kind)
            .endOwnerReference()
            .build());
    object.setAdditionalProperty("spec", Map.of("queue", "research", "minMember", 2));
    object.setAdditionalProperty(
        "status", Map.of("phase", "Running", "members", List.of("a", "b"), "failed", 0));
    return object;
  }
}
