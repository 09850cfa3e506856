package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.DELETING_RESOURCES;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.UNHEALTHY;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AFailedWrapperTest {

  private static final Duration HOUR = Duration.ofHours(1);

  private static WrapperMaker kept() {
    return around(2).retryLimit(0).deletionOnFailure(HOUR);
  }

  private static WrapperStory running(WrapperMaker maker) {
    return WrapperStory.of(maker).everyPodIs(Stage.RUNNING);
  }

  @Test
  void removes_what_is_there_and_gives_its_quota_back() {
    var story = running(around(2).retryLimit(0)).nothingGoes().componentEnds(0, false);
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("True/");

    story.everythingGoes();
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("False/DeletionComplete");
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("False/Failed Resources deleted for failed AppWrapper");
    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("False/Failed No resources deployed");
    assertThat(story.condition(UNHEALTHY)).startsWith("True/FailedComponent");
    assertThat(story.wakesIn()).isEmpty();
  }

  @Test
  void is_kept_to_be_looked_at() {
    var story = running(kept()).after(Duration.ofMinutes(2)).componentEnds(0, false);

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.condition(DELETING_RESOURCES))
        .isEqualTo(
            "False/DeletionPaused"
                + " workload.codeflare.dev.appwrapper/deletionOnFailureGracePeriodDuration has"
                + " value 1h0m0s");
    assertThat(story.since(DELETING_RESOURCES)).isEqualTo(Duration.ofMinutes(2));
    assertThat(story.wakesIn()).contains(HOUR);
    assertThat(story.pods()).hasSize(2);
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("True/");
  }

  @Test
  void is_kept_once_and_not_again_while_it_is_removed() {
    var story = running(kept()).componentEnds(0, false).nothingGoes().after(HOUR);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");

    story.after(Duration.ofSeconds(10));
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");

    story.everythingGoes();
    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("False/Failed No resources deployed");
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("False/Failed Resources deleted for failed AppWrapper");
  }

  @Test
  void is_kept_from_its_failure_and_not_from_an_earlier_removal() {
    var story =
        running(around(2).retryLimit(1).deletionOnFailure(HOUR))
            .componentEnds(0, false)
            .after(Duration.ofMinutes(50));
    assertThat(story.condition(DELETING_RESOURCES))
        .isEqualTo(
            "False/DeletionPaused"
                + " workload.codeflare.dev.appwrapper/deletionOnFailureGracePeriodDuration has"
                + " value 1h0m0s");
    // Started again at 90 s, it was never scheduled and gave up 300 s later.
    assertThat(story.since(DELETING_RESOURCES)).isEqualTo(Duration.ofSeconds(390));

    story.after(Duration.ofSeconds(990));
    assertThat(story.pods()).isEmpty();
  }

  @Test
  void is_removed_at_once_when_the_queue_needs_the_room() {
    var story = running(kept()).componentEnds(0, false).suspend();

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.pods()).isEmpty();
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("False/Failed Kueue forced resource deletion by suspending AppWrapper");
  }

  @Test
  void is_kept_longer_when_somebody_asks_for_it() {
    var story = running(kept()).componentEnds(0, false).after(Duration.ofMinutes(30));
    story.becomes(kept().deletionOnFailure(Duration.ofHours(2)));

    assertThat(story.condition(DELETING_RESOURCES)).endsWith("has value 2h0m0s");
    assertThat(story.since(DELETING_RESOURCES)).isEqualTo(Duration.ZERO);
    assertThat(story.wakesIn()).contains(Duration.ofMinutes(90));
  }

  @Test
  void is_not_woken_by_suspending_what_is_over() {
    var story = running(around(2).retryLimit(0)).componentEnds(0, false);
    var writes = story.writes();

    story.suspend().resume();

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.writes()).isEqualTo(writes);
  }
}
