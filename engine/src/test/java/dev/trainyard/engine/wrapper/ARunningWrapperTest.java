package dev.trainyard.engine.wrapper;

import static dev.trainyard.engine.model.Observed.Stage.CREATED;
import static dev.trainyard.engine.model.Observed.Stage.SUCCEEDED;
import static dev.trainyard.engine.model.Observed.Stage.UNKNOWN;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.PODS_READY;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.QUOTA_RESERVED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.RESOURCES_DEPLOYED;
import static dev.trainyard.engine.wrapper.WrapperConditions.ConditionType.UNHEALTHY;
import static dev.trainyard.engine.wrapper.WrapperMaker.around;
import static dev.trainyard.engine.wrapper.WrapperMaker.wrapper;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.FAILED;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RESETTING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.RUNNING;
import static dev.trainyard.engine.wrapper.WrapperState.Phase.SUSPENDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ARunningWrapperTest {

  private static final String GPU = "nvidia.com/gpu";

  private static WrapperStory running(WrapperMaker maker) {
    return WrapperStory.of(maker).everyPodIs(Stage.RUNNING);
  }

  @Test
  void says_that_enough_pods_run_and_looks_again_in_a_minute() {
    var story = running(around(2));

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.condition(PODS_READY))
        .isEqualTo("True/SufficientPodsReady 2 pods running; 0 pods succeeded");
    assertThat(story.wakesIn()).contains(Duration.ofMinutes(1));
    assertThat(story.happened()).isEmpty();
  }

  @Test
  void does_not_mind_pods_too_many() {
    var story = running(around(1)).podAppears("part-0-extra");

    assertThat(story.condition(PODS_READY)).startsWith("True/SufficientPodsReady");
  }

  @Test
  void counts_those_that_are_through_as_ready() {
    var story = running(around(2)).podIs("part-0-0", SUCCEEDED).after(Duration.ofMinutes(1));

    assertThat(story.condition(PODS_READY))
        .isEqualTo("True/SufficientPodsReady 1 pods running; 1 pods succeeded");
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void tells_mere_numbers_a_little_later() {
    var story = running(around(2)).after(Duration.ofMinutes(5));
    story.unseenPodIs("part-0-0", SUCCEEDED);

    assertThat(story.decide().store()).isEqualTo(Store.LATER);
    assertThat(story.decide().wakeAt()).contains(WrapperStory.START.plusSeconds(302));
    story.after(Duration.ofSeconds(2));
    assertThat(story.condition(PODS_READY)).endsWith("1 pods running; 1 pods succeeded");
  }

  @Test
  void writes_nothing_while_nothing_changes() {
    var story = running(around(2)).after(Duration.ofMinutes(1));
    var writes = story.writes();

    assertThat(story.after(Duration.ofHours(3)).writes()).isEqualTo(writes);
  }

  @Test
  void is_suspended_from_outside() {
    var story = running(around(2)).suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDED);
    assertThat(story.happened()).containsExactly(new WrapperFact.Suspended(RUNNING));
    assertThat(story.pods()).isEmpty();
  }

  @Test
  void is_suspended_rather_than_finished() {
    var story = running(around(1)).unseenPodIs("part-0-0", SUCCEEDED).suspend();

    assertThat(story.phase()).isEqualTo(SUSPENDED);
  }

  @Test
  void fails_at_once_when_a_component_is_missing() {
    var story = running(wrapper().job(1).service()).componentVanishes(1);

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.retries()).isZero();
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo("True/MissingComponent Only found 1 deployed components, but was expecting 2");
    assertThat(story.happened()).containsExactly(new WrapperFact.ComponentsMissing(1, 2));
  }

  @Test
  void fails_when_a_component_was_asked_to_go() {
    assertThat(running(around(1)).componentLeaves(0).phase()).isEqualTo(FAILED);
  }

  @Test
  void relies_on_a_missing_component_being_looked_for() {
    var story = WrapperStory.of(wrapper().job(1).service());
    var decision =
        WrapperLifecycle.decide(
            wrapper().job(1).service().build(),
            new ObservedWrapper(
                story.state(), false, true, List.of(), List.of(), Map.of(), List.of()),
            WrapperStory.START);

    assertThat(decision.state().phase()).isEqualTo(FAILED);
    assertThat(decision.relies().gone()).containsExactly(0, 1);
  }

  @Test
  void is_reset_at_once_when_a_component_has_failed() {
    var story = running(around(2)).componentEnds(0, false);

    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.retries()).isEqualTo(1);
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo("True/FailedComponent Found 1 failed components");
    assertThat(story.happened()).containsExactly(new WrapperFact.ComponentsFailed(1));
  }

  @Test
  void fails_with_its_component_when_the_exit_code_is_final() {
    var story =
        running(around(2).terminal(3)).podIs("part-0-0", Stage.FAILED, 3).componentEnds(0, false);

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.retries()).isZero();
  }

  @Test
  void fails_with_its_component_when_the_retries_are_used() {
    assertThat(running(around(2).retryLimit(0)).componentEnds(0, false).phase()).isEqualTo(FAILED);
  }

  @Test
  void succeeds_when_every_pod_has() {
    var story = running(around(2)).after(Duration.ofMinutes(7)).everyPodIs(SUCCEEDED);

    assertThat(story.phase()).isEqualTo(Phase.SUCCEEDED);
    var message = "2 pods succeeded and no running, pending, or failed pods";
    assertThat(story.condition(QUOTA_RESERVED)).isEqualTo("False/Succeeded " + message);
    assertThat(story.condition(RESOURCES_DEPLOYED)).isEqualTo("True/Succeeded " + message);
    assertThat(story.since(RESOURCES_DEPLOYED)).isEqualTo(Duration.ZERO);
    assertThat(story.since(QUOTA_RESERVED)).isEqualTo(Duration.ofMinutes(7));
    assertThat(story.pods()).hasSize(2);
  }

  @Test
  void succeeds_at_once_without_any_pods() {
    var story = WrapperStory.of(wrapper().deployment(0));

    assertThat(story.phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(story.condition(QUOTA_RESERVED))
        .isEqualTo("False/Succeeded 0 pods succeeded and no running, pending, or failed pods");
  }

  @Test
  void succeeds_with_its_components_though_their_pods_are_cleaned_up() {
    var story = running(around(2)).makesNoPods();
    story.podVanishes("part-0-0").podVanishes("part-0-1").componentEnds(0, true);

    assertThat(story.phase()).isEqualTo(Phase.SUCCEEDED);
  }

  @Test
  void succeeds_with_its_components_though_an_earlier_try_failed() {
    var story =
        running(around(2))
            .podIs("part-0-0", Stage.FAILED, 1)
            .podIs("part-0-1", SUCCEEDED)
            .componentEnds(0, true);

    assertThat(story.phase()).isEqualTo(Phase.SUCCEEDED);
  }

  @Test
  void does_not_succeed_while_a_pod_of_a_finished_component_runs() {
    assertThat(running(around(2)).componentEnds(0, true).phase()).isEqualTo(RUNNING);
  }

  @Test
  void does_not_succeed_while_a_component_that_cannot_tell_has_pods_missing() {
    var story = running(wrapper().job(1).deployment(1)).podVanishes("part-1-0");
    story.podIs("part-0-0", SUCCEEDED).componentEnds(0, true);

    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void does_not_succeed_between_two_waves_of_a_job() {
    var story = running(wrapper().waves(2)).everyPodIs(SUCCEEDED);
    assertThat(story.phase()).isEqualTo(RUNNING);

    assertThat(story.componentEnds(0, true).phase()).isEqualTo(Phase.SUCCEEDED);
  }

  @Test
  void gives_a_failed_pod_time_to_be_replaced() {
    var story = running(around(2)).after(Duration.ofMinutes(3)).podIs("part-0-0", Stage.FAILED, 1);

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.condition(UNHEALTHY)).isEqualTo("True/FoundFailedPods");
    assertThat(story.since(UNHEALTHY)).isEqualTo(Duration.ofMinutes(3));
    assertThat(story.wakesIn()).contains(Duration.ofMinutes(1));
    assertThat(story.happened()).isEmpty();
  }

  @Test
  void forgets_a_failed_pod_that_was_replaced_in_time() {
    var story = running(around(2)).podIs("part-0-0", Stage.FAILED, 1).after(Duration.ofSeconds(50));
    story.podVanishes("part-0-0").podAppears("part-0-0");

    assertThat(story.condition(UNHEALTHY)).isEqualTo("False/FoundNoFailedPods");
    assertThat(story.condition(PODS_READY))
        .isEqualTo("False/InsufficientPodsReady 0 pods pending; 1 pods running; 0 pods succeeded");

    story.podIs("part-0-0", Stage.FAILED, 1).after(Duration.ofSeconds(59));
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void is_reset_when_a_failed_pod_is_still_there() {
    var story = running(around(2)).podIs("part-0-0", Stage.FAILED, 1).after(Duration.ofMinutes(1));

    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.retries()).isEqualTo(1);
    assertThat(story.happened()).containsExactly(new WrapperFact.PodsFailed(1));
    assertThat(story.condition(UNHEALTHY)).isEqualTo("True/FoundFailedPods");
  }

  @Test
  void fails_after_the_grace_when_the_exit_code_is_final() {
    var story = running(around(2).terminal(3)).podIs("part-0-0", Stage.FAILED, 3);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.after(Duration.ofMinutes(1));
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.retries()).isZero();
    assertThat(story.happened()).containsExactly(new WrapperFact.PodsFailed(1));
  }

  @Test
  void fails_after_the_grace_when_only_other_codes_are_worth_a_retry() {
    var story = running(around(2).retryable(3, 10)).podIs("part-0-0", Stage.FAILED, 1);

    assertThat(story.after(Duration.ofMinutes(1)).phase()).isEqualTo(FAILED);
  }

  @Test
  void is_reset_when_the_code_is_worth_a_retry() {
    var story = running(around(2).retryable(3, 10)).podIs("part-0-0", Stage.FAILED, 10);

    assertThat(story.after(Duration.ofMinutes(1)).phase()).isEqualTo(RESETTING);
  }

  @Test
  void takes_a_code_in_both_lists_as_final() {
    var story = running(around(2).retryable(3).terminal(3)).podIs("part-0-0", Stage.FAILED, 3);

    assertThat(story.after(Duration.ofMinutes(1)).phase()).isEqualTo(FAILED);
  }

  @Test
  void fails_after_the_grace_when_the_retries_are_used() {
    var story = running(around(2).retryLimit(0)).podIs("part-0-0", Stage.FAILED, 1);

    assertThat(story.after(Duration.ofMinutes(1)).phase()).isEqualTo(FAILED);
  }

  @Test
  void is_reset_when_a_pod_failed_without_a_code() {
    var story = running(around(2).retryable(3)).podIs("part-0-0", Stage.FAILED);

    assertThat(story.after(Duration.ofMinutes(1)).phase()).isEqualTo(RESETTING);
    assertThat(story.retries()).isEqualTo(1);
  }

  @Test
  void goes_on_when_a_pod_with_a_final_code_is_replaced_in_time() {
    var story = running(around(2).terminal(3)).podIs("part-0-0", Stage.FAILED, 3);
    story.podVanishes("part-0-0").podAppears("part-0-0").podIs("part-0-0", Stage.RUNNING);

    assertThat(story.after(Duration.ofMinutes(2)).phase()).isEqualTo(RUNNING);
    assertThat(story.condition(UNHEALTHY)).isEqualTo("False/FoundNoFailedPods");
  }

  @Test
  void leaves_a_node_that_has_become_sick_without_counting_it() {
    var story = running(around(2)).podUses("part-0-1", GPU, "n7").nodeFalls("n7", GPU);

    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.retries()).isZero();
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo(
            "True/AutopilotNoExecute Workload contains pods using NoExecute resources on Nodes:"
                + " map[n7:{}]");
    assertThat(story.happened())
        .containsExactly(new WrapperFact.NodesSick(new TreeSet<>(Set.of("n7"))));
  }

  @Test
  void names_sick_nodes_in_order() {
    assertThat(Sentences.sick(new TreeSet<>(Set.of("b", "a"))))
        .isEqualTo("Workload contains pods using NoExecute resources on Nodes: map[a:{} b:{}]");
  }

  @Test
  void fails_on_a_sick_node_when_it_may_not_be_retried() {
    var story =
        running(around(2).retryLimit(0)).podUses("part-0-1", GPU, "n7").nodeFalls("n7", GPU);

    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void stays_on_a_sick_node_when_it_does_not_use_what_is_sick() {
    var story = running(around(2)).podUses("part-0-1", "cpu", "n7").nodeFalls("n7", GPU);

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.wakesIn()).contains(Duration.ofMinutes(1));
  }

  @Test
  void looks_at_failed_pods_before_nodes() {
    var story = running(around(2)).podUses("part-0-1", GPU, "n7").podIs("part-0-0", Stage.FAILED);
    story.nodeFalls("n7", GPU);

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.condition(UNHEALTHY)).isEqualTo("True/FoundFailedPods");
    assertThat(story.wakesIn()).contains(Duration.ofMinutes(1));
  }

  @Test
  void waits_for_pods_that_do_not_exist_until_the_admission_grace_is_over() {
    var story = WrapperStory.prepared(around(2)).makesNoPods().settle();
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(5));

    story.after(Duration.ofSeconds(58));
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.wakesIn()).contains(Duration.ofSeconds(2));

    story.after(Duration.ofSeconds(2));
    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.retries()).isEqualTo(1);
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo("True/InsufficientPodsReady 0 pods pending; 0 pods running; 0 pods succeeded");
    assertThat(story.happened())
        .containsExactly(new WrapperFact.PodsNotReady(new PodCounts(0, 0, 0, 0)));
  }

  @Test
  void waits_for_pods_that_do_not_run_until_the_warmup_grace_is_over() {
    var story = WrapperStory.of(around(2)).after(Duration.ofSeconds(299));
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.after(Duration.ofSeconds(1));
    assertThat(story.phase()).isEqualTo(RESETTING);
    assertThat(story.condition(UNHEALTHY))
        .isEqualTo("True/InsufficientPodsReady 2 pods pending; 0 pods running; 0 pods succeeded");
  }

  @Test
  void fails_for_want_of_pods_when_the_retries_are_used() {
    var story = WrapperStory.of(around(2).retryLimit(0)).after(Duration.ofMinutes(5));

    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void gives_a_pod_that_was_lost_late_the_same_time_as_in_the_beginning() {
    var story = running(around(2)).after(Duration.ofHours(1)).podVanishes("part-0-0");

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.condition(PODS_READY))
        .isEqualTo("False/InsufficientPodsReady 0 pods pending; 1 pods running; 0 pods succeeded");
    assertThat(story.since(PODS_READY)).isEqualTo(Duration.ofHours(1));

    story.after(Duration.ofSeconds(50)).podAppears("part-0-0").after(Duration.ofSeconds(249));
    assertThat(story.phase()).isEqualTo(RUNNING);
    story.after(Duration.ofSeconds(1));
    assertThat(story.phase()).isEqualTo(RESETTING);
  }

  @Test
  void does_not_count_a_pod_that_was_asked_to_go() {
    var story = running(around(2)).podLeaves("part-0-0");

    assertThat(story.condition(PODS_READY))
        .isEqualTo("False/InsufficientPodsReady 0 pods pending; 1 pods running; 0 pods succeeded");
  }

  @Test
  void does_not_count_a_pod_of_which_nobody_knows() {
    var story = running(around(2)).podIs("part-0-0", UNKNOWN);

    assertThat(story.condition(PODS_READY)).startsWith("False/InsufficientPodsReady");
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void counts_a_pending_pod_that_was_asked_to_go_as_pending() {
    var story = running(around(2)).podIs("part-0-0", CREATED).podLeaves("part-0-0");

    // All are there, so that it has until the end of the warm-up.
    assertThat(story.after(Duration.ofSeconds(299)).phase()).isEqualTo(RUNNING);
    assertThat(story.after(Duration.ofSeconds(1)).phase()).isEqualTo(RESETTING);
  }

  @Test
  void takes_a_shorter_grace_from_the_moment_it_is_edited() {
    var story = running(around(2)).podIs("part-0-0", Stage.FAILED).after(Duration.ofSeconds(20));

    story.becomes(around(2).failure(Duration.ofSeconds(10)));

    assertThat(story.phase()).isEqualTo(RESETTING);
  }
}
