package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.DELETING_RESOURCES;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.FAILED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUCCEEDED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.TERMINATING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ADeletedWrapperTest {

  private static WrapperStory running() {
    return WrapperStory.of(around(2)).everyPodIs(Stage.RUNNING);
  }

  @Test
  void that_never_ran_is_let_go() {
    var story = WrapperStory.of(around(2).suspended());
    var decision =
        WrapperLifecycle.decide(
            around(2).suspended().build(),
            new ObservedWrapper(
                story.state(), true, false, List.of(), List.of(), Map.of(), List.of()),
            WrapperStory.START);

    assertThat(decision.steps()).isEmpty();
    assertThat(decision.state()).isEqualTo(story.state());
    assertThat(decision.wakeAt()).isEmpty();
  }

  @Test
  void takes_everything_with_it_first() {
    var story = running().nothingGoes().delete();

    assertThat(story.phase()).isEqualTo(TERMINATING);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");
    assertThat(story.phases()).doesNotContain(TERMINATING);
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(5));
    assertThat(story.held()).isTrue();

    story.everythingGoes();
    assertThat(story.gone()).isTrue();
    assertThat(story.condition(RESOURCES_DEPLOYED))
        .isEqualTo("False/Terminating Resources successfully deleted");
    assertThat(story.condition(QUOTA_RESERVED))
        .isEqualTo("False/Terminating No resources deployed");
  }

  @Test
  void does_not_begin_a_removal_anew() {
    var story = running().nothingGoes().suspend().after(Duration.ofMinutes(9)).delete();
    story.lately();

    assertThat(story.since(DELETING_RESOURCES)).isEqualTo(Duration.ZERO);
    story.after(Duration.ofMinutes(1));
    assertThat(story.lately()).contains("force part-0-0");
  }

  @Test
  void that_was_suspended_after_it_had_run_goes_at_once() {
    var story = running().suspend().delete();

    assertThat(story.gone()).isTrue();
    assertThat(story.phase()).isEqualTo(SUSPENDED);
  }

  @Test
  void that_was_cleaned_up_goes_at_once() {
    var failed = WrapperStory.of(around(2).retryLimit(0)).componentEnds(0, false).delete();
    assertThat(failed.gone()).isTrue();
    assertThat(failed.phase()).isEqualTo(FAILED);

    var succeeded =
        WrapperStory.of(around(2).successTtl(Duration.ofMinutes(1)))
            .everyPodIs(Stage.SUCCEEDED)
            .after(Duration.ofMinutes(1))
            .delete();
    assertThat(succeeded.gone()).isTrue();
    assertThat(succeeded.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void that_has_succeeded_takes_its_pods_with_it() {
    var story = running().everyPodIs(Stage.SUCCEEDED).delete();

    assertThat(story.gone()).isTrue();
    assertThat(story.pods()).isEmpty();
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("False/Succeeded");
  }
}
