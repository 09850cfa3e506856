package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class AQueuedAppWrapperTest {

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.APP_WRAPPER);
  }

  @Test
  void begins_in_any_namespace_by_the_queue_that_everybody_has_and_tells_its_way() {
    queue("usual", "default-queue", "100m");
    team.waitForPhase("usual", "PodsReady");
    assertThat(team.words("usual", "Started"))
        .isEqualTo("Admitted by clusterQueue default-cluster-queue");
    assertThat(team.get("usual").getMetadata().getAnnotations())
        .containsEntry("trainyard.dev/admitted", "default-cluster-queue");

    team.end("usual", 0);
    team.waitForStatus("usual", "Succeeded");

    team.waitUntil("its end is told", () -> team.told("usual").contains("FinishedWorkload"));
    assertThat(team.words("usual", "CreatedWorkload")).startsWith("Created Workload: ");
  }

  @Test
  void waits_until_its_queue_is_there_as_others_write_it() {
    queue("early", "research", "100m");
    team.waitUntil("it is told", () -> team.told("early").contains("Pending"));
    assertThat(team.words("early", "Pending")).isEqualTo("LocalQueue research doesn't exist");
    team.waitUntil("it is put in line", () -> isSuspended("early"));

    open("v1beta1", "research", "cohort: default-cohort");
    team.waitForPhase("early", "PodsReady");

    assertThat(team.words("early", "Started")).endsWith(team.namespace() + "-research");
    // Its two queues may be seen one after the other, which is told as well.
    assertThat(team.allWords("early", "Pending"))
        .filteredOn(words -> words.startsWith("LocalQueue"))
        .hasSize(1);
    remove("early");
  }

  @Test
  void stops_when_its_queue_is_emptied_and_begins_again_when_it_is_open() {
    open("v1beta2", "moody", "cohortName: default-cohort");
    queue("drained", "moody", "100m");
    team.waitForPhase("drained", "PodsReady");

    stop("moody", "HoldAndDrain");
    team.waitForStatus("drained", "Suspended");
    assertThat(team.words("drained", "Stopped")).isEqualTo("The LocalQueue is stopped");
    assertThat(team.pod("drained")).isEmpty();
    team.waitUntil("it waits", () -> team.told("drained").contains("Pending"));

    stop("moody", "None");
    team.waitForPhase("drained", "PodsReady");
    remove("drained");
  }

  @Test
  void is_held_by_its_user_and_waits_again_when_they_let_go() {
    queue("paused", "default-queue", "100m");
    team.waitForPhase("paused", "PodsReady");

    team.change("paused", "spec: {suspend: true}");
    team.waitForStatus("paused", "Suspended");
    team.waitUntil("it is told", () -> team.told("paused").contains("Stopped"));
    assertThat(team.get("paused").getMetadata().getAnnotations())
        .containsKey("trainyard.dev/held")
        .doesNotContainKey("trainyard.dev/admitted");

    team.change("paused", "spec: {suspend: false}");
    team.waitForPhase("paused", "PodsReady");
    remove("paused");
  }

  @Test
  void is_put_back_when_its_user_says_that_it_may_begin() {
    queue("pushy", "nowhere", "100m");
    team.waitUntil("it is put in line", () -> isSuspended("pushy"));

    team.change("pushy", "spec: {suspend: false}");

    team.waitUntil("it is put back", () -> isSuspended("pushy"));
    assertThat(team.pod("pushy")).isEmpty();
    remove("pushy");
  }

  @Test
  void begins_when_another_gives_back_the_room_it_needs() {
    queue("first", "default-queue", most());
    team.waitForPhase("first", "PodsReady");
    queue("second", "default-queue", most());
    team.waitUntil("it is told", () -> team.told("second").contains("Pending"));
    assertThat(team.words("second", "Pending")).contains("cpu wants");

    team.end("first", 0);

    team.waitForPhase("second", "PodsReady");
    remove("second");
  }

  @Test
  void has_the_pods_of_a_job_placed_together() {
    var jobs = team.with(Kind.PYTORCH_JOB);
    var job = PyTorchJobs.pyTorchJob(team.namespace(), "whole", 1, team.waitingProgram());
    team.submit(wrapped("whole", job));
    team.waitForPhase("whole", "PodsReady");

    assertThat(jobs.pods("whole")).hasSize(2);
    assertThat(jobs.pod("whole-worker-0").orElseThrow().getMetadata().getAnnotations())
        .containsEntry("trainyard.dev/gang-size", "2");
    remove("whole");
  }

  private static GenericKubernetesResource wrapped(String name, GenericKubernetesResource job) {
    var wrapper =
        PyTorchJobs.parse(
            """
            apiVersion: workload.codeflare.dev/v1beta2
            kind: AppWrapper
            metadata:
              name: NAME
              labels: {kueue.x-k8s.io/queue-name: default-queue}
            """
                .replace("NAME", name));
    wrapper.setAdditionalProperty("spec", Map.of("components", List.of(Map.of("template", job))));
    return wrapper;
  }

  private boolean isSuspended(String name) {
    return Boolean.TRUE.equals(team.get(name).<Boolean>get("spec", "suspend"));
  }

  private void remove(String name) {
    team.delete(name);
    team.waitUntil("it goes", () -> !team.exists(name));
  }

  /// More than half of what a node has.
  private String most() {
    var cpu =
        team.client().nodes().list().getItems().stream()
            .map(node -> node.getStatus().getAllocatable().get("cpu"))
            .map(Quantity::getNumericalAmount)
            .max(BigDecimal::compareTo)
            .orElseThrow();
    return cpu.multiply(BigDecimal.valueOf(600)).setScale(0, RoundingMode.DOWN) + "m";
  }

  private void open(String version, String queue, String cohort) {
    create(
        """
        apiVersion: kueue.x-k8s.io/VERSION
        kind: ClusterQueue
        metadata: {name: TEAM-QUEUE}
        spec:
          COHORT
          namespaceSelector: {}
          preemption: {withinClusterQueue: LowerOrNewerEqualPriority, reclaimWithinCohort: Any}
          resourceGroups:
          - coveredResources: [cpu, memory, nvidia.com/gpu, pods]
            flavors:
            - name: default-flavor
              resources:
              - {name: cpu, nominalQuota: 8000m}
              - {name: memory, nominalQuota: 128Gi}
              - {name: nvidia.com/gpu, nominalQuota: 16}
              - {name: pods, nominalQuota: 100}
        """
            .replace("VERSION", version)
            .replace("TEAM", team.namespace())
            .replace("QUEUE", queue)
            .replace("COHORT", cohort));
    create(
        """
        apiVersion: kueue.x-k8s.io/VERSION
        kind: LocalQueue
        metadata: {name: QUEUE, namespace: TEAM}
        spec: {clusterQueue: TEAM-QUEUE}
        """
            .replace("VERSION", version)
            .replace("TEAM", team.namespace())
            .replace("QUEUE", queue));
  }

  private void create(String manifest) {
    team.client().resource(PyTorchJobs.parse(manifest)).create();
  }

  private void stop(String queue, String policy) {
    team.client()
        .genericKubernetesResources("kueue.x-k8s.io/v1beta1", "LocalQueue")
        .inNamespace(team.namespace())
        .withName(queue)
        .edit(
            found -> {
              found.<Map<String, Object>>get("spec").put("stopPolicy", policy);
              return found;
            });
  }

  private void queue(String name, String queue, String cpu) {
    team.create(
        """
        apiVersion: workload.codeflare.dev/v1beta2
        kind: AppWrapper
        metadata:
          name: NAME
          labels: {kueue.x-k8s.io/queue-name: QUEUE}
        spec:
          components:
          - template:
              apiVersion: v1
              kind: Pod
              metadata: {name: NAME}
              spec:
                restartPolicy: Never
                terminationGracePeriodSeconds: 0
                containers:
                - name: main
                  image: none
                  command: [sh, -c, 'PROGRAM']
                  resources: {requests: {cpu: CPU}}
                  env:
                  - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
        """
            .replace("NAME", name)
            .replace("QUEUE", queue)
            .replace("CPU", cpu)
            .replace("PROGRAM", team.waitingProgram()));
  }
}
