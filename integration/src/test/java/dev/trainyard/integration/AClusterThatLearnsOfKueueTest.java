package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.junit.jupiter.api.Test;

/// What Kueue would do is done by hand.
@OnACluster
class AClusterThatLearnsOfKueueTest {

  private static final String WORKLOADS =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: workloads.kueue.x-k8s.io}
      spec:
        group: kueue.x-k8s.io
        names: {kind: Workload, listKind: WorkloadList, plural: workloads, singular: workload}
        scope: Namespaced
        versions:
          - name: v1beta2
            served: true
            storage: true
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
      """;

  @Test
  void leaves_its_app_wrappers_to_kueue_for_as_long_as_it_is_there(Installed site) {
    var team = site.team().with(Kind.APP_WRAPPER);
    try (var operator = site.operator("attentive").awaitLeading(true)) {
      queue(team, "ours");
      team.waitForPhase("ours", "PodsReady");

      HasMetadata workloads = PyTorchJobs.parse(WORKLOADS);
      site.client().resource(workloads).create();
      team.waitUntil("Kueue is noticed", () -> operator.log().contains("kueue=\"true\""));
      queue(team, "theirs");
      team.waitForStatus("theirs", "Suspended");
      team.change("theirs", "spec: {suspend: false}");
      team.waitForPhase("theirs", "PodsReady");
      assertThat(admitted(team, "theirs")).isFalse();
      assertThat(team.told("theirs")).doesNotContain("Started");

      site.client().resource(workloads).delete();
      team.waitUntil("it is missed", () -> timesWithout(operator.log()) == 2);
      queue(team, "last");
      team.waitForPhase("last", "PodsReady");
      assertThat(admitted(team, "last")).isTrue();
    }
  }

  /// How often it was found that Kueue is not there: once at the start.
  private static long timesWithout(String log) {
    return log.lines().filter(line -> line.contains("kueue=\"false\"")).count();
  }

  private static boolean admitted(Team team, String name) {
    return team.get(name).getMetadata().getAnnotations() != null
        && team.get(name).getMetadata().getAnnotations().containsKey("trainyard.dev/admitted");
  }

  private static void queue(Team team, String name) {
    team.create(
        """
        apiVersion: workload.codeflare.dev/v1beta2
        kind: AppWrapper
        metadata:
          name: NAME
          labels: {kueue.x-k8s.io/queue-name: default-queue}
        spec:
          suspend: true
          components:
          - template:
              apiVersion: v1
              kind: Pod
              metadata: {name: NAME}
              spec:
                restartPolicy: Never
                terminationGracePeriodSeconds: 0
                containers: [{name: main, image: none, command: [sh, -c, exec sleep 600]}]
        """
            .replace("NAME", name));
  }
}
