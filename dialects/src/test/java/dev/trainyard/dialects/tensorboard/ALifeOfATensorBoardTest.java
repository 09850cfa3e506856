package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.tensorboard.Boards.DIALECT;
import static dev.trainyard.dialects.tensorboard.Boards.LOOKUP;
import static dev.trainyard.dialects.tensorboard.Boards.OVER_A_CLAIM;
import static dev.trainyard.dialects.tensorboard.Boards.board;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.TensorBoard.Condition;
import dev.trainyard.api.tensorstack.TensorBoard.Status;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ALifeOfATensorBoardTest {

  @Test
  void begins_with_a_service_and_a_pod() {
    var world = new World(OVER_A_CLAIM);

    assertThat(world.objects())
        .singleElement()
        .satisfies(one -> assertThat(one.ref().name()).isEqualTo("managed-tensorboard-40c14"));
    assertThat(world.podUid()).contains("pod-1");
    assertThat(world.status().phase()).isEqualTo("Pending");
    assertThat(world.status().url()).isEqualTo("/t9k/tensorboards/projects/team-a/name/mnist/");
    assertThat(brief(world.status(), "Ready"))
        .isEqualTo("False: The TensorBoard is not ready to serve");
    assertThat(brief(world.status(), "Suspended")).isEqualTo("False: The TensorBoard is running");
    assertThat(world.events()).containsExactly("Created");
  }

  @Test
  void serves_once_its_pod_is_ready() {
    var world = new World(OVER_A_CLAIM).podIs("Running", false);
    assertThat(world.status().phase()).isEqualTo("Pending");

    world.podIs("Running", true);

    var status = world.status();
    assertThat(status.phase()).isEqualTo("Running");
    assertThat(brief(status, "Ready")).isEqualTo("True: The TensorBoard is ready to serve");
    assertThat(brief(status, "Idle")).startsWith("Unknown");
    assertThat(status.pod()).isNotNull();
    assertThat(Optional.ofNullable(status.pod()).orElseThrow().reference().name())
        .isEqualTo("managed-tensorboard-40c14-0");
    assertThat(Optional.ofNullable(status.pod()).orElseThrow().reference().uid())
        .isEqualTo("pod-1");
    assertThat(Optional.ofNullable(status.pod()).orElseThrow().phase()).isEqualTo("Running");
    assertThat(world.events()).containsExactly("Created", "Running");
  }

  @Test
  void is_pending_while_its_page_does_not_answer() {
    var world = new World(OVER_A_CLAIM).podIs("Running", true).podIs("Running", false);

    assertThat(world.status().phase()).isEqualTo("Pending");
    assertThat(world.podUid()).contains("pod-1");
  }

  @Test
  void goes_on_with_another_pod_whatever_became_of_the_last() {
    var world = new World(OVER_A_CLAIM).podIs("Running", true);

    assertThat(world.podVanishes().podUid()).contains("pod-2");
    assertThat(world.podIs("Running", true).status().phase()).isEqualTo("Running");
    assertThat(world.podIs("Failed", false).podUid()).contains("pod-3");
    assertThat(world.podIs("Succeeded", false).podUid()).contains("pod-4");
    assertThat(world.podIs("Running", true).status().phase()).isEqualTo("Running");
  }

  @Test
  void rests_without_a_pod_while_it_is_suspended() {
    var world = new World(OVER_A_CLAIM).podIs("Running", true);

    world.edit(OVER_A_CLAIM + ", suspend: true");
    assertThat(world.podUid()).isEmpty();
    assertThat(world.objects()).hasSize(1);
    assertThat(world.status().phase()).isEqualTo("Paused");
    assertThat(world.status().pod()).isNull();
    assertThat(brief(world.status(), "Suspended")).isEqualTo("True: The TensorBoard is suspended");

    world.edit(OVER_A_CLAIM).podIs("Running", true);
    assertThat(world.podUid()).contains("pod-2");
    assertThat(world.status().phase()).isEqualTo("Running");
    assertThat(world.events())
        .containsExactly("Created", "Running", "Paused", "Resumed", "Running");
  }

  @Test
  void may_begin_suspended_by_the_older_word() {
    var world = new World(OVER_A_CLAIM + ", runMode: paused");

    assertThat(world.podUid()).isEmpty();
    assertThat(world.status().phase()).isEqualTo("Paused");
  }

  @Test
  void shows_other_logs_when_others_are_asked_for() {
    var world = new World(OVER_A_CLAIM).podIs("Running", true);

    world.edit("logDir: {pvc: [{name: logs, subPath: [other]}]}");

    assertThat(world.podUid()).contains("pod-2");
  }

  @Test
  void is_started_again_on_request() {
    var world = new World(OVER_A_CLAIM).podIs("Running", true);

    world.annotate("trainyard.dev/restart", "2");

    assertThat(world.podUid()).contains("pod-2");
  }

  @Test
  void keeps_the_times_of_what_has_not_changed() {
    var world = new World(OVER_A_CLAIM).podIs("Running", true);
    var before = condition(world.status(), "Suspended");

    world.after(1000).podIs("Running", false);

    assertThat(condition(world.status(), "Suspended")).isEqualTo(before);
    assertThat(condition(world.status(), "Ready").lastTransitionTime())
        .isGreaterThan(before.lastTransitionTime());
  }

  @Test
  void is_failed_while_it_is_refused_and_no_longer() {
    var refused = board("");
    var problems = DIALECT.validate(refused, Optional.empty(), LOOKUP);
    var told = DIALECT.refused(refused, problems, Instant.EPOCH);

    assertThat(Optional.ofNullable(told.status()).orElseThrow().phase()).isEqualTo("Failed");
    assertThat(brief(Optional.ofNullable(told.status()).orElseThrow(), "Ready"))
        .startsWith("False: The TensorBoard is refused: spec.logDir: Required value");
    assertThat(DIALECT.refused(told, problems, Instant.EPOCH.plusSeconds(60))).isEqualTo(told);
    assertThat(DIALECT.tell(told, problems))
        .singleElement()
        .satisfies(event -> assertThat(event.reason()).isEqualTo("InvalidSpec"));
    assertThat(DIALECT.recall(told).remember().ending()).isEmpty();
  }

  private static String brief(Status status, String type) {
    var condition = condition(status, type);
    return "%s: %s".formatted(condition.status(), condition.message());
  }

  private static Condition condition(Status status, String type) {
    return status.conditions().stream()
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
