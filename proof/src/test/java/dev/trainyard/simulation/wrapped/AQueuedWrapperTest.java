package dev.trainyard.simulation.wrapped;

import static dev.trainyard.simulation.wrapped.WrapperStage.GANG_KEY;
import static dev.trainyard.simulation.wrapped.WrapperStage.WRAPPER;
import static dev.trainyard.simulation.wrapped.WrapperStage.pod;
import static dev.trainyard.simulation.wrapped.WrapperStage.podKey;
import static dev.trainyard.simulation.wrapped.WrapperStage.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Annotations;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a queue asks of a wrapper and what it reads from it: rows Q01 to Q06 of the event table;
/// Q07 is T61. Ours holds back by what it has not written yet, Kueue by `suspend`, and takes the
/// room away by `suspend` as well.
class AQueuedWrapperTest {

  /// Needs the whole node.
  private static String large(String name) {
    return pod(name).replace("image: train}", "image: train, resources: {requests: {cpu: 8}}}");
  }

  private static WrapperStage queued() {
    return new WrapperStage(large("big")).labelled(CodeFlare.QUEUE_LABEL, "default-queue");
  }

  @Test
  void q01_waits_suspended_while_there_is_no_room_for_all_its_pods() {
    var stage = queued();
    stage.world.machines().lose("n1");
    stage.begin().until(60);

    assertThat(stage.phase()).isEqualTo("Suspended");
    assertThat(stage.exists(podKey("big"))).isFalse();
    assertThat(stage.held()).isFalse();
    assertThat(stage.stored().at("/spec/suspend").asBoolean()).isTrue();
    assertThat(stage.events())
        .satisfiesExactlyInAnyOrder(
            event -> assertThat(event).startsWith("CreatedWorkload: "),
            event -> assertThat(event).startsWith("Pending: "));
  }

  @Test
  void q02_t05_is_let_in_by_one_write_as_soon_as_there_is_room() {
    var stage = queued();
    stage.world.machines().lose("n1");
    stage.begin().until(60);
    stage.world.machines().find("n1");
    stage.until(70);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.stored().at("/metadata/annotations").has(Annotations.ADMITTED)).isTrue();
    assertThat(stage.stored().at("/spec/suspend").asBoolean(true)).isFalse();
    assertThat(stage.exists(podKey("big"))).isTrue();
  }

  private static WrapperStage evict(WrapperStage stage) {
    var components = stage.stored().at("/spec/components").deepCopy();
    components.forEach(one -> ((ObjectNode) one).putArray("podSetInfos"));
    stage
        .world
        .api()
        .patchJob(WRAPPER, yaml("{spec: {suspend: true, components: %s}}".formatted(components)));
    return stage;
  }

  @Test
  void q03_t16_gives_its_quota_back_once_everything_is_gone() {
    var stage = evict(new WrapperStage(Duration.ofSeconds(20)).running(2).until(30)).until(45);

    assertThat(stage.phase()).isEqualTo("Suspending");
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");

    stage.until(60);
    assertThat(stage.phase()).isEqualTo("Suspended");
    assertThat(stage.condition("QuotaReserved")).startsWith("False/Suspended");
    assertThat(stage.exists(GANG_KEY)).isFalse();
  }

  @Test
  void q04_gives_its_quota_back_at_once_when_it_has_succeeded() {
    var stage = new WrapperStage().running(2).until(30).exits("p0", 0).exits("p1", 0).until(30);

    assertThat(stage.condition("QuotaReserved")).startsWith("False/Succeeded");
    assertThat(stage.since("QuotaReserved")).isEqualTo(30);
    assertThat(stage.exists(podKey("p0"))).isTrue();
  }

  @Test
  void q05_keeps_its_quota_while_what_a_failed_one_has_made_is_there() {
    var stage =
        new WrapperStage(Duration.ofSeconds(20))
            .with("retryLimit", "0")
            .running(2)
            .until(30)
            .exits("p0", 1)
            .until(100);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("ResourcesDeployed")).startsWith("True/");
    assertThat(stage.condition("QuotaReserved")).startsWith("True/");

    stage.until(130);
    assertThat(stage.condition("QuotaReserved")).startsWith("False/Failed");
  }

  @Test
  void q06_t50_is_taken_its_room_while_it_is_reset() {
    var stage = evict(new WrapperStage().running(2).until(30).exits("p0", 1).until(100)).until(110);

    assertThat(stage.phase()).isEqualTo("Suspended");
    assertThat(stage.retries()).isEqualTo(1);
    assertThat(stage.condition("QuotaReserved")).startsWith("False/Suspended");
  }
}
