package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// The controller dies before any one of its writes and comes back: the end is the same.
class ACrashTest {

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
    return List.of(story.phase(), story.podNames(), story.objectNames(), story.restarts());
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
