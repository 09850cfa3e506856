package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.byExitCode;
import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.neverAndFatal;
import static dev.trainyard.engine.Jobs.onFailureInPlace;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.RESTARTING;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AFailingWorkerTest {

  @Test
  void is_replaced_and_the_job_still_succeeds() {
    var story = Rehearsal.of(job("mnist").master().workers(2).restartsAllowed(2).build());
    assertThat(story.phase()).isEqualTo(RUNNING);
    var untouched = story.uid("mnist-worker-0");
    var replaced = story.uid("mnist-worker-1");

    story.podExits("mnist-worker-1", 137);
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.uid("mnist-worker-1")).isNotEqualTo(replaced);
    assertThat(story.uid("mnist-worker-0")).isEqualTo(untouched);
    assertThat(story.restarts()).isEqualTo(1);

    story.podExits("mnist-master-0", 0);
    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void shows_as_a_restart_until_its_replacement_exists() {
    var story = Rehearsal.of(job("mnist").master().workers(2).build());
    story.podsStayWhenDeleted();
    var failed = story.uid("mnist-worker-1");

    story.podExits("mnist-worker-1", 1);
    assertThat(story.phase()).isEqualTo(RESTARTING);
    assertThat(story.state().why())
        .contains(
            new Fact.ReplicaRestarted(new ReplicaId("Worker", 1), "mnist-worker-1", failed, 1));

    story.podIsGone("mnist-worker-1");
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void ends_the_job_once_the_restarts_are_used() {
    var story = Rehearsal.of(job("mnist").master().workers(2).restartsAllowed(1).build());

    story.podExits("mnist-worker-0", 1);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.podExits("mnist-worker-1", 1);
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.BudgetSpent(2));
    assertThat(story.livePods()).as("a limit stops what still runs").isEmpty();
    assertThat(story.podNames()).as("what ended keeps its logs").containsExactly("mnist-worker-1");
  }

  @Test
  void ends_the_job_at_once_where_its_policy_says_so() {
    var story =
        Rehearsal.of(job("mnist").master(neverAndFatal()).workers(2, neverAndFatal()).build());

    story.podExits("mnist-worker-1", 1);

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.ReplicasFailed("Worker", 1, false));
    assertThat(story.facts(Fact.StillRunning.class)).containsExactly(new Fact.StillRunning(2));
    assertThat(story.livePods()).containsExactly("mnist-master-0", "mnist-worker-0");
  }

  @Test
  void is_judged_by_its_exit_code_where_its_policy_says_so() {
    var story = Rehearsal.of(job("mnist").master(byExitCode()).workers(2, byExitCode()).build());

    story.podExits("mnist-worker-1", 137);
    assertThat(story.phase()).isEqualTo(RUNNING);
    story.podIsEvicted("mnist-worker-1");
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.restarts()).isEqualTo(2);

    story.podExits("mnist-worker-1", 1);
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.ReplicasFailed("Worker", 1, true));
  }

  @Test
  void does_not_stop_the_deadline_clock() {
    var story =
        Rehearsal.of(job("mnist").master().workers(1).deadline(Duration.ofHours(1)).build());

    story.after(Duration.ofMinutes(50)).podExits("mnist-worker-0", 1);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.after(Duration.ofMinutes(10));
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.OutOfTime(Duration.ofHours(1)));
  }

  @Test
  void loses_against_a_lead_that_has_succeeded() {
    var story =
        Rehearsal.of(job("mnist").master(neverAndFatal()).workers(2, neverAndFatal()).build());

    story.podExitsUnseen("mnist-worker-0", 1);
    story.podExits("mnist-master-0", 0);

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void is_counted_with_the_restarts_its_kubelet_made() {
    var story =
        Rehearsal.of(
            job("mnist").master().workers(2, onFailureInPlace()).restartsAllowed(3).build());

    story.containerRestarts("mnist-worker-0", 2);
    assertThat(story.restarts()).as("not ours to write down while the pod shows it").isZero();

    story.podIsEvicted("mnist-worker-0");
    assertThat(story.restarts()).as("two in place and the eviction").isEqualTo(3);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.containerRestarts("mnist-worker-1", 1);
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.BudgetSpent(4));
  }

  @Test
  void takes_the_whole_gang_with_it_where_asked() {
    var gang = Jobs.onFailure(Scope.GANG);
    var story = Rehearsal.of(job("mnist").master(gang).workers(2, gang).restartsAllowed(1).build());
    story.podsStayWhenDeleted();

    story.podExits("mnist-worker-1", 1);
    assertThat(story.podNames()).as("nothing of the new attempt before the old is gone").hasSize(3);
    assertThat(story.facts(Fact.GangRestarted.class))
        .containsExactly(new Fact.GangRestarted(2, Optional.of(new ReplicaId("Worker", 1))));

    story.podIsGone("mnist-worker-1");
    story.podIsGone("mnist-worker-0");
    assertThat(story.podNames()).containsExactly("mnist-master-0");
    story.podIsGone("mnist-master-0");

    assertThat(story.podNames()).hasSize(3);
    assertThat(story.restarts()).isEqualTo(1);
    assertThat(story.manifest("mnist-worker-0").getMetadata().getLabels())
        .containsEntry("trainyard.dev/attempt", "2");
  }

  @Test
  void fails_its_gang_once_together_with_others() {
    var gang = Jobs.onFailure(Scope.GANG);
    var story = Rehearsal.of(job("mnist").master(gang).workers(2, gang).restartsAllowed(1).build());

    story.podExitsUnseen("mnist-worker-1", 1);
    story.podExits("mnist-worker-0", 1);

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.restarts()).isEqualTo(1);
    assertThat(story.facts(Fact.GangRestarted.class))
        .containsExactly(new Fact.GangRestarted(2, Optional.of(new ReplicaId("Worker", 0))));
    assertThat(story.facts(Fact.ReplicaFailed.class)).hasSize(2);
  }

  @Test
  void takes_its_role_along_where_asked_and_nobody_of_it_comes_back_before_all_are_gone() {
    var role = Jobs.onFailure(Scope.ROLE);
    var story = Rehearsal.of(job("mnist").master(role).workers(3, role).build());
    var master = story.uid("mnist-master-0");
    story.podsStayWhenDeleted();

    story.podExits("mnist-worker-1", 1);
    story.podIsGone("mnist-worker-1");
    story.podIsGone("mnist-worker-0");
    assertThat(story.podNames())
        .as("worker 2 still stands")
        .containsExactly("mnist-master-0", "mnist-worker-2");

    story.podIsGone("mnist-worker-2");
    assertThat(story.podNames()).hasSize(4);
    assertThat(story.uid("mnist-master-0")).isEqualTo(master);
    assertThat(story.restarts()).isEqualTo(1);
    assertThat(story.facts(Fact.ReplicaRestarted.class)).hasSize(1);
  }

  @Test
  void leaves_the_restarts_in_place_of_those_it_takes_along_on_the_count() {
    for (var scope : List.of(Scope.ROLE, Scope.GANG)) {
      var inPlace = Jobs.onFailureInPlace(scope);
      var story =
          Rehearsal.of(job("mnist").master(inPlace).workers(2, inPlace).restartsAllowed(9).build());
      story.containerRestarts("mnist-worker-0", 2);

      story.podIsEvicted("mnist-worker-1");

      assertThat(story.restarts()).as("two in place and the eviction").isEqualTo(3);
      assertThat(story.phase()).isEqualTo(RUNNING);
    }
  }

  @Test
  void is_told_of_while_a_sidecar_of_it_goes_on() {
    var story = Rehearsal.of(job("mnist").master().workers(1).build());

    story.mainContainerExits("mnist-worker-0", 3);
    story.after(Duration.ofMinutes(1));

    assertThat(story.facts(Fact.ReplicaEnded.class))
        .containsExactly(
            new Fact.ReplicaEnded(
                new ReplicaId("Worker", 0),
                "mnist-worker-0",
                story.uid("mnist-worker-0"),
                OptionalInt.of(3)));
    assertThat(story.facts(Fact.ReplicaFailed.class)).as("the pod has not").isEmpty();
  }

  @Test
  void costs_two_writes_besides_its_replacement() {
    var quiet = Rehearsal.of(job("mnist").master().workers(3).build());
    int undisturbed = quiet.writes().size();

    quiet.podExits("mnist-worker-2", 1);

    var more = quiet.writes().subList(undisturbed, quiet.writes().size());
    assertThat(more.stream().filter(write -> write.startsWith("status")))
        .containsExactly("status RESTARTING", "status RUNNING");
    assertThat(more.stream().filter(write -> write.endsWith("pod")))
        .containsExactly("delete pod", "create pod");
  }
}
