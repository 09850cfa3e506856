package dev.trainyard.scheduler.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ABinderTest {

  private SmallApi api;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    api = SmallApi.start();
    client = api.client();
  }

  @AfterEach
  void stop() {
    client.close();
    api.close();
  }

  @Test
  void binds_pods_that_were_there_and_pods_that_come() throws IOException {
    api.put("nodes", node("yard", "4"));
    api.put("pods", pod("early", "1"));

    try (var _ = Binder.start(client)) {
      awaitBound("early", "yard");

      api.put("pods", pod("late", "1"));
      awaitBound("late", "yard");
    }

    assertThat(api.writes())
        .containsExactly(
            "POST /api/v1/namespaces/team/pods/early/binding",
            "POST /api/v1/namespaces/team/pods/late/binding");
  }

  @Test
  void counts_the_pods_that_hold_a_node_already() throws IOException {
    api.put("nodes", node("yard", "2"));
    api.put("pods", pod("running", "1500m") + "  nodeName: yard\n");
    api.put("pods", pod("eager", "1"));

    try (var _ = Binder.start(client)) {
      awaitMessage("eager", "0/1 nodes have room: cpu wants 1, 500m of 2 is free on yard");
      assertThat(api.pod("eager").at("/spec").has("nodeName")).isFalse();

      api.delete("/api/v1/namespaces/team/pods/running");
      awaitBound("eager", "yard");
    }
  }

  @Test
  void binds_the_pods_of_a_gang_together_or_not_at_all() throws IOException {
    api.put("nodes", node("yard", "2"));
    api.put("pods", member("one", "1500m"));
    api.put("pods", pod("alone", "1"));

    try (var _ = Binder.start(client)) {
      awaitBound("alone", "yard");
      api.put("pods", member("two", "500m"));
      awaitMessage("one", "0/1 nodes have room: cpu wants 1500m, 1 of 2 is free on yard");
      assertThat(api.pod("two").at("/spec").has("nodeName")).isFalse();

      api.delete("/api/v1/namespaces/team/pods/alone");
      awaitBound("one", "yard");
      awaitBound("two", "yard");
    }
  }

  private static String member(String name, String cpu) {
    return pod(name, cpu)
        .replace(
            "metadata:\n",
            """
            metadata:
              labels: {workload.codeflare.dev/appwrapper: both}
              annotations: {trainyard.dev/gang-size: "2"}
            """);
  }

  @Test
  void leaves_pods_of_other_schedulers_alone_and_counts_what_they_hold() throws IOException {
    api.put("nodes", node("yard", "2"));
    api.put("pods", pod("theirs", "1"));
    api.put("pods", pod("placed", "1") + "  nodeName: yard\n");
    api.put("pods", pod("big", "1500m") + "  schedulerName: trainyard\n");

    try (var _ = Binder.start(client, "trainyard"::equals)) {
      awaitMessage("big", "0/1 nodes have room: cpu wants 1500m, 1 of 2 is free on yard");

      api.put("pods", pod("ours", "1") + "  schedulerName: trainyard\n");
      awaitBound("ours", "yard");
    }

    assertThat(api.writes()).noneMatch(write -> write.contains("theirs"));
  }

  @Test
  void tells_a_waiting_pod_why_once_and_not_again_while_only_amounts_move() throws IOException {
    api.put("nodes", node("yard", "2"));
    api.put("pods", pod("greedy", "4"));

    try (var _ = Binder.start(client)) {
      awaitMessage("greedy", "0/1 nodes have room: cpu wants 4, 2 of 2 is free on yard");

      api.put("pods", pod("small", "1"));
      awaitBound("small", "yard");
      api.put("pods", pod("second", "1").replace("00:00:00Z", "00:00:01Z"));
      awaitBound("second", "yard");
    }

    assertThat(api.writes().stream().filter(write -> write.startsWith("PATCH")))
        .containsExactly("PATCH /api/v1/namespaces/team/pods/greedy/status");
    var condition = api.pod("greedy").at("/status/conditions/0");
    assertThat(condition.at("/type").asText()).isEqualTo("PodScheduled");
    assertThat(condition.at("/status").asText()).isEqualTo("False");
    assertThat(condition.at("/reason").asText()).isEqualTo("Unschedulable");
  }

  @Test
  void says_nothing_that_the_pod_says_already() throws IOException {
    api.put("nodes", node("yard", "2"));
    api.put(
        "pods",
        pod("greedy", "4")
            + """
            status:
              conditions:
              - type: PodScheduled
                status: "False"
                reason: Unschedulable
                message: "0/1 nodes have room: cpu wants 4, 2 of 2 is free on yard"
            """);

    try (var _ = Binder.start(client)) {
      api.put("pods", pod("small", "1"));
      awaitBound("small", "yard");
    }

    assertThat(api.writes()).containsExactly("POST /api/v1/namespaces/team/pods/small/binding");
  }

  @Test
  void tries_again_until_a_binding_is_accepted() throws IOException {
    api.refuseBindings(3);
    api.put("nodes", node("yard", "4"));
    api.put("pods", pod("patient", "1"));

    try (var _ = Binder.start(client)) {
      awaitBound("patient", "yard");
    }

    assertThat(api.writes()).hasSize(4);
  }

  @Test
  void leaves_alone_pods_that_are_ending_gated_or_unreadable() throws IOException {
    api.put("nodes", node("yard", "4"));
    api.put("pods", pod("going", "1").replace("  uid", "  deletionTimestamp: now\n  uid"));
    api.put("pods", pod("gated", "1") + "  schedulingGates: [{name: quota}]\n");
    api.put("pods", pod("odd", "a lot"));
    api.put("pods", pod("done", "1") + "status: {phase: Succeeded}\n");

    try (var _ = Binder.start(client)) {
      api.put("pods", pod("plain", "1"));
      awaitBound("plain", "yard");
    }

    assertThat(api.writes()).containsExactly("POST /api/v1/namespaces/team/pods/plain/binding");
  }

  private void awaitBound(String pod, String node) {
    await(pod + " on " + node)
        .untilAsserted(
            () -> assertThat(api.pod(pod).at("/spec/nodeName").asText()).isEqualTo(node));
  }

  private void awaitMessage(String pod, String message) {
    await(pod + " to be told")
        .untilAsserted(
            () ->
                assertThat(api.pod(pod).at("/status/conditions/0/message").asText())
                    .isEqualTo(message));
  }

  private static String node(String name, String cpu) {
    return """
    apiVersion: v1
    kind: Node
    metadata: {name: %s, uid: %s}
    status:
      allocatable: {cpu: "%s", memory: 8Gi, pods: "10"}
      conditions: [{type: Ready, status: "True"}]
    """
        .formatted(name, name, cpu);
  }

  private static String pod(String name, String cpu) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %s
      namespace: team
      uid: %s-uid
      creationTimestamp: "2026-01-01T00:00:00Z"
    spec:
      containers: [{name: main, resources: {requests: {cpu: "%s"}}}]
    """
        .formatted(name, name, cpu);
  }
}
