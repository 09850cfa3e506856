package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A program that uses the API as operators, nodes and schedulers do.
@OnACluster
class AClientTest {

  @Test
  void leads_a_pod_from_its_creation_to_its_end(Team team) {
    var client = team.client();
    var created = client.resource(pod(team, "a")).create();
    var pods = client.pods().inNamespace(team.namespace());
    try (var informer = pods.withField("spec.nodeName", "nobody").inform()) {
      // Patches, since schedulers and nodes write to the same pod.
      merge(pods.withName("a"), "{\"metadata\": {\"labels\": {\"stage\": \"one\"}}}");
      client
          .bindings()
          .inNamespace(team.namespace())
          .resource(
              new BindingBuilder()
                  .withNewMetadata()
                  .withName("a")
                  .endMetadata()
                  .withNewTarget()
                  .withKind("Node")
                  .withName("nobody")
                  .endTarget()
                  .build())
          .create();
      await().until(() -> informer.getStore().list().size() == 1);

      mergeStatus(pods.withName("a"), "{\"status\": {\"phase\": \"Running\"}}");
      mergeStatus(pods.withName("a"), "{\"status\": {\"message\": \"told\"}}");
      await()
          .until(
              () ->
                  informer.getStore().list().stream()
                      .anyMatch(pod -> "told".equals(pod.getStatus().getMessage())));

      pods.withName("a").delete();
      var ending = pods.withName("a").get();
      assertThat(ending.getMetadata().getDeletionGracePeriodSeconds()).isEqualTo(30);
      assertThat(ending.getMetadata().getUid()).isEqualTo(created.getMetadata().getUid());
      pods.withName("a").withGracePeriod(0).delete();
      await().until(() -> informer.getStore().list().isEmpty());
    }
  }

  private static void merge(PodResource pod, String patch) {
    pod.patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private static void mergeStatus(PodResource pod, String patch) {
    pod.subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  @Test
  void is_told_of_conflicts_and_mistakes(Team team) {
    var client = team.client();
    var old = client.resource(settings(team)).create();
    client.resource(old).edit(map -> with(map, "y"));

    assertThatThrownBy(() -> client.resource(with(old, "z")).update())
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
    assertThatThrownBy(() -> client.resource(pod(team, "B")).create())
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            e -> assertThat(e.getStatus().getDetails().getCauses()).hasSize(1));
  }

  @Test
  void uses_custom_resources_soon_after_they_are_defined(Team team) {
    var client = team.client();
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
            .inNamespace(team.namespace());
    var run = new GenericKubernetesResource();
    run.setApiVersion("example.com/v1");
    run.setKind("Run");
    run.setMetadata(new ObjectMetaBuilder().withName("r").build());
    run.setAdditionalProperty("spec", Map.of("replicas", 1));

    team.waitUntil("runs can be made", () -> team.accepted(() -> runs.resource(run).create()));
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

  private static ConfigMap settings(Team team) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(team.namespace())
        .withName("settings")
        .endMetadata()
        .build();
  }

  private static ConfigMap with(ConfigMap map, String value) {
    return new ConfigMapBuilder(map).addToData("x", value).build();
  }

  /// For a node that does not exist, so that no scheduler places it.
  private static Pod pod(Team team, String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(team.namespace())
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addToNodeSelector("kubernetes.io/hostname", "nobody")
        .addNewContainer()
        .withName("main")
        .withImage("python")
        .endContainer()
        .endSpec()
        .build();
  }
}
