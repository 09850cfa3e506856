package dev.trainyard.operator.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Attached.Readiness;
import dev.trainyard.engine.wrapper.WrappedPods;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ASlimObjectTest {

  private static final Attached.Kind GROUP =
      new Attached.Kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups");

  private final Slim slim = new Slim("test.trainyard.dev/v1", "Errand", Company.none());

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
  void of_a_secret_has_what_its_entries_are_called_and_nothing_they_hold() {
    var secret = ofOwner("Errand");
    secret.setAdditionalProperty("data", Map.of("ssh-privatekey", "a2V5", "ssh-publickey", "bG9j"));

    var kept = slim.attached(Attached.SECRETS, secret);

    assertThat(kept.getAdditionalProperties())
        .isEqualTo(Map.of("data", Map.of("ssh-privatekey", "", "ssh-publickey", "")));
    assertThat(Attached.SECRETS.entries(kept)).contains(Set.of("ssh-privatekey", "ssh-publickey"));
  }

  @Test
  void of_a_secret_has_no_entries_where_that_has_none() {
    var kept = slim.attached(Attached.SECRETS, ofOwner("Errand"));

    assertThat(kept.getAdditionalProperties()).isEmpty();
    assertThat(Attached.SECRETS.entries(kept)).contains(Set.of());
  }

  @Test
  void is_hardly_anything_where_it_is_a_strangers() {
    var kept = slim.attached(GROUP.keeping("spec.queue"), ofOwner("Deployment"));

    assertThat(kept.getAdditionalProperties()).isEmpty();
    assertThat(kept.getMetadata().getLabels()).isEmpty();
    assertThat(kept.getMetadata().getName()).isEqualTo("mnist");
  }

  @Test
  void of_an_app_wrapper_has_all_that_its_machine_reads_off_a_pod_and_no_environment() {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("mnist-0")
            .withUid("uid-0")
            .addToLabels(CodeFlare.WRAPPER_LABEL, "mnist")
            .endMetadata()
            .withNewSpec()
            .withNodeName("node-a")
            .addNewContainer()
            .withName("main")
            .addNewEnv()
            .withName("TOKEN")
            .withValue("secret")
            .endEnv()
            .withNewResources()
            .addToLimits("nvidia.com/gpu", new Quantity("8"))
            .endResources()
            .endContainer()
            .endSpec()
            .withNewStatus()
            .withPhase("Failed")
            .addNewContainerStatus()
            .withName("main")
            .withNewState()
            .withNewTerminated()
            .withExitCode(3)
            .endTerminated()
            .endState()
            .endContainerStatus()
            .endStatus()
            .build();

    assertThat(WrappedPods.of(Slim.wrapped(pod))).isEqualTo(WrappedPods.of(pod));
    assertThat(WrappedPods.of(pod).exitCodes()).containsExactly(3);
    assertThat(Slim.wrapped(pod).toString()).doesNotContain("secret");
  }

  @Test
  void of_an_app_wrapper_has_how_it_fares_and_nothing_of_its_spec() {
    var kept = Slim.component(ofOwner("AppWrapper"));

    assertThat(kept.getAdditionalProperties()).containsOnlyKeys("status");
    assertThat(kept.getMetadata().getOwnerReferences()).hasSize(1);
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
