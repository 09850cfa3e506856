package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.fatalWhenEvicted;
import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.HELD;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Kin;
import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.Role.Signs;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Kubeflow's MPIJob by hand: the launcher is a batch Job with a controller of its own and waits
/// until all workers are ready; its result is the job's.
class AnMpiLauncherTest {

  private static Jobs hello() {
    return hello(2);
  }

  private static Jobs hello(int workers) {
    return hello(workers, new Start.AfterReady("Worker"));
  }

  private static Jobs hello(int workers, Start start) {
    return job("hello")
        .carriedBy(
            "Launcher",
            new Carrier.Child(
                new GenericKubernetesResource(),
                new Signs(
                    new Outcome(Set.of("Complete"), Set.of("Failed")),
                    List.of("suspend"),
                    List.of()),
                new Kin(Map.of("role", "launcher"), Optional.empty(), 0)),
            start)
        .workers(workers, fatalWhenEvicted())
        .running(new RunningRule(true, 1 + workers, false, false))
        .cleanUp(Sweep.UNFINISHED);
  }

  @Test
  void waits_for_its_workers() {
    var story = Rehearsal.withPodsThatWait(hello().build());
    assertThat(story.podNames()).containsExactly("hello-worker-0", "hello-worker-1");
    assertThat(story.childRoles()).isEmpty();

    story.podRuns("hello-worker-0");
    assertThat(story.childRoles()).isEmpty();

    story.podRuns("hello-worker-1");
    assertThat(story.childRoles()).containsExactly("Launcher");
  }

  @Test
  void decides_how_the_job_ends_and_the_workers_go() {
    var story = Rehearsal.of(hello().build());

    story.childEnds("Launcher", true, "");

    assertThat(story.phase()).isEqualTo(SUCCEEDED);
    assertThat(story.livePods()).isEmpty();
    assertThat(story.childRoles()).as("the launcher's Job stays").containsExactly("Launcher");
  }

  @Test
  void that_failed_gives_its_reason() {
    var story = Rehearsal.of(hello().build());

    story.childEnds("Launcher", false, "BackoffLimitExceeded");

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.ChildFailed("BackoffLimitExceeded", ""));
  }

  @Test
  void is_held_with_its_workers_and_waits_for_them_again() {
    var story = Rehearsal.withPodsThatWait(hello().build());
    story.podRuns("hello-worker-0");
    story.podRuns("hello-worker-1");

    story.edit(hello().held(true).build());
    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.podNames()).isEmpty();
    assertThat(story.childrenHeld()).containsExactly("Launcher");

    story.edit(hello().build());
    story.podRuns("hello-worker-0");
    assertThat(story.childrenHeld()).containsExactly("Launcher");
    story.podRuns("hello-worker-1");
    assertThat(story.childrenHeld()).isEmpty();
  }

  @Test
  void that_waits_for_nobody_is_there_before_its_job_goes_on() {
    var story = Rehearsal.withPodsThatWait(hello(2, new Start.AtOnce()).held(true).build());
    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.podNames()).isEmpty();
    assertThat(story.childrenHeld()).containsExactly("Launcher");

    story.edit(hello(2, new Start.AtOnce()).build());
    assertThat(story.childRoles()).containsExactly("Launcher");
    assertThat(story.childrenHeld()).isEmpty();
  }

  @Test
  void that_waits_for_its_workers_is_not_there_while_its_job_is_held() {
    var story = Rehearsal.of(hello().held(true).build());

    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.childRoles()).isEmpty();
  }

  @Test
  void loses_its_job_with_an_evicted_worker_but_not_with_a_failed_one() {
    var story = Rehearsal.of(hello().build());

    story.podExits("hello-worker-0", 1);
    assertThat(story.phase()).isNotEqualTo(FAILED);

    story.podIsEvicted("hello-worker-1");
    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why()).contains(new Fact.WorkersEvicted(1, 2));
  }

  @Test
  void says_that_it_waits_for_a_worker_that_has_ended() {
    var story = Rehearsal.withPodsThatWait(hello().build());
    story.podRuns("hello-worker-0");
    assertThat(story.state().waiting()).isEmpty();

    story.podExits("hello-worker-1", 1);
    assertThat(story.state().waiting()).contains(new Waiting("ReplicasEnded", Map.of()));
    assertThat(story.podNames()).containsExactly("hello-worker-0", "hello-worker-1");

    story.podIsGone("hello-worker-1");
    assertThat(story.state().waiting()).isEmpty();
    story.podRuns("hello-worker-1");
    assertThat(story.childRoles()).containsExactly("Launcher");
  }

  @Test
  void says_nothing_of_a_worker_that_ends_once_it_is_there() {
    var story = Rehearsal.of(hello().build());

    story.podExits("hello-worker-1", 1);

    assertThat(story.state().waiting()).isEmpty();
  }

  /// Elastic Horovod compares the list with the last one word for word.
  @Test
  void is_told_who_runs_by_name() {
    var script =
        new Attachment(
            "v1",
            "ConfigMap",
            "hello-config",
            new Content.HostList(
                Map.of(
                    "discover_hosts.sh",
                    new HostLine("#!/bin/sh\n", "echo ", "", true, Roster.RUNNING))),
            Lifetime.UNTIL_JOB_GONE,
            Sync.FOLLOW);
    var story = Rehearsal.withPodsThatWait(hello(11).attachments(script).build());
    assertThat(story.listedHosts()).isEmpty();

    story.podRuns("hello-worker-2");
    story.podRuns("hello-worker-10");
    story.after(Duration.ofMinutes(1));

    assertThat(story.listedHosts()).containsExactly("hello-worker-10", "hello-worker-2");
  }

  @Test
  void starts_over_with_its_workers_when_a_restart_is_asked_for() {
    var story = Rehearsal.withPodsThatWait(hello().build());
    story.podRuns("hello-worker-0");
    story.podRuns("hello-worker-1");

    story.edit(hello().attemptAsked(2).build());
    assertThat(story.childrenHeld()).containsExactly("Launcher");

    story.podRuns("hello-worker-0");
    story.podRuns("hello-worker-1");
    assertThat(story.childrenHeld()).isEmpty();
  }
}
