package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static dev.trainyard.engine.Jobs.never;
import static dev.trainyard.engine.Jobs.onFailure;
import static dev.trainyard.engine.model.JobState.Phase.FAILED;
import static dev.trainyard.engine.model.JobState.Phase.HELD;
import static dev.trainyard.engine.model.JobState.Phase.HOLDING;
import static dev.trainyard.engine.model.JobState.Phase.RESUMING;
import static dev.trainyard.engine.model.JobState.Phase.RUNNING;
import static dev.trainyard.engine.model.JobState.Phase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.Role.Command;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mark;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import io.fabric8.kubernetes.api.model.Container;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// TensorStack's PyTorchTrainingJob by hand: any roles, pause and resume with commands of their
/// own, debug, restarts out of one budget that never ends the job, the main node alone decides.
class APausedTrainingJobTest {

  private static final String RUN_MODE = "batch.tensorstack.dev/run-mode";

  private static TrainingJob mnist(boolean paused, Mode mode, RestartRule restart) {
    return job("mnist")
        .naming(new Naming("mnist-40c14", true, false, Optional.empty()))
        .role("master", 1, 1, restart, launches())
        .role("worker", 2, 2, restart, launches())
        .services(Lifetime.UNTIL_JOB_GONE)
        .running(new RunningRule(true, 3, false, false))
        .restartsAllowedThenKept(1)
        .clockFrom(Clock.From.INITIALIZED)
        .deadline(Duration.ofHours(1))
        .keepingItsCount()
        .held(paused)
        .mode(mode)
        .build();
  }

  private static TrainingJob mnist(boolean paused) {
    return mnist(paused, Mode.NORMAL, onFailure());
  }

  private static Map<Mode, Launch> launches() {
    return Map.of(
        Mode.NORMAL,
        new Launch(Optional.empty(), Optional.empty(), false, mark("immediate")),
        Mode.DEBUG,
        new Launch(command("sleep", "inf"), Optional.empty(), false, mark("debug")),
        Mode.RESUME,
        new Launch(
            command("python", "train.py", "--resume"), Optional.empty(), true, mark("resume")));
  }

  private static Optional<Mark> mark(String value) {
    return Optional.of(new Mark(RUN_MODE, value));
  }

  private static Optional<Command> command(String... words) {
    return Optional.of(new Command(List.of(words).stream().map(Text::of).toList(), List.of()));
  }

  private static Container main(Rehearsal story, String pod) {
    return story.manifest(pod).getSpec().getContainers().getFirst();
  }

  @Test
  void is_paused_at_once_and_keeps_its_services_and_its_count() {
    var story = Rehearsal.of(mnist(false));
    story.podExits("mnist-40c14-worker-1", 1);
    story.podsStayWhenDeleted();

    story.edit(mnist(true));
    assertThat(story.phase()).isEqualTo(HOLDING);
    assertThat(story.state().replicas()).allMatch(ReplicaState::leaving);

    story.podNames().forEach(story::podIsGone);
    assertThat(story.phase()).isEqualTo(HELD);
    assertThat(story.objectNames()).hasSize(3);
    assertThat(story.restarts()).isEqualTo(1);
    assertThat(story.state().replicas())
        .as("the slots are still told of, with their last pods")
        .hasSize(3)
        .allMatch(replica -> replica.slot() == Slot.DELETED && replica.uid().isPresent());
  }

  @Test
  void resumes_with_its_resume_command_and_without_init_containers() {
    var story = Rehearsal.of(mnist(false));
    assertThat(story.manifest("mnist-40c14-master-0").getSpec().getInitContainers()).hasSize(1);
    story.edit(mnist(true));

    story.edit(mnist(false));

    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.facts(Fact.Resumed.class)).hasSize(1);
    var pod = story.manifest("mnist-40c14-worker-0");
    assertThat(main(story, "mnist-40c14-worker-0").getCommand())
        .containsExactly("python", "train.py", "--resume");
    assertThat(pod.getSpec().getInitContainers()).isEmpty();
    assertThat(pod.getMetadata().getAnnotations()).containsEntry(RUN_MODE, "resume");

