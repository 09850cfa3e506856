package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.trainyard.yard.BehindTheApi;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A pod of this node that its node cannot read, and the pods beside it.
class AnUnreadablePodTest {

  private static final String UNTIL_GO = "echo up; while [ ! -e go ]; do sleep 0.02; done; ";

  @TempDir Path directory;
  private World world;

  @BeforeEach
  void start() throws IOException {
    world = new World(directory);
  }

  @AfterEach
  void stop() throws IOException {
    world.close();
  }

  @Test
  void holds_up_no_other_and_goes_when_it_is_deleted() throws Exception {
    BehindTheApi.put(
        world.yard,
        "pods",
        World.NAMESPACE,
        "bad",
        """
        {"apiVersion": "v1", "kind": "Pod",
         "spec": {"nodeName": "here", "containers": [{"name": "main", "command": "sleep 10"}]}}
        """);
    BehindTheApi.put(
        world.yard,
        "services",
        World.NAMESPACE,
        "bad",
        """
        {"apiVersion": "v1", "kind": "Service", "spec": {"ports": [{}], "selector": "app"}}
        """);

    assertThat(world.printedBy(sh("fine", "echo up"))).containsExactly("up");
    world.nodeDies();
    world.nodeComesBack();
    assertThat(world.printedBy(sh("fine-too", "echo up"))).containsExactly("up");

    world.delete("bad");
    await().until(() -> gone("bad"));
  }

  @Test
  void that_could_be_read_before_goes_on_until_it_is_deleted() throws Exception {
    var pod = world.create(sh("victim", UNTIL_GO));
    world.awaitPhase("victim", "Running");
    world.awaitPrinted(pod, "up");

    BehindTheApi.change(
        world.yard,
        "pods",
        World.NAMESPACE,
        "victim",
        object -> ((ArrayNode) object.at("/spec/containers")).addObject().put("command", "x"));
    assertThat(world.printedBy(sh("fine", "echo up"))).containsExactly("up");
    world.nodeDies();
    world.nodeComesBack();
    assertThat(world.printedBy(sh("fine-too", "echo up"))).containsExactly("up");
    assertThat(live(pod)).isTrue();

    world.delete("victim");
    await().until(() -> gone("victim"));
    assertThat(live(pod)).isFalse();
  }

  @Test
  void is_mended_where_it_is_the_nodes_own_node() throws Exception {
    world.nodeDies();
    BehindTheApi.change(
        world.yard,
        "nodes",
        "",
        "here",
        object -> object.withObjectProperty("status").put("capacity", "much"));

    world.nodeComesBack();

    assertThat(world.client.nodes().withName("here").get().getStatus().getCapacity())
        .containsKey("cpu");
  }

  @Test
  void is_not_what_a_pod_becomes_that_names_something_unreadable() throws Exception {
    BehindTheApi.put(
        world.yard,
        "secrets",
        World.NAMESPACE,
        "bad",
        """
        {"apiVersion": "v1", "kind": "Secret", "data": ["hunter2"]}
        """);
    world.create(
        sh("by-name", "true")
            .editSpec()
            .editContainer(0)
            .addNewEnvFrom()
            .withNewSecretRef("bad", false)
            .endEnvFrom()
            .endContainer()
            .endSpec());
    world.create(
        Pods.mounting(
            sh("by-path", "true"),
            new VolumeBuilder()
                .withName("secret")
                .withNewSecret()
                .withSecretName("bad")
                .endSecret(),
            "/secret"));

    assertThat(world.awaitWaiting("by-name"))
        .contains("Secret team/bad cannot be read: data must be an object.")
        .doesNotContain("hunter2");
    assertThat(world.awaitWaiting("by-path"))
        .contains("Secret team/bad cannot be read: data must be an object.")
        .doesNotContain("hunter2");
    assertThat(world.printedBy(sh("fine", "echo up"))).containsExactly("up");

    world.client.raw(
        "/api/v1/namespaces/%s/secrets/bad".formatted(World.NAMESPACE), "DELETE", null);
    world.secret("bad", Map.of("word", "good"));
    world.awaitPhase("by-name", "Succeeded");
    world.awaitPhase("by-path", "Succeeded");
  }

  private boolean live(Pod pod) throws IOException {
    var runs =
        new ContainerRuns(
            "main",
            new PodFiles(world.home).container(pod.getMetadata().getUid(), "main"),
            InstantSource.system(),
            () -> {});
    return runs.observe().live();
  }

  /// Nobody can read it, so only the API says whether it is there.
  private boolean gone(String pod) {
    try {
      return world.client.raw("/api/v1/namespaces/%s/pods/%s".formatted(World.NAMESPACE, pod))
          == null;
    } catch (KubernetesClientException e) {
      return e.getCode() == 404;
    }
  }
}
