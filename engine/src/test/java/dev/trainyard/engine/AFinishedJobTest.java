package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AFinishedJobTest {

  record Case(Sweep policy, List<String> pods, List<String> services) {}

  static List<Case> cases() {
    return List.of(
        new Case(
            Sweep.NOTHING,
            List.of("a-master-0", "a-worker-0", "a-worker-1"),
            List.of("Service/a-master-0", "Service/a-worker-0", "Service/a-worker-1")),
        new Case(
            Sweep.UNFINISHED,
            List.of("a-master-0", "a-worker-1"),
            List.of("Service/a-master-0", "Service/a-worker-1")),
        new Case(Sweep.EVERYTHING, List.of(), List.of()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void keeps_what_its_policy_keeps(Case given) {
    var story =
        Rehearsal.of(
            job("a")
                .master()
                .workers(2)
                .services(Lifetime.WITH_ITS_PODS)
                .cleanUp(given.policy())
                .build());

    story.podExits("a-worker-1", 0);
    story.podExits("a-master-0", 0);

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.podNames()).isEqualTo(given.pods());
    assertThat(story.objectNames()).isEqualTo(given.services());
  }

  private static TrainingJob brief() {
    return job("a").master().deadline(Duration.ofMinutes(1)).build();
  }

  @Test
  void never_starts_again() {
    var story = Rehearsal.of(job("a").master().workers(1).build());
    story.podExits("a-master-0", 0);

    story.podIsGone("a-worker-0");
    story.edit(job("a").master().workers(4).held(true).build());
    story.edit(job("a").master().workers(4).build());

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.livePods()).isEmpty();
  }

  @Test
  void keeps_the_pods_that_a_later_edit_has_no_place_for() {
    var story = Rehearsal.of(job("a").master().workers(2).cleanUp(Sweep.UNFINISHED).build());
    story.podExits("a-worker-1", 0);
    story.podExits("a-master-0", 0);

    story.edit(job("a").master().workers(1).cleanUp(Sweep.UNFINISHED).build());

    assertThat(story.podNames()).containsExactly("a-master-0", "a-worker-1");
  }

  @Test
  void goes_when_its_time_has_come() {
    var story = Rehearsal.of(job("a").master().keptFor(Duration.ofSeconds(10)).build());
    story.podExits("a-master-0", 0);

    story.after(Duration.ofSeconds(9));
    assertThat(story.jobDeleted()).isFalse();

    story.after(Duration.ofSeconds(1));
    assertThat(story.jobDeleted()).isTrue();
    assertThat(story.facts(Fact.Expired.class)).isNotEmpty();
  }

  @Test
  void that_succeeded_before_its_deadline_succeeded_however_late_we_look() {
    var late = Rehearsal.of(brief());
    late.podExitsUnseen("a-master-0", 0);
    late.after(Duration.ofMinutes(2));

    assertThat(late.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void that_ran_into_its_deadline_failed_to_the_second() {
    var story = Rehearsal.of(brief());

    story.after(Duration.ofSeconds(59));
    assertThat(story.livePods()).hasSize(1);
    story.after(Duration.ofSeconds(1));

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.livePods()).isEmpty();
  }

  @Test
  void without_a_lead_needs_every_replica_or_any_as_its_rule_says() {
    var every = Rehearsal.of(job("a").workers(3).success(SuccessRule.EVERY_REPLICA).build());
    every.podExits("a-worker-0", 0);
    every.podExits("a-worker-1", 0);
    assertThat(every.phase()).isNotEqualTo(SUCCEEDED);
    every.podExits("a-worker-2", 0);
    assertThat(every.phase()).isEqualTo(SUCCEEDED);

    var any = Rehearsal.of(job("a").workers(3).success(SuccessRule.ANY_REPLICA).build());
    any.podExits("a-worker-1", 0);
    assertThat(any.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void was_told_of_in_few_writes() {
    var story = Rehearsal.of(job("a").master().workers(3).services(Lifetime.WITH_ITS_PODS).build());
    story.podExits("a-master-0", 0);

    assertThat(story.writes().stream().filter(write -> write.startsWith("status")))
        .as("accepted, running, succeeded")
        .hasSizeLessThanOrEqualTo(4);
    assertThat(story.writes().stream().filter("create pod"::equals)).hasSize(4);
    assertThat(story.writes().stream().filter("create Service"::equals)).hasSize(4);
  }
}