    story.podExits("mnist-40c14-worker-0", 1);
    assertThat(story.manifest("mnist-40c14-worker-0").getMetadata().getAnnotations())
        .as("also on later restarts")
        .containsEntry(RUN_MODE, "resume");
  }

  @Test
  void is_resuming_until_all_of_it_runs() {
    var story = Rehearsal.withPodsThatWait(mnist(true));
    assertThat(story.objectNames()).as("services survive and precede a pause").hasSize(3);

    story.edit(mnist(false));
    assertThat(story.phase()).isEqualTo(RESUMING);
    story.podRuns("mnist-40c14-master-0");
    story.podRuns("mnist-40c14-worker-0");
    assertThat(story.phase()).isEqualTo(RESUMING);

    story.podRuns("mnist-40c14-worker-1");
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void does_not_age_while_it_is_paused() {
    var story = Rehearsal.of(mnist(false));
    story.after(Duration.ofMinutes(59)).edit(mnist(true));
    story.after(Duration.ofHours(9)).edit(mnist(false));

    story.after(Duration.ofMinutes(59));
    assertThat(story.phase()).isEqualTo(RUNNING);
    story.after(Duration.ofMinutes(1));
    assertThat(story.phase()).isEqualTo(FAILED);
  }

  @Test
  void is_decided_by_its_main_node_alone_once_the_budget_is_used() {
    var story = Rehearsal.of(mnist(false));
    story.podExits("mnist-40c14-worker-0", 1);
    assertThat(story.restarts()).isEqualTo(1);

    story.podExits("mnist-40c14-worker-1", 1);
    assertThat(story.phase()).isNotEqualTo(FAILED);
    assertThat(story.podNames()).as("it stays, ended").contains("mnist-40c14-worker-1");
    assertThat(story.restarts()).isEqualTo(1);

    story.podExits("mnist-40c14-master-0", 0);
    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void fails_with_its_main_node() {
    var story = Rehearsal.of(mnist(false, Mode.NORMAL, never()));

    story.podExits("mnist-40c14-master-0", 3);

    assertThat(story.phase()).isEqualTo(FAILED);
    assertThat(story.state().why())
        .contains(
            new Fact.LeadFailed(
                mnist(false).lead(), "mnist-40c14-master-0", java.util.OptionalInt.of(3)));
  }

  @Test
  void that_always_restarts_ends_on_the_first_result_after_its_budget() {
    var story = Rehearsal.of(mnist(false, Mode.NORMAL, Jobs.always()));

    story.podExits("mnist-40c14-master-0", 0);
    assertThat(story.phase()).isEqualTo(RUNNING);
    assertThat(story.restarts()).isEqualTo(1);

    story.podExits("mnist-40c14-master-0", 0);
    assertThat(story.phase()).isEqualTo(SUCCEEDED);
  }

  @Test
  void switched_to_debug_replaces_its_pods_uncounted() {
    var story = Rehearsal.of(mnist(false));
    var before = story.uid("mnist-40c14-worker-0");

    story.edit(mnist(false, Mode.DEBUG, onFailure()));

    assertThat(story.uid("mnist-40c14-worker-0")).isNotEqualTo(before);
    assertThat(main(story, "mnist-40c14-worker-0").getCommand()).containsExactly("sleep", "inf");
    assertThat(story.restarts()).isZero();
    assertThat(story.phase()).isEqualTo(RUNNING);
  }

  @Test
  void in_debug_and_resumed_debugs() {
    var story = Rehearsal.of(mnist(true, Mode.DEBUG, onFailure()));

    story.edit(mnist(false, Mode.DEBUG, onFailure()));

    assertThat(main(story, "mnist-40c14-master-0").getCommand()).containsExactly("sleep", "inf");
  }
}
