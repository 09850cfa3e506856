package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.onFailure;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.plan.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// TensorStack's elastic DeepSpeedJob by hand: worker 0 launches on the hosts of a list, and is
/// restarted, uncounted, when the list has to change.
class ADeepSpeedLauncherTest {

  private static final Attachment HOSTFILE =
      new Attachment(
          "v1",
          "ConfigMap",
          "gpt-d02e2-hostfile",
          new Content.HostList(
              Map.of(
                  "hostfile",
                  new HostLine("", "", " slots=2", false, Roster.RUNNING_ONCE_SETTLED))),
          Lifetime.UNTIL_JOB_GONE,
          Sync.FOLLOW_AND_RESTART_LEAD);

  private static TrainingJob gpt(int workers) {
    return gpt(workers, 2);
  }

  private static TrainingJob gpt(int workers, int floor) {
    return job("gpt")
        .role("worker", workers, onFailure())
        .running(new RunningRule(true, floor, false, false))
        .restartsAllowedThenKept(3)
        .attachments(HOSTFILE)
        .build();
  }

  @Test
  void is_told_of_every_slot_at_first() {
    var story = Rehearsal.of(gpt(3));

    assertThat(story.listedHosts()).containsExactly("gpt-worker-0", "gpt-worker-1", "gpt-worker-2");
    assertThat(story.restarts()).isZero();
    assertThat(
            Plan.object(gpt(2), HOSTFILE, List.of("gpt-worker-0", "gpt-worker-1"))
                .getAdditionalProperties())
        .containsEntry("data", Map.of("hostfile", "gpt-worker-0 slots=2\ngpt-worker-1 slots=2\n"));
  }

  @Test
  void is_told_of_fewer_only_once_somebody_runs() {
    var story = Rehearsal.withPodsThatWait(gpt(3, 1));
    var launcher = story.uid("gpt-worker-0");

    story.after(Duration.ofHours(1));
    assertThat(story.listedHosts()).containsExactly("gpt-worker-0", "gpt-worker-1", "gpt-worker-2");
    assertThat(story.uid("gpt-worker-0")).isEqualTo(launcher);

    story.podRuns("gpt-worker-0");
    story.after(Duration.ofSeconds(30));
    assertThat(story.listedHosts()).containsExactly("gpt-worker-0");
  }

  @Test
  void is_restarted_uncounted_when_workers_join() {
    var story = Rehearsal.of(gpt(2));
    var before = story.uid("gpt-worker-0");
    var untouched = story.uid("gpt-worker-1");

    story.edit(gpt(3));

    assertThat(story.listedHosts()).containsExactly("gpt-worker-0", "gpt-worker-1", "gpt-worker-2");
    assertThat(story.uid("gpt-worker-0")).isNotEqualTo(before);
    assertThat(story.uid("gpt-worker-1")).isEqualTo(untouched);
    assertThat(story.restarts()).isZero();
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void is_restarted_at_once_when_listed_workers_are_scaled_in_and_is_never_removed_itself() {
    var story = Rehearsal.of(gpt(3));
    var before = story.uid("gpt-worker-0");

    story.edit(gpt(2));

    assertThat(story.listedHosts()).containsExactly("gpt-worker-0", "gpt-worker-1");
    assertThat(story.podNames()).containsExactly("gpt-worker-0", "gpt-worker-1");
    assertThat(story.uid("gpt-worker-0")).isNotEqualTo(before);
  }

  @Test
  void is_not_disturbed_by_a_worker_that_is_back_soon() {
    var story = Rehearsal.of(gpt(3));
    var launcher = story.uid("gpt-worker-0");
    story.podsStayWhenDeleted();

    story.podExits("gpt-worker-2", 1);
    story.after(Duration.ofSeconds(29));
    story.podIsGone("gpt-worker-2");

    story.after(Duration.ofMinutes(5));
    assertThat(story.uid("gpt-worker-0")).isEqualTo(launcher);
    assertThat(story.restarts()).isEqualTo(1);
  }

  @Test
  void goes_on_with_those_it_has_after_half_a_minute() {
    var story = Rehearsal.of(gpt(3));
    var launcher = story.uid("gpt-worker-0");
    story.podsStayWhenDeleted();

    story.podExits("gpt-worker-2", 1);
    story.after(Duration.ofSeconds(30));
    assertThat(story.listedHosts()).containsExactly("gpt-worker-0", "gpt-worker-1");
    story.podIsGone("gpt-worker-0");
    assertThat(story.uid("gpt-worker-0")).isNotEqualTo(launcher);

    story.podExits("gpt-worker-0", 0);
    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }
}
