package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// The controller dies before any one of its writes and comes back: the end is the same.
class ACrashTest {

  /// What is told of a job apart from what was made and removed for it.
  private static final List<Class<? extends Fact>> WENT_THROUGH =
      List.of(
          Fact.ReplicaEnded.class,
          Fact.ReplicaRestarted.class,
          Fact.GangRestarted.class,
          Fact.WentOnHold.class,
          Fact.Resumed.class,
          Fact.Succeeded.class,
          Fact.StillRunning.class);

  private static TrainingJob mnist(boolean held, Scope scope) {
    return shaped(held, scope, 1);
  }

  private static TrainingJob shaped(boolean held, Scope scope, int attemptAsked) {
    return job("mnist")
        .master(Jobs.onFailure(scope))
        .workers(2, Jobs.onFailure(scope))
        .services(Lifetime.WITH_ITS_PODS)
        .restartsAllowed(2)
        .cleanUp(Sweep.UNFINISHED)
        .held(held)
        .attemptAsked(attemptAsked)
        .build();
  }

  private static List<Object> outcome(Rehearsal story) {
    return List.of(
        story.phase(),
        story.podNames(),
        story.objectNames(),
        story.restarts(),
        WENT_THROUGH.stream().flatMap(kind -> story.facts(kind).stream()).toList());
  }

  private static void changesNothing(BiFunction<Scope, Integer, Rehearsal> story) {
    for (var scope : Scope.values()) {
      var undisturbed = story.apply(scope, Integer.MAX_VALUE);
      assertThat(undisturbed.phase()).isEqualTo(SUCCEEDED);
      for (int write = 0; write < undisturbed.writes().size(); write++) {
        assertThat(outcome(story.apply(scope, write)))
            .as("crash before write %d of %s", write, undisturbed.writes())
            .isEqualTo(outcome(undisturbed));
      }
    }
  }

  @Test
  void changes_nothing_about_a_job_that_restarts_a_worker() {
    changesNothing(
        (scope, write) -> {
          var story = Rehearsal.crashingBeforeWrite(mnist(false, scope), write);
          story.podExits("mnist-worker-1", 1);
          story.podExits("mnist-worker-0", 1);
          story.podExits("mnist-master-0", 0);
          return story;
        });
  }

  @Test
  void between_memory_and_status_leaves_the_restart_to_be_shown_and_told() {
    for (var scope : Scope.values()) {
      var story = Rehearsal.of(mnist(false, scope));
      int before = story.writes().size();

      story.controllerCrashesAfterItsMemory();
      story.podExits("mnist-worker-1", 1);

      assertThat(story.writes().subList(before, story.writes().size()))
          .as("the restart is shown before the pod that shows it goes")
          .startsWith("memory", "status RESTARTING", "delete pod")
          .endsWith("status RUNNING");
      assertThat(story.facts(Fact.ReplicaEnded.class)).hasSize(1);
      assertThat(story.facts().stream().filter(ACrashTest::isARestart)).hasSize(1);
      assertThat(story.restarts()).isEqualTo(1);
    }
  }

  @Test
  void between_memory_and_status_leaves_a_restart_on_request_to_be_shown_and_told() {
    var story = Rehearsal.of(mnist(false, Scope.REPLICA));
    int before = story.writes().size();

    story.controllerCrashesAfterItsMemory();
    story.edit(shaped(false, Scope.REPLICA, 2));

    assertThat(story.writes().subList(before, story.writes().size()))
        .startsWith("memory", "status RESTARTING", "delete pod")
        .endsWith("status RUNNING");
    assertThat(story.facts(Fact.GangRestarted.class))
        .containsExactly(new Fact.GangRestarted(2, Optional.empty()));
  }

  private static boolean isARestart(Fact fact) {
    return fact instanceof Fact.ReplicaRestarted || fact instanceof Fact.GangRestarted;
  }

  @Test
  void changes_nothing_about_a_job_that_is_suspended_and_resumed() {
    changesNothing(
        (scope, write) -> {
          var story = Rehearsal.crashingBeforeWrite(mnist(false, scope), write);
          story.edit(mnist(true, scope));
          story.edit(mnist(false, scope));
          story.podExits("mnist-master-0", 0);
          return story;
        });
  }

  @Test
  void changes_nothing_about_a_job_that_is_restarted_on_request() {
    changesNothing(
        (scope, write) -> {
          var story = Rehearsal.crashingBeforeWrite(mnist(false, scope), write);
          story.podExits("mnist-worker-1", 1);
          story.edit(shaped(false, scope, 3));
          assertThat(story.state().remember().attempt()).isEqualTo(3);
          story.podExits("mnist-master-0", 0);
          return story;
        });
  }
}
