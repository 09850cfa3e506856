package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.neverAndFatal;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ADeletedPodTest {

  @Test
  void is_made_again_uncounted_whether_it_was_seen_to_leave_or_not() {
    var seen = Rehearsal.of(job("a").master(neverAndFatal()).workers(1, neverAndFatal()).build());
    seen.podIsDeletedByAUser("a-worker-0");
    seen.podIsGone("a-worker-0");

    var unseen = Rehearsal.of(job("a").master(neverAndFatal()).workers(1, neverAndFatal()).build());
    unseen.podIsGone("a-worker-0");

    assertThat(seen.phase()).isEqualTo(unseen.phase()).isEqualTo(RUNNING);
    assertThat(seen.restarts()).isEqualTo(unseen.restarts()).isZero();
    assertThat(seen.podNames()).containsExactlyElementsOf(unseen.podNames()).hasSize(2);
  }

  @Test
  void takes_its_gang_along_uncounted_whether_it_was_seen_to_leave_or_not() {
    var gang = Jobs.onFailure(Scope.GANG);
    var job = job("a").master(gang).workers(2, gang).restartsAllowed(0).build();
    var seen = Rehearsal.of(job);
    seen.podIsDeletedByAUser("a-worker-1");
    seen.podIsGone("a-worker-1");
    var unseen = Rehearsal.of(job);
    unseen.podIsGone("a-worker-1");

    for (var story : List.of(seen, unseen)) {
      assertThat(story.phase()).isEqualTo(RUNNING);
      assertThat(story.restarts()).isZero();
      assertThat(story.state().remember().attempt()).isEqualTo(2);
      assertThat(story.facts(Fact.GangRestarted.class))
          .containsExactly(new Fact.GangRestarted(2, Optional.of(new ReplicaId("Worker", 1))));
      assertThat(story.facts(Fact.ReplicaFailed.class)).isEmpty();
      assertThat(story.podNames()).hasSize(3);
    }
    assertThat(seen.uid("a-master-0")).isEqualTo(unseen.uid("a-master-0")).isEqualTo("uid-4");
  }

  @ParameterizedTest
  @EnumSource(
      value = Scope.class,
      names = {"GANG", "ROLE"})
  void that_had_succeeded_is_missed_by_nobody_until_all_start_again(Scope scope) {
    var rule = Jobs.onFailure(scope);
    var story = Rehearsal.of(job("a").master(rule).workers(2, rule).build());

    story.podExits("a-worker-1", 0);
    story.podIsGone("a-worker-1");
    assertThat(story.podNames()).containsExactly("a-master-0", "a-worker-0");
    assertThat(story.state().remember().attempt()).isEqualTo(1);
    assertThat(story.uid("a-worker-0")).isEqualTo("uid-2");

    story.podExits("a-worker-0", 1);
    assertThat(story.podNames()).containsExactly("a-master-0", "a-worker-0", "a-worker-1");
    assertThat(story.state().remember().done()).isEmpty();
  }

  @Test
  void that_had_succeeded_is_there_again_after_a_pause() {
    var gang = Jobs.onFailure(Scope.GANG);
    var story = Rehearsal.of(job("a").master(gang).workers(2, gang).build());
    story.podExits("a-worker-1", 0);

    story.edit(job("a").master(gang).workers(2, gang).held(true).build());
    story.edit(job("a").master(gang).workers(2, gang).build());

    assertThat(story.podNames()).containsExactly("a-master-0", "a-worker-0", "a-worker-1");
  }

  @Test
  void takes_its_role_along_uncounted_whether_it_was_seen_to_leave_or_not() {
    var role = Jobs.onFailure(Scope.ROLE);
    var job = job("a").master(role).workers(2, role).restartsAllowed(0).build();
    var seen = Rehearsal.of(job);
    seen.podIsDeletedByAUser("a-worker-1");
    assertThat(seen.podNames()).containsExactly("a-master-0", "a-worker-1");
    seen.podIsGone("a-worker-1");
    var unseen = Rehearsal.of(job);
    unseen.podIsGone("a-worker-1");

    for (var story : List.of(seen, unseen)) {
      assertThat(story.phase()).isEqualTo(RUNNING);
      assertThat(story.restarts()).isZero();
      assertThat(story.state().remember().attempt()).isEqualTo(1);
      assertThat(story.uid("a-master-0")).isEqualTo("uid-1");
      assertThat(story.uid("a-worker-0")).isNotEqualTo("uid-2");
      assertThat(story.podNames()).hasSize(3);
    }
  }

  @Test
  void takes_its_gang_along_when_its_controller_died_over_it() {
    var gang = Jobs.onFailure(Scope.GANG);
    var story = Rehearsal.of(job("a").master(gang).workers(2, gang).build());
    int before = story.writes().size();

    story.controllerCrashesAfterItsMemory();
    story.podIsGone("a-worker-1");

    assertThat(story.writes().subList(before, story.writes().size()))
        .startsWith("memory", "status RESTARTING", "delete pod");
    assertThat(story.facts(Fact.GangRestarted.class))
        .containsExactly(new Fact.GangRestarted(2, Optional.of(new ReplicaId("Worker", 1))));
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void of_a_place_that_came_and_went_takes_nobody_along() {
    var gang = Jobs.onFailure(Scope.GANG);
    var story = Rehearsal.of(job("a").master(gang).workers(2, gang).build());
    story.podsStayWhenDeleted();

    story.edit(job("a").master(gang).workers(1, gang).build());
    story.edit(job("a").master(gang).workers(3, gang).build());
    assertThat(story.podNames()).as("worker 1 still leaves").hasSize(4);
    story.podIsGone("a-worker-1");

    assertThat(story.podNames()).hasSize(4);
    assertThat(story.state().remember().attempt()).isEqualTo(1);
    assertThat(story.state().remember().filled()).containsEntry("Worker", 3);
  }

  @Test
  void is_no_failure_although_it_is_called_failed_when_its_node_is_no_more() {
    var story = Rehearsal.of(job("a").master(neverAndFatal()).workers(1, neverAndFatal()).build());

    story.podIsCollected("a-worker-0");

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.restarts()).isZero();
    assertThat(story.livePods()).hasSize(2);
  }

  @Test
  void that_dies_of_its_deletion_is_no_failure() {
    var story = Rehearsal.of(job("a").master(neverAndFatal()).workers(1, neverAndFatal()).build());

    story.podIsDeletedByAUser("a-worker-0");
    story.podExits("a-worker-0", 143);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.podIsGone("a-worker-0");
    assertThat(story.livePods()).hasSize(2);
  }

  @Test
  void whose_program_had_failed_before_is_a_failure() {
    var story = Rehearsal.of(job("a").master(neverAndFatal()).workers(1, neverAndFatal()).build());

    story.podExitsUnseen("a-worker-0", 1);
    story.after(Duration.ZERO);
    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void that_had_succeeded_before_is_a_success() {
    var story = Rehearsal.of(job("a").master().workers(1).build());

    story.podExitsUnseen("a-master-0", 0);
    story.podIsDeletedByAUser("a-master-0");

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void on_a_dead_node_is_forced_out_after_its_grace() {
    var story = Rehearsal.of(job("a").master().workers(1).build());
    story.podIsDeletedByAUser("a-worker-0");
    var stuck = story.uid("a-worker-0");
    story.nodeDies();

    story.after(Duration.ofSeconds(89));
    assertThat(story.uid("a-worker-0")).isEqualTo(stuck);

    story.after(Duration.ofSeconds(1));
    assertThat(story.uid("a-worker-0")).isNotEqualTo(stuck);
  }

  @Test
  void on_a_dead_node_is_told_with_its_node_when_it_is_forced_out() {
    var story = Rehearsal.of(job("a").master().workers(1).build());
    story.podIsDeletedByAUser("a-worker-0");
    var stuck = story.uid("a-worker-0");
    story.nodeDies();

    story.after(Duration.ofSeconds(89));
    assertThat(story.facts(Fact.ReplicaLost.class)).as("the node may come back").isEmpty();

    story.after(Duration.ofSeconds(1));
    assertThat(story.facts(Fact.ReplicaLost.class))
        .containsExactly(
            new Fact.ReplicaLost(new ReplicaId("Worker", 0), "a-worker-0", stuck, Rehearsal.NODE));
  }

  @Test
  void whose_node_is_gone_is_told_while_it_still_stands() {
    var story = Rehearsal.of(job("a").master().workers(1).build());
    var worker = story.uid("a-worker-0");
    story.after(Duration.ofMinutes(5));

    story.nodeGoes();
    assertThat(story.facts(Fact.ReplicaLost.class))
        .hasSize(2)
        .contains(
            new Fact.ReplicaLost(new ReplicaId("Worker", 0), "a-worker-0", worker, Rehearsal.NODE));
    assertThat(story.phase()).as("unknown is not failed").isEqualTo(RUNNING);

    story.podIsGone("a-worker-0");
    assertThat(story.uid("a-worker-0")).isNotEqualTo(worker);
    assertThat(story.restarts()).isZero();
  }

  @Test
  void on_a_node_nobody_has_heard_of_yet_is_not_lost() {
    var story = Rehearsal.of(job("a").master().workers(1).build());

    story.after(Duration.ofSeconds(59));
    story.nodeGoes();

    assertThat(story.facts(Fact.ReplicaLost.class)).isEmpty();
  }

  @Test
  void of_a_finished_job_is_no_loss() {
    var story = Rehearsal.of(job("a").master().workers(1).build());
    story.podExits("a-master-0", 0);
    story.after(Duration.ofMinutes(5));

    story.nodeGoes();

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.facts(Fact.ReplicaLost.class)).isEmpty();
  }

  @Test
  void on_a_living_node_is_waited_for() {
    var story = Rehearsal.of(job("a").master().workers(1).build());
    story.podIsDeletedByAUser("a-worker-0");
    var slow = story.uid("a-worker-0");

    story.after(Duration.ofHours(1));

    assertThat(story.uid("a-worker-0")).isEqualTo(slow);
  }
}
