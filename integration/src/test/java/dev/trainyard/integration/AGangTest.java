package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a gang scheduler would do is done by hand.
@OnACluster
class AGangTest {

  private static final String POD_GROUPS =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: podgroups.scheduling.volcano.sh}
      spec:
        group: scheduling.volcano.sh
        names: {kind: PodGroup, listKind: PodGroupList, plural: podgroups, singular: podgroup}
        scope: Namespaced
        versions:
          - name: v1beta1
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
      """;

  @Test
  void needs_a_scheduler_that_is_known_waits_for_its_turn_and_takes_its_group_along(
      Installed site) {
    try (var operator = site.operator("early", "--gang-scheduler-name=volcano")) {
      assertThat(operator.exitCode()).isEqualTo(3);
      assertThat(operator.log())
          .contains("The cluster does not serve PodGroup of scheduling.volcano.sh/v1beta1");
    }
    waitsForItsTurnAndGoesWithItsPods(site);
  }

  private static void waitsForItsTurnAndGoesWithItsPods(Installed site) {
    site.learn("volcano", PyTorchJobs.parse(POD_GROUPS));
    var team = site.team();
    try (var _ = site.operator("gangs", "--gang-scheduler-name=volcano").awaitLeading(true)) {
      var job = team.pyTorchJob("gang", 1);
      job.<Map<String, Object>>get("spec", "runPolicy").put("cleanPodPolicy", "All");
      team.submit(job);
      team.waitForPhase("gang", "Created");
      team.waitUntil("its group is there", () -> group(team).get() != null);

      assertThat(team.pods("gang")).isEmpty();
      assertThat(group(team).get().<Integer>get("spec", "minMember")).isEqualTo(2);
      assertThat(group(team).get().<String>get("spec", "queue")).isEqualTo("default");

      group(team)
          .editStatus(
              found -> {
                found.setAdditionalProperty("status", Map.of("phase", "Inqueue"));
                return found;
              });
      team.waitUntil("its pods are there", () -> team.pods("gang").size() == 2);
      assertThat(
              team.client()
                  .pods()
                  .inNamespace(team.namespace())
                  .withName("gang-worker-0")
                  .get()
                  .getSpec()
                  .getSchedulerName())
          .isEqualTo("volcano");

      team.delete("gang");
      team.waitUntil("its group is gone", () -> group(team).get() == null);
    }
  }

  private static Resource<GenericKubernetesResource> group(Team team) {
    return team.client()
        .genericKubernetesResources("scheduling.volcano.sh/v1beta1", "PodGroup")
        .inNamespace(team.namespace())
        .withName("gang");
  }
}
