package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.DELETING_RESOURCES;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.PODS_READY;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.UNHEALTHY;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.FAILED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RESETTING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RUNNING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AWrapperThatIsResetTest {

  private static WrapperStory running(WrapperMaker maker) {
    return WrapperStory.of(maker).everyPodIs(Stage.RUNNING);
  }

  @Test
  void removes_everything_and_waits_for_it() {
    var story = running(around(2)).nothingGoes().componentEnds(0, false);

    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.condition(PODS_READY)).isEqualTo("False/Resetting");
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");
    assertThat(story.condition(RESOURCES_DEPLOYED)).isEqualTo("True/Resuming Suspend is false");
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(5));
  }

  @Test
  void is_stored_before_anything_is_removed() {
    var story = running(around(2));
    var writes = story.writes();

    story.nothingGoes().componentEnds(0, false);

    assertThat(story.writes()).isEqualTo(writes + 1);
    assertThat(story.lately()).endsWith("delete 0");
  }

  @Test
  void keeps_its_quota_while_it_pauses() {
    var story = running(around(2)).after(Duration.ofSeconds(10)).componentEnds(0, false);

    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("False/DeletionComplete");
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("False/Resetting Resources deleted for resetting AppWrapper");
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("True/");
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(90));
  }

  @Test
  void starts_again_when_the_pause_is_over() {
    var story = running(around(2)).componentEnds(0, false).after(Duration.ofSeconds(90));

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("True/Resuming Reset complete; resuming");
    assertThat(story.since(RESOURCES_DEPLOYED)).isEqualTo(Duration.ofSeconds(90));
    assertThat(story.pods()).hasSize(2);

    story.everyPodIs(Stage.RUNNING);
    assertThat(story.condition(UNHEALTHY)).isEqualTo("False/FoundNoFailedPods");
    assertThat(story.condition(PODS_READY))
        .isEqualTo("True/SufficientPodsReady 2 pods running; 0 pods succeeded");
    assertThat(story.retries()).isEqualTo(1);
  }

  @Test
  void still_shows_what_was_wrong_until_it_is_healthy_again() {
    var story = running(around(2)).componentEnds(0, false).after(Duration.ofSeconds(89));

    assertThat(story.condition(UNHEALTHY))
        .isEqualTo("True/FailedComponent Found 1 failed components");
  }

  @Test
  void starts_again_at_once_where_removing_took_longer_than_the_pause() {
    var story = running(around(2)).nothingGoes().componentEnds(0, false);
    story.after(Duration.ofSeconds(100)).everythingGoes();

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.since(RESOURCES_DEPLOYED)).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void pauses_since_the_pod_failed_and_not_since_its_grace_was_over() {
    var story = running(around(2)).podIs("part-0-0", Stage.FAILED).after(Duration.ofSeconds(89));
    assertThat(story.phase()).isEqualTo(RESETTING);

    story.after(Duration.ofSeconds(1));
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void has_no_pause_where_none_is_asked_for() {
    var story = running(around(2).retryPause(Duration.ZERO)).componentEnds(0, false);

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.retries()).isEqualTo(1);
    assertThat(story.age()).isEqualTo(Duration.ZERO);
  }

  @Test
  void is_suspended_while_it_removes_and_keeps_its_deadline() {
    var story = running(around(2)).nothingGoes().componentEnds(0, false);
    story.after(Duration.ofSeconds(30)).suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDING);
    assertThat(story.happened()).contains(new WrapperFact.Suspended(RESETTING));
    assertThat(story.since(DELETING_RESOURCES)).isEqualTo(Duration.ZERO);
  }

  @Test
  void is_suspended_while_it_pauses() {
    var story = running(around(2)).componentEnds(0, false).suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDED);
    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("False/Suspended Suspend is true");
    assertThat(story.condition(UNHEALTHY)).isEqualTo("False/Suspended");
  }

  @Test
  void keeps_count_through_a_suspension() {
    var story = running(around(2)).componentEnds(0, false).suspend().resume();

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.retries()).isEqualTo(1);
  }

  @Test
  void gives_pods_that_fail_at_once_their_whole_grace_again() {
    var story = running(around(2)).componentEnds(0, false).after(Duration.ofSeconds(90));
    story.podIs("part-0-0", Stage.FAILED);

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.condition(UNHEALTHY)).isEqualTo("True/FoundFailedPods");
    assertThat(story.since(UNHEALTHY)).isEqualTo(Duration.ofSeconds(90));
    assertThat(story.wakesIn()).contains(Duration.ofMinutes(1));
  }

  /// The defaults, and a gang that never finds its place.
  @Test
  void fails_in_the_end_when_nothing_helps() {
    var story = WrapperStory.of(around(2));

    story.after(Duration.ofMinutes(5));
    assertThat(story.phase()).isEqualTo(RESETTING);
    story.after(Duration.ofSeconds(90));
    assertThat(story.phase()).isEqualTo(RUNNING);
    story.after(Duration.ofMinutes(13));
    assertThat(story.retries()).isEqualTo(3);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.after(Duration.ofSeconds(299));
    assertThat(story.phase()).isEqualTo(RUNNING);
    story.after(Duration.ofSeconds(1));
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.age()).isEqualTo(Duration.ofSeconds(1470));
    assertThat(story.retries()).isEqualTo(3);
  }
}
