package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheJavaClientTest {

  @TempDir Path home;
  private Yard yard;
  private KubernetesClient client;

  @BeforeEach
  void connects() {
    yard = Yard.open(home, Yard.Options.defaults());
    client = yard.client();
  }

  @AfterEach
  void leaves() {
    client.close();
    yard.close();
  }

  @Test
  void runs_a_pod_from_its_creation_to_its_end() {
    var pod = client.resource(pod("a")).create();
    try (var informer = client.pods().withField("spec.nodeName", "n1").inform()) {
      client.pods().withName("a").edit(p -> labelled(p, "stage", "one"));
      client
          .bindings()
          .resource(
              new BindingBuilder()
                  .withNewMetadata()
                  .withName("a")
                  .endMetadata()
                  .withNewTarget()
                  .withKind("Node")
                  .withName("n1")
                  .endTarget()
                  .build())
          .create();
      await().until(() -> informer.getStore().list().size() == 1);

      client.pods().withName("a").editStatus(p -> inPhase(p, "Running"));
      client
          .pods()
          .withName("a")
          .subresource("status")
          .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"podIP\": \"127.0.0.1\"}}");
      yard.logsFrom(
          (_, out) -> {
            out.write("hello".getBytes(StandardCharsets.UTF_8));
            return true;
          });
      assertThat(client.pods().withName("a").getLog()).isEqualTo("hello");
      await()
          .until(
              () ->
                  informer.getStore().list().stream()
                      .anyMatch(p -> p.getStatus().getPodIP() != null));

      client.pods().withName("a").delete();
      var ending = client.pods().withName("a").get();
      assertThat(ending.getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(30);
      assertThat(ending.getMetadata().getUid()).isEqualTo(pod.getMetadata().getUid());
      client.pods().withName("a").withGracePeriod(0).delete();
      await().until(() -> informer.getStore().list().isEmpty());
    }
  }

  @Test
  void is_told_of_conflicts_and_mistakes() {
    var old = client.resource(pod("a")).create();
    client.pods().withName("a").edit(p -> labelled(p, "x", "y"));

    assertThatThrownBy(() -> client.resource(labelled(old, "x", "z")).update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
    assertThatThrownBy(() -> client.resource(pod("B")).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            e -> assertThat(e.getStatus().getDetails().getCauses()).hasSize(1));
  }

  @Test
  void uses_custom_resources_as_soon_as_they_are_defined() {
    var definition =
        client
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: runs.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {kind: Run, plural: runs}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources:
                      status: {}
                      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
                    schema:
                      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """,
                CustomResourceDefinition.class);
    client.resource(definition).create();
    var runs =
        client
            .genericKubernetesResources(
                new ResourceDefinitionContext.Builder()
                    .withGroup("example.com")
                    .withVersion("v1")
                    .withKind("Run")
                    .withPlural("runs")
                    .withNamespaced(true)
                    .build())
            .inNamespace("default");
    var run = new GenericKubernetesResource();
    run.setApiVersion("example.com/v1");
    run.setKind("Run");
    run.setMetadata(pod("r").getMetadata());
    run.setAdditionalProperty("spec", Map.of("replicas", 1));

    runs.resource(run).create();
    runs.withName("r").scale(3);
    runs.withName("r").editStatus(r -> withStatus(r, Map.of("phase", "Running")));

    var seen = runs.withName("r").get();
    assertThat(seen.<Integer>get("spec", "replicas")).isEqualTo(3);
    assertThat(seen.<String>get("status", "phase")).isEqualTo("Running");
    assertThat(seen.getMetadata().getGeneration()).isEqualTo(2);
  }

  private static GenericKubernetesResource withStatus(
      GenericKubernetesResource resource, Map<String, String> status) {
    resource.setAdditionalProperty("status", status);
    return resource;
  }

  private static Pod labelled(Pod pod, String key, String value) {
    return new PodBuilder(pod).editMetadata().addToLabels(key, value).endMetadata().build();
  }

  private static Pod inPhase(Pod pod, String phase) {
    return new PodBuilder(pod).editStatus().withPhase(phase).endStatus().build();
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("python")
        .endContainer()
        .endSpec()
        .build();
  }
}
