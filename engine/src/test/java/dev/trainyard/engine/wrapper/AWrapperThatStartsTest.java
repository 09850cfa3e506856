package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.DELETING_RESOURCES;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.PODS_READY;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.UNHEALTHY;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperMaker.wrapper;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.FAILED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RESETTING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RESUMING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RUNNING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.wrapper.WrapperState.Stand;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AWrapperThatStartsTest {

  private static final String FORBIDDEN = "pytorchjobs.kubeflow.org is forbidden";

  @Test
  void waits_suspended_for_its_queue_and_wakes_nobody() {
    var story = WrapperStory.of(around(2).suspended());

    assertThat(story.phase()).isEqualTo(SUSPENDED);
    assertThat(story.components()).containsExactly("none");
    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("none");
    assertThat(story.wakesIn()).isEmpty();
    assertThat(story.done()).isEmpty();
    assertThat(story.held()).isFalse();
    assertThat(story.writes()).isEqualTo(1);
  }

  @Test
  void knows_its_pod_sets_before_it_creates_anything() {
    var story = WrapperStory.of(wrapper().job(2).service().suspended());

    assertThat(story.state().components().get(0).podSets().getFirst().replicas()).isEqualTo(2);
    assertThat(story.state().components().get(0).name()).isEmpty();
    assertThat(story.state().components().get(1).podSets()).isEmpty();
  }

  @Test
  void goes_all_the_way_at_one_moment_when_nobody_suspends_it() {
    var story = WrapperStory.of(around(2));

    assertThat(story.phases()).containsExactly(SUSPENDED, RESUMING, RUNNING);
    assertThat(story.age()).isEqualTo(Duration.ZERO);
    assertThat(story.happened()).isEmpty();
  }

  @Test
  void stores_once_before_it_creates_and_once_after() {
    assertThat(WrapperStory.of(wrapper().job(2).service()).writes()).isEqualTo(2);
  }

  @Test
  void holds_its_quota_from_the_moment_it_resumes() {
    var story = WrapperStory.of(around(2));

    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("True/Resuming Suspend is false");
    assertThat(story.condition(RESOURCES_DEPLOYED)).isEqualTo("True/Resuming Suspend is false");
    assertThat(story.condition(PODS_READY)).isEqualTo("False/Resuming Suspend is false");
    assertThat(story.condition(UNHEALTHY)).isEqualTo("False/Resuming Suspend is false");
    assertThat(story.condition(DELETING_RESOURCES)).isEqualTo("none");
    assertThat(story.state().conditions().byType().keySet())
        .containsExactly(QUOTA_RESERVED, RESOURCES_DEPLOYED, PODS_READY, UNHEALTHY);
  }

  @Test
  void is_held_before_anything_is_created_and_creates_in_order() {
    var story = WrapperStory.of(wrapper().service().job(2));

    assertThat(story.done()).containsExactly("hold", "create 0", "create 1");
    assertThat(story.components())
        .containsExactly("True/ComponentCreatedSuccessfully", "True/ComponentCreatedSuccessfully");
    assertThat(story.state().components().get(1).name()).isEqualTo("part-1");
    assertThat(story.state().components().get(1).kind()).isEqualTo("PyTorchJob");
  }

  @Test
  void remembers_what_it_is_about_to_create() {
    var decision = WrapperStory.prepared(around(2)).decide();

    var component = decision.state().components().getFirst();
    assertThat(component.name()).isEqualTo("part-0");
    assertThat(component.deployment())
        .isEqualTo(Optional.of(new WrapperState.Deployment(Stand.INITIATED, WrapperStory.START)));
  }

  @Test
  void is_suspended_again_before_it_has_created_everything() {
    var story = WrapperStory.prepared(around(2)).refuses(0, FORBIDDEN).settle();
    assertThat(story.phase()).isEqualTo(RESUMING);

    story.suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDED);
    assertThat(story.phases()).contains(SUSPENDING);
    assertThat(story.happened()).containsExactly(new WrapperFact.Suspended(RESUMING));
  }

  @Test
  void tries_again_every_second_while_a_creation_is_refused() {
    var story = WrapperStory.prepared(around(2)).refuses(0, FORBIDDEN).settle();

    assertThat(story.phase()).isEqualTo(RESUMING);
    assertThat(story.components()).containsExactly("False/ComponentCreationErrored");
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(1));

    story.after(Duration.ofSeconds(59)).accepts(0).after(Duration.ofMillis(900));
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.happened()).isEmpty();
  }

  @Test
  void writes_nothing_more_while_a_creation_is_refused() {
    var story = WrapperStory.prepared(around(2)).refuses(0, FORBIDDEN).settle();
    var writes = story.writes();

    assertThat(story.after(Duration.ofSeconds(30)).writes()).isEqualTo(writes);
  }

  @Test
  void is_reset_when_the_admission_grace_is_over() {
    var story = WrapperStory.prepared(around(2)).refuses(0, FORBIDDEN).settle();

    story.after(Duration.ofSeconds(60));

    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.retries()).isEqualTo(1);
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo("True/CreateFailed error creating components: " + FORBIDDEN);
    assertThat(story.happened()).containsExactly(new WrapperFact.NotCreated(FORBIDDEN));
  }

  @Test
  void fails_when_the_retries_are_used() {
    var story = WrapperStory.prepared(around(2).retryLimit(0)).refuses(0, FORBIDDEN).settle();

    story.after(Duration.ofSeconds(60));

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.retries()).isZero();
  }

  @Test
  void pauses_in_full_after_each_refused_attempt() {
    var story = WrapperStory.prepared(around(2)).refuses(0, FORBIDDEN).settle();

    story.after(Duration.ofSeconds(60 + 90));
    assertThat(story.phase()).isEqualTo(RESUMING);

    story.after(Duration.ofSeconds(60));
    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.since(UNHEALTHY)).isEqualTo(Duration.ofSeconds(210));
    story.after(Duration.ofSeconds(89));
    assertThat(story.phase()).isEqualTo(RESETTING);
    story.after(Duration.ofSeconds(1));
    assertThat(story.phase()).isEqualTo(RESUMING);
  }

  @Test
  void fails_at_once_where_no_attempt_can_succeed() {
    var story =
        WrapperStory.prepared(around(2))
            .refusesForGood(0, "resource mnist exists, but is not controlled by appwrapper")
            .settle();

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.retries()).isZero();
    assertThat(story.components()).containsExactly("False/ComponentCreationErrored");
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo(
            "True/CreateFailed error creating components: resource mnist exists, but is not"
                + " controlled by appwrapper");
    assertThat(story.done()).doesNotContain("delete 0", "force 0");
  }

  @Test
  void takes_back_what_it_created_before_the_one_that_cannot_be() {
    var story =
        WrapperStory.prepared(wrapper().service().job(2))
            .refusesForGood(1, "conflict updating labels: …")
            .settle();

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.existing()).isEmpty();
    assertThat(story.components())
        .containsExactly("False/CompononetDeleted", "False/ComponentCreationErrored");
    assertThat(story.done()).containsExactly("hold", "create 0", "create 1", "delete 0");
  }

  @Test
  void deletes_only_what_it_created_when_it_is_suspended_half_way() {
    var story = WrapperStory.prepared(wrapper().service().job(2)).refuses(1, FORBIDDEN).settle();
    story.lately();

    story.suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDED);
    assertThat(story.lately()).containsExactly("delete 0");
  }

  @Test
  void creates_only_what_is_still_missing() {
    var story = WrapperStory.prepared(wrapper().service().job(2)).refuses(1, FORBIDDEN).settle();
    story.lately();

    story.accepts(1).after(Duration.ofSeconds(1));

    assertThat(story.lately()).containsExactly("create 1");
    assertThat(story.phase()).isEqualTo(RUNNING);
  }
}
