package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.onFailureInPlace;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.HELD;
import static dev.trainyard.engine.model.JobState.Phase.RESTARTING;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ARestartOnRequestTest {

  private static Jobs mnist() {
    return job("mnist")
        .master()
        .workers(2)
        .services(Lifetime.WITH_ITS_PODS)
        .restartsAllowed(1)
        .deadline(Duration.ofMinutes(10));
  }

  @ParameterizedTest
  @EnumSource(Scope.class)
  void replaces_the_whole_gang_once_and_counts_as_no_failure(Scope scope) {
    var rule = Jobs.onFailure(scope);
    var shape = job("mnist").master(rule).workers(2, rule).restartsAllowed(0);
    var story = Rehearsal.of(shape.build());
    var before = uids(story);

    story.edit(shape.attemptAsked(2).build());

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(uids(story)).doesNotContainAnyElementsOf(before).hasSize(3);
    assertThat(story.restarts()).isZero();
    assertThat(story.state().remember().attempt()).isEqualTo(2);
    assertThat(story.facts(Fact.GangRestarted.class))
        .containsExactly(new Fact.GangRestarted(2, Optional.empty()));

    var after = uids(story);
    story.edit(shape.attemptAsked(2).build());
    story.after(Duration.ofHours(1));
    assertThat(uids(story)).isEqualTo(after);
  }

  @Test
  void starts_nothing_before_everything_old_is_gone() {
    var story = Rehearsal.of(mnist().build());
    story.podsStayWhenDeleted();

    story.edit(mnist().attemptAsked(2).build());
    assertThat(story.phase()).isEqualTo(RESTARTING);

    story.podIsGone("mnist-worker-0");
    story.podIsGone("mnist-master-0");
    assertThat(story.podNames()).containsExactly("mnist-worker-1");

    story.podIsGone("mnist-worker-1");
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.livePods()).hasSize(3);
  }

  @Test
  void forces_out_what_a_dead_node_keeps() {
    var story = Rehearsal.of(mnist().build());
    story.podsStayWhenDeleted();
    story.edit(mnist().attemptAsked(2).build());
    story.nodeDies();

    story.after(Duration.ofSeconds(90));

    assertThat(story.facts(Fact.ReplicaMade.class)).hasSize(6);
  }

  @Test
  void counts_a_failure_that_came_before_it() {
    var story = Rehearsal.of(mnist().build());
    story.podExitsUnseen("mnist-worker-0", 1);

    story.edit(mnist().attemptAsked(2).build());

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.restarts()).isEqualTo(1);
  }

  @Test
  void forgets_no_restart_in_place() {
    var shape = job("mnist").workers(1, onFailureInPlace()).restartsAllowed(3);
    var story = Rehearsal.of(shape.build());
    story.containerRestarts("mnist-worker-0", 2);

    story.edit(shape.attemptAsked(2).build());
    assertThat(story.restarts()).isEqualTo(2);

    story.containerRestarts("mnist-worker-0", 2);
    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void does_not_stop_the_deadline_clock() {
    var story = Rehearsal.of(mnist().build());

    story.after(Duration.ofMinutes(9)).edit(mnist().attemptAsked(2).build());
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.after(Duration.ofMinutes(1));
    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void of_a_finished_job_does_nothing() {
    var story = Rehearsal.of(mnist().build());
    story.everyPodExits(0);
    int writes = story.writes().size();

    story.edit(mnist().attemptAsked(2).build());

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.writes()).hasSize(writes);
  }

  @Test
  void of_a_job_on_hold_waits_for_it_and_has_nothing_to_replace() {
    var story = Rehearsal.of(mnist().build());
    story.edit(mnist().held(true).build());

    story.edit(mnist().held(true).attemptAsked(2).build());
    assertThat(story.phase()).isEqualTo(HELD);

    story.edit(mnist().attemptAsked(2).build());
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.state().remember().attempt()).isEqualTo(2);
    assertThat(story.facts(Fact.GangRestarted.class)).isEmpty();
  }

  @Test
  void asked_for_from_the_start_is_no_restart() {
    var story = Rehearsal.of(mnist().attemptAsked(7).build());

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.facts(Fact.ReplicaMade.class)).hasSize(3);
    assertThat(story.facts(Fact.GangRestarted.class)).isEmpty();
  }

  @Test
  void of_a_sweep_tries_again_what_is_not_done_and_keeps_what_ended() {
    var sweep =
        job("hpo")
            .role("", 3, 2, Jobs.retried(), Map.of(Mode.NORMAL, Launch.asWritten()))
            .naming(new Naming("hpo", false, true, Optional.empty()))
            .success(SuccessRule.EVERY_REPLICA);
    var story = Rehearsal.of(sweep.build());
    story.podExits("hpo-0-0", 0);

    story.edit(sweep.attemptAsked(2).build());

    assertThat(story.podNames()).containsExactly("hpo-0-0", "hpo-1-1", "hpo-2-1");
    story.everyPodExits(0);
    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }

  private static List<String> uids(Rehearsal story) {
    return story.podNames().stream().map(story::uid).toList();
  }
}
