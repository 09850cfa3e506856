package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.DELETING_RESOURCES;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ASucceededWrapperTest {

  private static WrapperStory finishedAfterTwoHours() {
    return WrapperStory.of(around(2).successTtl(Duration.ofMinutes(10)))
        .everyPodIs(Stage.RUNNING)
        .after(Duration.ofHours(2))
        .everyPodIs(Stage.SUCCEEDED);
  }

  @Test
  void keeps_what_is_there_for_its_time_since_the_success() {
    var story = finishedAfterTwoHours();

    assertThat(story.wakesIn()).contains(Duration.ofMinutes(10));
    story.after(Duration.ofSeconds(599));
    assertThat(story.pods()).hasSize(2);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("none");
  }

  @Test
  void is_cleaned_up_and_stays_itself() {
    var story = finishedAfterTwoHours().after(Duration.ofMinutes(10));

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.pods()).isEmpty();
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("False/DeletionComplete");
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("False/Succeeded Time to live after success of 10m0s expired");
    assertThat(story.gone()).isFalse();
    assertThat(story.wakesIn()).isEmpty();
  }

  @Test
  void looks_after_what_does_not_go() {
    var story = finishedAfterTwoHours().nothingGoes().after(Duration.ofMinutes(10));

    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(5));
  }

  @Test
  void is_not_suspended_any_more() {
    var story = finishedAfterTwoHours();
    var writes = story.writes();

    story.suspend();

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.writes()).isEqualTo(writes);
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("False/Succeeded");
  }
}
