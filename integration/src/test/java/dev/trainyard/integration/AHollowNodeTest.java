package dev.trainyard.integration;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.cluster.HollowNodes;
import dev.trainyard.integration.cluster.HollowNodes.Script;
import dev.trainyard.integration.cluster.HollowNodes.Stage;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@OnACluster
class AHollowNodeTest {

  private static final Duration MOMENT = Duration.ofMillis(20);
  private static final Duration FOREVER = Duration.ofHours(1);

  private static GenericKubernetesResource job(Team team, String name, String nodes) {
    var job = PyTorchJobs.pyTorchJob(team.namespace(), name, 3, "nothing runs");
    Map<String, Map<String, Map<String, Map<String, Object>>>> replicas =
        job.get("spec", "pytorchReplicaSpecs");
    for (var role : replicas.values()) {
      var template = requireNonNull(role.get("template"));
      requireNonNull(template.get("spec")).put("nodeSelector", Map.of(HollowNodes.LABEL, nodes));
    }
    return job;
  }

  private static HollowNodes.Options nodes(String name, int number) {
    return HollowNodes.Options.of(name, number);
  }

  @Test
  void plays_the_lives_of_forty_pods_and_starts_none(Site site, Team team) {
    Set<String> ran = ConcurrentHashMap.newKeySet();
    var options =
        nodes("player", 4)
            .playing(_ -> Script.succeeding(MOMENT, MOMENT))
            .telling(
                (pod, stage) -> {
                  if (stage == Stage.RUNNING) {
                    ran.add(pod.getMetadata().getName());
                  }
                });
    try (var _ = HollowNodes.join(site.client(), options)) {
      var jobs = IntStream.range(0, 10).mapToObj(i -> "load-" + i).toList();
      jobs.forEach(name -> team.submit(job(team, name, "player")));
      jobs.forEach(name -> team.waitForPhase(name, "Succeeded"));

      team.waitUntil("all have run", () -> ran.size() == 40);
      var pods = site.client().pods().inNamespace(team.namespace()).list().getItems();
      assertThat(pods)
          .hasSize(40)
          .allMatch(pod -> pod.getSpec().getNodeName().startsWith("player"));
    }
    leave(site, "player", 4);
  }

  @Test
  void ends_a_pod_as_its_script_says(Site site, Team team) {
    var script = new Script(MOMENT, MOMENT, 3);
    var options =
        nodes("failing", 1)
            .playing(pod -> isMaster(pod) ? script : Script.succeeding(MOMENT, FOREVER));
    try (var _ = HollowNodes.join(site.client(), options)) {
      var job = job(team, "doomed", "failing");
      Map<String, Map<String, Object>> replicas = job.get("spec", "pytorchReplicaSpecs");
      replicas.values().forEach(role -> role.put("restartPolicy", "Never"));
      team.submit(job);

      team.waitForPhase("doomed", "Failed");
      assertThat(team.phaseOf("doomed-master-0")).isEqualTo("Failed");
    }
    leave(site, "failing", 1);
  }

  @Test
  void lets_pods_go_that_are_deleted(Site site, Team team) {
    var options = nodes("parting", 1).playing(_ -> Script.succeeding(MOMENT, FOREVER));
    try (var _ = HollowNodes.join(site.client(), options)) {
      team.submit(job(team, "brief", "parting"));
      team.waitUntil("all run", () -> team.running("brief") == 4);

      team.delete("brief");

      team.waitUntil("nothing is left", () -> team.pods("brief").isEmpty());
    }
    leave(site, "parting", 1);
  }

  private static boolean isMaster(Pod pod) {
    return pod.getMetadata().getName().contains("master");
  }

  /// Stories that come later would wait for nodes that nobody plays any more.
  private static void leave(Site site, String name, int number) {
    IntStream.range(0, number)
        .forEach(i -> site.client().nodes().withName(name + "-" + i).delete());
  }
}
