package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.UnreadableMark;
import dev.trainyard.integration.cluster.YardCluster;
import dev.trainyard.yard.Unreadable;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Objects of every kind that operator, scheduler and node read, in a form that none of them can,
/// put into the store behind the API's back.
@OnACluster
@Tag("needs-the-yard")
class UnreadableObjectsTest {

  private record Bad(String resource, String name, boolean namespaced, String yaml) {}

  private static final List<Bad> ALL =
      List.of(
          pod("bad-unbound", "spec: {containers: [{name: main, image: x, command: sleep 10}]}"),
          pod(
              "bad-bound",
              "spec: {nodeName: node-1, containers: [{name: main, image: x, command: sleep 10}]}"),
          pod("bad-spec", "spec: x"),
          pod("bad-labels", "metadata: {labels: 5, ownerReferences: x}"),
          bad("services", "Service", "bad-service", "spec: {selector: [app]}"),
          new Bad("nodes", "bad-node", false, yaml("Node", "status: {capacity: much}")),
          bad("configmaps", "ConfigMap", "bad-map", "data: 5"),
          bad("secrets", "Secret", "bad-secret", "data: [hunter2]"),
          bad("persistentvolumeclaims", "PersistentVolumeClaim", "bad-claim", "spec: x"),
          bad("events", "Event", "bad-event", "involvedObject: x"));

  private static Bad pod(String name, String rest) {
    return bad("pods", "Pod", name, rest);
  }

  private static Bad bad(String resource, String kind, String name, String rest) {
    return new Bad(resource, name, true, yaml(kind, rest));
  }

  private static String yaml(String kind, String rest) {
    return """
    apiVersion: v1
    kind: %s
    %s
    """
        .formatted(kind, rest);
  }

  @Test
  void are_told_once_and_stop_nobody_and_are_forgotten_when_deleted(
      Site site, Team team, @TempDir Path desk) {
    ALL.forEach(object -> smuggle(site, team, object));

    succeeds(team, "beside-them");
    site.restartOperator(() -> {});
    succeeds(team, "after-a-restart");

    var line = new CommandLine(Map.of("KUBECONFIG", site.cluster().kubeconfig().toString()), desk);
    for (var command : List.of("get", "describe beside-them", "history")) {
      var words = Stream.concat(Stream.of(command.split(" ")), Stream.of("-n", team.namespace()));
      assertThat(line.type(words.toArray(String[]::new)))
          .as(command)
          .satisfies(ended -> assertThat(ended.status()).as(ended.err()).isZero())
          .satisfies(ended -> assertThat(ended.out()).contains("beside-them"));
    }
    for (var name : List.of("bad-unbound", "bad-bound", "bad-spec", "bad-service", "bad-node")) {
      team.waitUntil(name + " is told of", () -> !told(team, name).isEmpty());
      assertThat(told(team, name))
          .singleElement()
          .satisfies(event -> assertThat(event.getType()).isEqualTo("Warning"))
          .satisfies(event -> assertThat(event.getMessage()).doesNotContain("hunter2", "sleep"));
    }

    ALL.forEach(object -> delete(team, object));

    team.waitUntil("all are gone", () -> ALL.stream().noneMatch(object -> exists(team, object)));
    succeeds(team, "after-them");
  }

  @Test
  void bear_the_mark_that_all_parts_know() {
    assertThat(UnreadableMark.ANNOTATION).isEqualTo(Unreadable.MARK);
  }

  private static void succeeds(Team team, String job) {
    team.submit(team.pyTorchJob(job, 1));
    team.waitUntil("all of it runs", () -> team.running(job) == 2);
    team.end(job + "-worker-0", 0);
    team.end(job + "-master-0", 0);
    team.waitForPhase(job, "Succeeded");
  }

  private static void smuggle(Site site, Team team, Bad bad) {
    var object = new KubernetesSerialization().unmarshal(bad.yaml(), ObjectNode.class);
    ((YardCluster) site.cluster())
        .smuggle(bad.resource(), bad.namespaced() ? team.namespace() : "", bad.name(), object);
  }

  private static List<Event> told(Team team, String name) {
    return team.client().v1().events().inAnyNamespace().list().getItems().stream()
        .filter(
            event ->
                Optional.ofNullable(event.getInvolvedObject())
                    .map(ObjectReference::getName)
                    .filter(name::equals)
                    .isPresent())
        .filter(event -> "Unreadable".equals(event.getReason()))
        .toList();
  }

  private static String path(Team team, Bad bad) {
    return bad.namespaced()
        ? "/api/v1/namespaces/%s/%s/%s".formatted(team.namespace(), bad.resource(), bad.name())
        : "/api/v1/%s/%s".formatted(bad.resource(), bad.name());
  }

  private static void delete(Team team, Bad bad) {
    team.client().raw(path(team, bad), "DELETE", null);
  }

  private static boolean exists(Team team, Bad bad) {
    try {
      return team.client().raw(path(team, bad)) != null;
    } catch (KubernetesClientException e) {
      return e.getCode() != 404;
    }
  }
}
