package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.HELD;
import static dev.trainyard.engine.model.JobState.Phase.HOLDING;
import static dev.trainyard.engine.model.JobState.Phase.RESUMING;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ASuspendedJobTest {

  private static TrainingJob mnist(boolean suspended) {
    return job("mnist")
        .master()
        .workers(2)
        .services(Lifetime.WITH_ITS_PODS)
        .restartsAllowed(1)
        .deadline(Duration.ofMinutes(10))
        .held(suspended)
        .build();
  }

  @Test
  void that_was_born_so_is_accepted_once_in_its_life() {
    var story = Rehearsal.of(mnist(true));
    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.facts(Fact.Accepted.class)).hasSize(1);

    story.edit(mnist(false));
    story.edit(mnist(true));
    story.edit(mnist(false));

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.facts(Fact.Accepted.class)).hasSize(1);
  }

  @Test
  void has_neither_pods_nor_services() {
    var story = Rehearsal.of(mnist(false));
    assertThat(story.objectNames()).hasSize(3);

    story.edit(mnist(true));

    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.podNames()).isEmpty();
    assertThat(story.objectNames()).isEmpty();
    assertThat(story.facts(Fact.WentOnHold.class)).hasSize(1);
  }

  @Test
  void keeps_its_services_until_their_pods_are_gone() {
    var story = Rehearsal.of(mnist(false));
    story.podsStayWhenDeleted();

    story.edit(mnist(true));
    assertThat(story.phase()).isEqualTo(HOLDING);
    assertThat(story.objectNames()).hasSize(3);

    story.podIsGone("mnist-worker-0");
    assertThat(story.objectNames()).hasSize(2).doesNotContain("Service/mnist-worker-0");
  }

  @Test
  void starts_anew_with_a_fresh_clock_and_count() {
    var story = Rehearsal.of(mnist(false));
    story.podExits("mnist-worker-0", 1);
    story.after(Duration.ofMinutes(9)).edit(mnist(true));
    story.after(Duration.ofHours(5)).edit(mnist(false));
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.restarts()).isZero();

    story.after(Duration.ofMinutes(9)).podExits("mnist-worker-0", 1);
    assertThat(story.phase()).isEqualTo(RUNNING);

    story.after(Duration.ofMinutes(1));
    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void waits_for_every_old_pod_before_it_starts_again() {
    var story = Rehearsal.of(mnist(false));
    story.podsStayWhenDeleted();
    story.edit(mnist(true));
    story.podIsGone("mnist-worker-0");

    story.edit(mnist(false));
    assertThat(story.phase()).isEqualTo(RESUMING);
    assertThat(story.podNames()).containsExactly("mnist-master-0", "mnist-worker-1");

    story.podIsGone("mnist-worker-1");
    story.podIsGone("mnist-master-0");
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.livePods()).hasSize(3);
  }

  @Test
  void made_suspended_creates_nothing_and_does_not_start_its_clock() {
    var story = Rehearsal.of(mnist(true));

    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.podNames()).isEmpty();
    assertThat(story.state().remember().milestones().accepted()).isEmpty();
    assertThat(story.writes()).containsExactly("status HELD");
  }

  @Test
  void that_had_succeeded_unseen_has_succeeded() {
    var story = Rehearsal.of(mnist(false));
    story.podExitsUnseen("mnist-master-0", 0);

    story.edit(mnist(true));

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }
}
