package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.metrics.v1beta1.PodMetrics;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What pods use, as `kubectl top` shows it. A cluster needs a metrics server for that; a yard
/// tells by itself.
@OnACluster
@Tag("needs-the-yard")
class TheUsageOfPodsTest {

  private static Pod pod(String name, String script) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("app", name)
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .withRestartPolicy("Never")
        .withTerminationGracePeriodSeconds(1L)
        .addNewContainer()
        .withName("main")
        .withImage("none")
        .withCommand("sh", "-c", script)
        .endContainer()
        .endSpec()
        .build();
  }

  private static BigDecimal cpu(PodMetrics metrics) {
    return Quantity.getAmountInBytes(metrics.getContainers().getFirst().getUsage().get("cpu"));
  }

  @Test
  @Tag("needs-kubectl")
  void tells_the_busy_from_the_idle(Site site, Team team, @TempDir Path desk) {
    team.submit(pod("busy", "while :; do :; done"));
    team.submit(pod("idle", "while :; do sleep 1; done"));
    var metrics = team.client().top().pods();
    team.waitUntil(
        "both are measured",
        () -> metrics.inNamespace(team.namespace()).metrics().getItems().size() == 2);

    team.waitUntil(
        "the busy one uses more",
        () ->
            cpu(metrics.metrics(team.namespace(), "busy"))
                    .compareTo(cpu(metrics.metrics(team.namespace(), "idle")))
                > 0);
    assertThat(
            Quantity.getAmountInBytes(
                metrics
                    .metrics(team.namespace(), "idle")
                    .getContainers()
                    .getFirst()
                    .getUsage()
                    .get("memory")))
        .isPositive();
    assertThat(team.client().top().nodes().metrics("node-1").getUsage()).containsKey("cpu");

    var kubectl = new Kubectl(site.cluster().kubeconfig(), team.namespace(), desk);
    assertThat(kubectl.run(List.of("top", "pods", "--no-headers", "-l", "app=busy")).text())
        .matches("busy +\\d+m +\\d+Mi *\n");
    assertThat(kubectl.run(List.of("top", "nodes")).text()).contains("node-1");
    assertThat(kubectl.run(List.of("top", "pod", "nobody")).text()).contains("not found");
  }
}
