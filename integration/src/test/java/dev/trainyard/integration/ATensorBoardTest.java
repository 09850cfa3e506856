package dev.trainyard.integration;

import static dev.trainyard.integration.TensorStackJobs.tensorBoard;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Hash5;
import dev.trainyard.integration.Team.Kind;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a node would do is done by hand.
@OnACluster
class ATensorBoardTest {

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.TENSORBOARD);
  }

  @Test
  void has_a_pod_and_a_service_and_is_ready_when_its_pod_is() {
    team.submit(tensorBoard("page"));
    var pod = awaitPod();
    team.waitForStatus("page", "Pending");

    var found = team.pod(pod).orElseThrow();
    var path = "/t9k/tensorboards/projects/%s/name/page/".formatted(team.namespace());
    assertThat(found.getSpec().getContainers())
        .singleElement()
        .satisfies(
            container ->
                assertThat(container.getCommand())
                    .containsExactly(
                        "tensorboard",
                        "--logdir",
                        "/t9k/logs",
                        "--host",
                        "0.0.0.0",
                        "--port",
                        "6006",
                        "--path_prefix",
                        path));
    assertThat(found.getMetadata().getLabels())
        .containsEntry("tensorstack.dev/component", "tensorboard")
        .containsEntry("tensorstack.dev/owner-kind", "TensorBoard")
        .containsEntry("tensorstack.dev/owner-name", "page");
    assertThat(team.services("managed-tensorboard"))
        .containsExactly(pod.substring(0, pod.length() - "-0".length()));

    team.becomesReady(pod);
    team.waitForStatus("page", "Running");
    assertThat(team.field("page", "Ready", "message"))
        .isEqualTo("The TensorBoard is ready to serve");
    assertThat(team.get("page").<String>get("status", "url")).endsWith(path);
  }

  @Test
  void gives_its_pod_back_while_suspended() {
    team.submit(tensorBoard("page"));
    var pod = awaitPod();
    var services = team.services("managed-tensorboard");

    team.change("page", "spec: {suspend: true}");
    team.waitForStatus("page", "Paused");
    team.waitUntil("its pod is gone", () -> team.pod(pod).isEmpty());
    assertThat(team.services("managed-tensorboard")).isEqualTo(services);
    assertThat(team.condition("page", "Suspended")).isEqualTo("True");

    team.change("page", "spec: {suspend: false}");
    team.waitUntil("its pod is back", () -> team.pod(pod).isPresent());
    team.waitForStatus("page", "Pending");
  }

  @Test
  void has_another_pod_when_somebody_deletes_it_and_leaves_nothing_behind() {
    team.submit(tensorBoard("page"));
    var pod = awaitPod();
    var first = team.uidOf(pod);

    team.client().pods().inNamespace(team.namespace()).withName(pod).delete();
    team.waitUntil("its pod is another one", () -> !List.of("", first).contains(team.uidOf(pod)));

    team.delete("page");
    team.waitUntil(
        "nothing is left",
        () -> team.pod(pod).isEmpty() && team.services("managed-tensorboard").isEmpty());
  }

  private String awaitPod() {
    var pod = pod(team, "page");
    team.waitUntil("its pod is there", () -> team.pod(pod).isPresent());
    team.waitUntil("its service is there", () -> !team.services("managed-tensorboard").isEmpty());
    return pod;
  }

  /// The name of its pod.
  static String pod(Team boards, String name) {
    var uid = boards.get(name).getMetadata().getUid();
    return "managed-tensorboard-%s-0".formatted(Hash5.of(name, uid));
  }
}
