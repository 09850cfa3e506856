package dev.trainyard.engine;

import static dev.trainyard.engine.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Observed.Deletion;
import dev.trainyard.engine.model.Observed.Disruption;
import dev.trainyard.engine.model.Observed.End;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.engine.plan.PodReading;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AnObservedPodTest {

  private static final TrainingJob JOB = job("a").workers(2).build();
  private static final ReplicaId REPLICA = new ReplicaId("Worker", 1);
  private static final String CREATED = "2026-01-01T00:00:00Z";

  private static PodBuilder planned(int restarts) {
    return new PodBuilder(PodPlan.pod(JOB, new CreatePod(REPLICA, Mode.NORMAL, 1, 0, restarts)))
        .editMetadata()
        .withUid("u1")
        .withCreationTimestamp(CREATED)
        .endMetadata();
  }

  private static ObservedPod seen(PodBuilder pod) {
    return PodReading.observe(JOB, pod.build()).orElseThrow();
  }

  @Test
  void that_was_just_made_has_no_node_and_no_end() {
    var pod = seen(planned(2));

    assertThat(pod.replica()).isEqualTo(REPLICA);
    assertThat(pod.stage()).isEqualTo(Stage.CREATED);
    assertThat(pod.end()).isEmpty();
    assertThat(pod.restartsBefore()).isEqualTo(2);
    assertThat(pod.launch()).isEqualTo(PodPlan.launch(JOB, REPLICA, Mode.NORMAL));
    assertThat(pod.changedAt()).isEqualTo(Instant.parse(CREATED));
  }

  @Test
  void belongs_to_the_attempt_it_was_made_for() {
    assertThat(seen(planned(0)).attempt()).isEqualTo(1);

    var together = job("a").workers(2, Jobs.onFailure(Scope.GANG)).build();
    for (var job : List.of(JOB, together)) {
      var pod = PodPlan.pod(job, new CreatePod(REPLICA, Mode.NORMAL, 3, 0, 0));
      assertThat(seen(new PodBuilder(pod)).attempt()).isEqualTo(3);
    }
  }

  @Test
  void ended_with_its_main_container() {
    var pod =
        seen(
            planned(0)
                .withNewStatus()
                .withPhase("Failed")
                .addNewContainerStatus()
                .withName("main")
                .withRestartCount(3)
                .withNewState()
                .withNewTerminated()
                .withExitCode(137)
                .withReason("OOMKilled")
                .withFinishedAt("2026-01-01T00:05:00Z")
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus());

    assertThat(pod.stage()).isEqualTo(Stage.FAILED);
    assertThat(pod.end())
        .contains(new End(OptionalInt.of(137), "OOMKilled", Instant.parse("2026-01-01T00:05:00Z")));
    assertThat(pod.restartsOf("main")).isEqualTo(3);
    assertThat(pod.changedAt()).isEqualTo(Instant.parse("2026-01-01T00:05:00Z"));
  }

  @Test
  void was_evicted_without_an_exit_code() {
    var pod =
        seen(planned(0).withNewStatus().withPhase("Failed").withReason("Evicted").endStatus());

    assertThat(pod.end().map(End::exitCode)).contains(OptionalInt.empty());
    assertThat(pod.end().map(End::reason)).contains("Evicted");
  }

  @Test
  void is_leaving_since_its_deletion_was_asked_for() {
    var pod =
        seen(
            planned(0)
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T00:10:30Z")
                .withDeletionGracePeriodSeconds(30L)
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withReason("PreemptionByScheduler")
                .withMessage("made room")
                .withLastTransitionTime("2026-01-01T00:09:59Z")
                .endCondition()
                .endStatus());

    assertThat(pod.deletion())
        .contains(
            new Deletion(
                Instant.parse("2026-01-01T00:10:00Z"), Instant.parse("2026-01-01T00:10:30Z")));
    assertThat(pod.disruption())
        .contains(new Disruption("PreemptionByScheduler", "made room at 2026-01-01T00:09:59Z"));
  }

  @Test
  void of_another_job_is_none_of_ours() {
    var other = planned(0).editMetadata().withName("b-worker-1").endMetadata().build();

    assertThat(PodReading.observe(JOB, other)).isEmpty();
  }
}
