package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.LimitRangeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OnACluster
class ALimitedNamespaceTest {

  private static Pod pod(String name, Map<String, Quantity> limits) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy("Never")
        .withSchedulerName("nobody")
        .addNewContainer()
        .withName("c")
        .withImage("none")
        .withCommand("true")
        .withNewResources()
        .withLimits(limits)
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static String refusal(Team team, Pod pod) {
    return catchThrowableOfType(KubernetesClientException.class, () -> team.submit(pod))
        .getStatus()
        .getMessage();
  }

  private static void limit(Team team, Map<String, Quantity> hard) {
    team.submit(
        new ResourceQuotaBuilder()
            .withNewMetadata()
            .withName("q")
            .endMetadata()
            .withNewSpec()
            .withHard(hard)
            .endSpec()
            .build());
    team.waitUntil("it is counted", () -> quota(team).getStatus().getUsed().size() == hard.size());
  }

  private static ResourceQuota quota(Team team) {
    return team.client().resourceQuotas().inNamespace(team.namespace()).withName("q").get();
  }

  private static String used(Team team, String name) {
    return String.valueOf(quota(team).getStatus().getUsed().get(name));
  }

  private static void holdBack(Team team) {
    team.submit(
        new LimitRangeBuilder()
            .withNewMetadata()
            .withName("l")
            .endMetadata()
            .withNewSpec()
            .addNewLimit()
            .withType("Container")
            .withMax(Map.of("memory", new Quantity("1Gi")))
            .withDefaultRequest(Map.of("cpu", new Quantity("100m")))
            .endLimit()
            .endSpec()
            .build());
  }

  @Test
  void takes_no_more_pods_than_its_quota_has_room_for(Team team) {
    limit(team, Map.of("pods", new Quantity("2"), "limits.memory", new Quantity("1Gi")));
    var half = Map.of("memory", new Quantity("512Mi"));
    team.submit(pod("a", half));
    assertThat(used(team, "limits.memory")).isEqualTo("512Mi");
    assertThat(refusal(team, pod("b", Map.of("memory", new Quantity("1Gi")))))
        .isEqualTo(
            "pods \"b\" is forbidden: exceeded quota: q, requested: limits.memory=1Gi, used:"
                + " limits.memory=512Mi, limited: limits.memory=1Gi");
    assertThat(refusal(team, pod("b", Map.of())))
        .isEqualTo("pods \"b\" is forbidden: failed quota: q: must specify limits.memory for: c");
    team.submit(pod("b", half));
    assertThat(refusal(team, pod("c", half)))
        .isEqualTo(
            "pods \"c\" is forbidden: exceeded quota: q, requested: limits.memory=512Mi,pods=1,"
                + " used: limits.memory=1Gi,pods=2, limited: limits.memory=1Gi,pods=2");
  }

  @Test
  void has_room_again_when_a_pod_is_gone(Team team) {
    limit(team, Map.of("pods", new Quantity("1")));
    team.submit(pod("a", Map.of()));
    assertThat(refusal(team, pod("b", Map.of()))).contains("exceeded quota: q");
    team.client().pods().inNamespace(team.namespace()).withName("a").withGracePeriod(0).delete();
    team.waitUntil("it is given back", () -> used(team, "pods").equals("0"));
    team.submit(pod("b", Map.of()));
  }

  @Test
  void gives_containers_what_they_do_not_ask_for_and_no_more_than_they_may_have(Team team) {
    holdBack(team);
    team.waitUntil(
        "it is known",
        () ->
            team.client()
                .resource(pod("try", Map.of()))
                .inNamespace(team.namespace())
                .dryRun()
                .create()
                .getMetadata()
                .getAnnotations()
                .containsKey("kubernetes.io/limit-ranger"));
    team.submit(pod("a", Map.of()));
    var made = team.client().pods().inNamespace(team.namespace()).withName("a").get();
    var resources = made.getSpec().getContainers().getFirst().getResources();
    assertThat(resources.getLimits()).isEqualTo(Map.of("memory", new Quantity("1Gi")));
    assertThat(resources.getRequests())
        .isEqualTo(Map.of("memory", new Quantity("1Gi"), "cpu", new Quantity("100m")));
    assertThat(made.getMetadata().getAnnotations())
        .containsEntry(
            "kubernetes.io/limit-ranger",
            "LimitRanger plugin set: cpu, memory request for container c; memory limit for"
                + " container c");
    assertThat(refusal(team, pod("b", Map.of("memory", new Quantity("2Gi")))))
        .isEqualTo(
            "pods \"b\" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi");
  }
}
