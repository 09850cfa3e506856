package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.retried;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.HELD;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Place;
import dev.trainyard.engine.model.EnvContract.Reach;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Run:ai's TrainingWorkload by hand: indexes instead of ranks, some at once, a new pod name for
/// every try, failures counted over all indexes with a growing delay.
class ASweepTest {

  private static Jobs search(int completions, int parallelism, int backoffLimit) {
    return job("hpo")
        .role("", completions, parallelism, retried(), Map.of(Mode.NORMAL, Launch.asWritten()))
        .naming(new Naming("hpo", false, true, Optional.empty()))
        .env(
            new EnvContract(
                Place.BEFORE_USERS,
                Winner.USERS,
                Reach.MAIN_CONTAINER,
                List.of(Variable.of("JOB_COMPLETION_INDEX", new Text.Index())),
                Set.of()))
        .success(SuccessRule.EVERY_REPLICA)
        .running(new RunningRule(false, 1, true, false))
        .cleanUp(Sweep.UNFINISHED)
        .keepingItsCount()
        .backingOff(backoffLimit, OptionalInt.empty());
  }

  @Test
  void runs_a_few_indexes_at_once_lowest_first_until_all_are_done() {
    var story = Rehearsal.of(search(6, 2, 6).build());
    assertThat(story.livePods()).containsExactly("hpo-0-0", "hpo-1-0");
    assertThat(story.manifest("hpo-1-0").getSpec().getContainers().getFirst().getEnv())
        .containsExactly(new EnvVar("JOB_COMPLETION_INDEX", "1", null));

    story.podExits("hpo-1-0", 0);
    assertThat(story.livePods()).containsExactly("hpo-0-0", "hpo-2-0");

    story.podExits("hpo-0-0", 0);
    story.podExits("hpo-2-0", 0);
    story.podExits("hpo-3-0", 0);
    assertThat(story.livePods()).containsExactly("hpo-4-0", "hpo-5-0");
    story.everyPodExits(0);

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.podNames()).as("every pod ran once and stays").hasSize(6);
  }

  @Test
  void retries_a_failed_index_under_a_new_name_after_a_growing_delay() {
    var story = Rehearsal.of(search(2, 1, 6).build());

    story.podExits("hpo-0-0", 1);
    story.after(Duration.ofSeconds(9));
    assertThat(story.livePods()).as("it waits, and keeps its place").isEmpty();
    story.after(Duration.ofSeconds(1));
    assertThat(story.livePods()).containsExactly("hpo-0-1");

    story.podExits("hpo-0-1", 1);
    story.after(Duration.ofSeconds(19));
    assertThat(story.livePods()).isEmpty();
    story.after(Duration.ofSeconds(1));
    assertThat(story.livePods()).containsExactly("hpo-0-2");
    assertThat(story.podNames()).containsExactly("hpo-0-0", "hpo-0-1", "hpo-0-2");

    story.podExits("hpo-0-2", 0);
    assertThat(story.livePods()).containsExactly("hpo-1-0");
    story.podExits("hpo-1-0", 1);
    story.after(Duration.ofSeconds(10));
    assertThat(story.livePods()).as("a success resets the delay").containsExactly("hpo-1-1");
    story.podExits("hpo-1-1", 0);

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.restarts()).isEqualTo(3);
  }

  @Test
  void fails_when_the_failures_of_all_indexes_exceed_the_limit() {
    var story = Rehearsal.of(search(4, 4, 1).build());
    story.podExits("hpo-0-0", 1);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.podExits("hpo-3-0", 1);

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.BudgetSpent(2));
    assertThat(story.restarts()).isEqualTo(2);
    assertThat(story.podNames())
        .as("failed pods stay for their logs")
        .contains("hpo-0-0", "hpo-3-0");
    assertThat(story.livePods()).isEmpty();
  }

  @Test
  void does_not_count_what_was_not_the_programs_fault() {
    var story = Rehearsal.of(search(1, 1, 0).build());

    story.podIsEvicted("hpo-0-0");
    assertThat(story.livePods()).containsExactly("hpo-0-1");
    story.podIsDeletedByAUser("hpo-0-1");
    assertThat(story.livePods()).as("never two for one index").containsExactly("hpo-0-1");
    story.podIsGone("hpo-0-1");

    assertThat(story.livePods()).containsExactly("hpo-0-2");
    assertThat(story.restarts()).isZero();
  }

  @Test
  void ends_when_it_was_preempted_too_often() {
    var story = Rehearsal.of(search(2, 2, 0).backingOff(0, OptionalInt.of(1)).build());

    story.podIsPreempted("hpo-0-0", "cycle-1");
    story.podIsPreempted("hpo-1-0", "cycle-1");
    assertThat(story.phase()).as("one incident, two pods").isNotEqualTo(FAILED);

    story.podIsPreempted("hpo-0-1", "cycle-2");
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.PreemptedTooOften(2));
  }

  @Test
  void put_on_hold_goes_on_with_the_next_try_of_what_is_unfinished() {
    var story = Rehearsal.of(search(3, 2, 6).build());
    story.podExits("hpo-0-0", 0);

    story.edit(search(3, 2, 6).held(true).build());
    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.livePods()).isEmpty();

    story.edit(search(3, 2, 6).build());
    assertThat(story.livePods()).containsExactly("hpo-1-1", "hpo-2-1");
    story.everyPodExits(0);
    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }
}
