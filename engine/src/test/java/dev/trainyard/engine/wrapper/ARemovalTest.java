package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.DELETING_RESOURCES;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.PODS_READY;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.UNHEALTHY;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperMaker.wrapper;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RUNNING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Observed.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ARemovalTest {

  private static WrapperStory running(WrapperMaker maker) {
    var story = WrapperStory.of(maker).everyPodIs(Stage.RUNNING);
    story.lately();
    return story;
  }

  @Test
  void asks_each_component_to_go_and_waits() {
    var story = running(wrapper().job(1).service()).nothingGoes().suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDING);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("True/DeletionInitiated");
    assertThat(story.lately()).containsExactly("delete 0", "delete 1");
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(5));
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("True/");
  }

  @Test
  void waits_for_pods_as_well() {
    var story = running(around(2)).podsStay().suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDING);
    assertThat(story.components()).containsExactly("False/CompononetDeleted");
    assertThat(story.everythingGoes().phase()).isEqualTo(SUSPENDED);
  }

  @Test
  void gives_everything_back_when_all_is_gone() {
    var story = running(around(2)).after(Duration.ofSeconds(30)).suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDED);
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("False/DeletionComplete");
    assertThat(story.condition(RESOURCES_DEPLOYED)).isEqualTo("False/Suspended Suspend is true");
    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("False/Suspended Suspend is true");
    assertThat(story.condition(PODS_READY)).isEqualTo("False/Suspended");
    assertThat(story.condition(UNHEALTHY)).isEqualTo("False/Resuming Suspend is false");
    assertThat(story.held()).isTrue();
    assertThat(story.wakesIn()).isEmpty();
  }

  @Test
  void goes_on_though_the_wrapper_is_resumed_meanwhile() {
    var story = running(around(2)).nothingGoes().suspend().resume();
    assertThat(story.phase()).isEqualTo(SUSPENDING);

    story.everythingGoes();
    assertThat(story.phases()).endsWith(SUSPENDED, WrapperState.Phase.RESUMING, RUNNING);
  }

  @Test
  void forces_pods_out_when_its_grace_is_over() {
    var story = running(around(2)).nothingGoes().suspend();
    story.lately();

    story.after(Duration.ofSeconds(599));
    assertThat(story.lately()).isEmpty();
    story.after(Duration.ofSeconds(1));

    assertThat(story.lately()).startsWith("force part-0-0", "force part-0-1");
    assertThat(story.pods()).isEmpty();
  }

  @Test
  void forces_components_only_when_no_pods_are_left() {
    var story = running(around(1)).nothingGoes().suspend();
    story.lately();

    story.after(Duration.ofMinutes(10));

    assertThat(story.lately()).startsWith("force part-0-0", "force 0");
  }

  @Test
  void tries_for_ever_where_somebody_elses_finalizer_is_in_the_way() {
    var story = running(around(1)).componentsStay().suspend().after(Duration.ofMinutes(10));
    story.lately();

    story.after(Duration.ofSeconds(15));

    assertThat(story.lately()).contains("force 0");
    assertThat(story.phase()).isEqualTo(SUSPENDING);
    assertThat(story.condition(QUOTA_RESERVED)).startsWith("True/");
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(5));
  }

  @Test
  void asks_first_even_where_it_may_force_at_once() {
    var story = running(around(1).forcefulDeletion(Duration.ZERO)).suspend();

    assertThat(story.lately()).containsExactly("delete 0", "force part-0-0");
    assertThat(story.phase()).isEqualTo(SUSPENDED);
  }

  @Test
  void wakes_for_its_deadline_where_that_is_near() {
    var story = running(around(1).forcefulDeletion(Duration.ofSeconds(3))).nothingGoes().suspend();

    assertThat(story.wakesIn()).contains(Duration.ofSeconds(3));
  }

  @Test
  void relies_on_what_is_gone_being_looked_for() {
    var story = running(around(1));
    var decision =
        WrapperLifecycle.decide(
            around(1).suspended().build(),
            new ObservedWrapper(
                story.state(), false, true, List.of(), List.of(), Map.of(), List.of()),
            WrapperStory.START);

    assertThat(decision.state().phase()).isEqualTo(SUSPENDED);
    assertThat(decision.relies().gone()).containsExactly(0);
    assertThat(decision.relies().noPods()).isTrue();
  }

  @Test
  void looks_for_what_may_have_been_created_in_spite_of_an_error() {
    var story = WrapperStory.prepared(around(1)).refuses(0, "time-out").settle();
    var decision =
        WrapperLifecycle.decide(
            around(1).suspended().build(),
            new ObservedWrapper(
                story.state(), false, true, List.of(), List.of(), Map.of(), List.of()),
            WrapperStory.START);

    assertThat(decision.relies().gone()).containsExactly(0);
  }
}
