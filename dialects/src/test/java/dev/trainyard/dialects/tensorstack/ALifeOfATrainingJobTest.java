package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;
import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.SmallCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ALifeOfATrainingJobTest {

  private static final String MASTER = "j-abcde-master-0";
  private static final String WORKER = "j-abcde-worker-0";
  private static final String MARK = "batch.tensorstack.dev/run-mode";
  private static final JobMaker<PyTorchTrainingJob> DEMO =
      job().type("master", 1).type("worker", 2);
  private static final JobMaker<PyTorchTrainingJob> RETRIED =
      DEMO.with("/spec/replicaSpecs/1/restartPolicy", "OnFailure");

  @Test
  void ends_well_with_its_lead() {
    var cluster = DEMO.start();
    assertThat(cluster.pods()).containsExactly(MASTER, WORKER, "j-abcde-worker-1");
    assertThat(cluster.services()).isEqualTo(cluster.pods());
    assertThat(phase(cluster)).isEqualTo("Pending");

    cluster.everyPodRuns();
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.podEnds(MASTER, 0);
    assertThat(phase(cluster)).isEqualTo("Succeeded");
    assertThat(cluster.conditions())
        .isEqualTo(
            "Initialized=True Running=False Failed=False Completed=True ReplicaFailure=False");
    assertThat(cluster.pods()).hasSize(3);
    assertThat(cluster.told())
        .containsExactly(
            normal("Created", "A PyTorchTrainingJob has been created: j"),
            normal("NewReplica", "Create the replica[j-abcde-master-0] for the first time."),
            normal("NewReplica", "Create the replica[j-abcde-worker-0] for the first time."),
            normal("NewReplica", "Create the replica[j-abcde-worker-1] for the first time."),
            normal("Start", "The job has been initialized successfully."),
            normal("Running", "The job began running at 2026-01-02 03:04:01.00 UTC"),
            normal("Succeeded", "The job has finished successfully."));
  }

  @Test
  void fails_with_its_lead_and_stays_so() {
    var cluster = DEMO.start().everyPodRuns().podEnds(MASTER, 3);

    assertThat(phase(cluster)).isEqualTo("Failed");
    assertThat(cluster.told().getLast())
        .isEqualTo(
            warning(
                "Failed",
                "PyTorchTrainingJob j has failed: j-abcde-master-0 failed with exit code 3"));
    assertThat(condition(cluster, "ReplicaFailure", "message"))
        .isEqualTo("Pod[j-abcde-master-0] exited with error code 3");

    cluster.edit(DEMO.debugged().tree()).after(60);
    assertThat(phase(cluster)).isEqualTo("Failed");
    assertThat(cluster.pods()).hasSize(3);
  }

  @Test
  void goes_on_without_a_worker_that_failed() {
    var cluster = DEMO.start().everyPodRuns().podEnds(WORKER, 1);

    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(cluster.conditions())
        .isEqualTo("Initialized=True Running=False Completed=False ReplicaFailure=True");
    assertThat(condition(cluster, "Running", "reason")).isEqualTo("PodsNotReady");
    assertThat(condition(cluster, "ReplicaFailure", "message"))
        .isEqualTo("Pod[j-abcde-worker-0] exited with error code 1");

    assertThat(phase(cluster.podEnds(MASTER, 0))).isEqualTo("Succeeded");
  }

  @Test
  void spends_one_budget_for_all_replicas() {
    var demo =
        job()
            .type("master", 1)
            .type("worker", 3)
            .with("/spec/replicaSpecs/1/restartPolicy", "OnFailure")
            .with("/spec/runPolicy/backoffLimit", "2");
    var cluster = demo.start().everyPodRuns();

    cluster.podEnds(WORKER, 1).everyPodRuns().podEnds("j-abcde-worker-1", 1).everyPodRuns();
    assertThat(status(cluster, "/backoffCount")).isEqualTo("2");
    assertThat(status(cluster, "/tasks/1/restartCount")).isEqualTo("2");
    assertThat(cluster.told())
        .contains(
            normal("RestartReplica", "Restart the replica[j-abcde-worker-0], restart count 1."),
            normal("RestartReplica", "Restart the replica[j-abcde-worker-1], restart count 2."));
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.podEnds("j-abcde-worker-2", 1).after(60);
    assertThat(status(cluster, "/tasks/1/replicaStatus/2/phase")).isEqualTo("Failed");
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.podEnds(MASTER, 0);
    assertThat(phase(cluster)).isEqualTo("Succeeded");
    assertThat(status(cluster, "/backoffCount")).isEqualTo("2");
  }

  @ParameterizedTest
  @CsvSource({
    "Never, 0, false",
    "Never, 137, false",
    "OnFailure, 0, false",
    "OnFailure, 1, true",
    "Always, 0, true",
    "Always, 1, true",
    "ExitCode, 0, false",
    "ExitCode, 1, false",
    "ExitCode, 130, true",
    "ExitCode, 137, true",
    "ExitCode, 138, true",
    "ExitCode, 143, true",
    "ExitCode, 255, false"
  })
  void replaces_what_its_policy_says(String policy, int code, boolean replaced) {
    var cluster = DEMO.with("/spec/replicaSpecs/1/restartPolicy", policy).start().everyPodRuns();

    cluster.podEnds(WORKER, code);

    assertThat(status(cluster, "/backoffCount")).isEqualTo(replaced ? "1" : "0");
    assertThat(cluster.pod(WORKER).getStatus().getPhase().equals("Pending")).isEqualTo(replaced);
  }

  @ParameterizedTest
  @CsvSource({"Never, 0", "OnFailure, 1", "Always, 1", "ExitCode, 1"})
  void replaces_a_pod_that_had_no_code_of_its_own(String policy, String count) {
    var cluster = DEMO.with("/spec/replicaSpecs/1/restartPolicy", policy).start().everyPodRuns();

    cluster.podIsEvicted(WORKER);

    assertThat(status(cluster, "/backoffCount")).isEqualTo(count);
  }

  @Test
  void ends_with_the_result_of_the_lead_that_its_budget_left() {
    var cluster =
        job()
            .type("node", 1)
            .with("/spec/replicaSpecs/0/restartPolicy", "Always")
            .with("/spec/runPolicy/backoffLimit", "1")
            .start()
            .everyPodRuns();

    cluster.podEnds("j-abcde-node-0", 0).everyPodRuns();
    assertThat(phase(cluster)).isEqualTo("Running");

    assertThat(phase(cluster.podEnds("j-abcde-node-0", 0))).isEqualTo("Succeeded");
  }

  @Test
  void fails_with_an_evicted_lead_by_the_code_of_none() {
    var cluster = DEMO.start().everyPodRuns().podIsEvicted(MASTER);

    assertThat(condition(cluster, "Failed", "message"))
        .isEqualTo("PyTorchTrainingJob j has failed: j-abcde-master-0 failed with exit code -1");
  }

  @Test
  void makes_a_pod_that_vanished_again_and_counts_nothing() {
    var cluster = DEMO.start().everyPodRuns();

    cluster.podVanishes(WORKER).podVanishes(MASTER);

    assertThat(cluster.pods()).hasSize(3);
    assertThat(status(cluster, "/backoffCount")).isEqualTo("0");
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(cluster.events()).containsOnlyOnce("Start").doesNotContain("RestartReplica");
    assertThat(cluster.events().stream().filter("NewReplica"::equals)).hasSize(3);
  }

  @Test
  void is_out_of_time_from_when_everything_was_there() {
    var demo = DEMO.with("/spec/runPolicy/activeDeadlineSeconds", "60");
    var cluster = demo.start().everyPodRuns().podEnds("j-abcde-worker-1", 0);

    cluster.after(57);
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.after(1);
    assertThat(phase(cluster)).isEqualTo("Failed");
    assertThat(cluster.pods()).as("what had ended stays").containsExactly("j-abcde-worker-1");
    assertThat(condition(cluster, "Completed", "reason")).isEqualTo("DeadlineExceeded");
    assertThat(cluster.told())
        .endsWith(
            warning(
                "Failed", "PyTorchTrainingJob j has failed: it was active longer than 60 seconds"),
            normal("CleanUp", "Clean up 2 replicas."));
  }

  @Test
  void has_all_its_time_again_after_a_pause() {
    var demo = DEMO.with("/spec/runPolicy/activeDeadlineSeconds", "60");
    var cluster = demo.start().everyPodRuns().after(50);

    cluster.edit(demo.paused().tree()).after(100);
    assertThat(phase(cluster)).isEqualTo("Paused");

    cluster.edit(demo.tree()).everyPodRuns().after(55);
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.after(10);
    assertThat(phase(cluster)).isEqualTo("Failed");
  }

  @ParameterizedTest
  @CsvSource({"None, 3, 0", "Unfinished, 2, 1", "All, 0, 3"})
  void leaves_as_many_pods_as_it_is_told_to(String policy, int left, int deleted) {
    var cluster =
        DEMO.with("/spec/runPolicy/cleanUpPolicy", policy)
            .start()
            .everyPodRuns()
            .podEnds("j-abcde-worker-1", 0);

    cluster.podEnds(MASTER, 0);

    assertThat(cluster.pods()).hasSize(left);
    assertThat(cluster.services()).hasSize(3);
    assertThat(status(cluster, "/aggregate/deleted")).isEqualTo(Integer.toString(deleted));
    if (deleted > 0) {
      assertThat(cluster.told())
          .contains(normal("CleanUp", "Clean up %d replicas.".formatted(deleted)));
    }
  }

  @Test
  void is_cleaned_up_by_the_policy_with_which_it_has_ended() {
    var all = DEMO.with("/spec/runPolicy/cleanUpPolicy", "All");
    var kept = DEMO.start().everyPodRuns().podEnds(MASTER, 0);
    var swept = all.start().everyPodRuns().podEnds(MASTER, 0);

    assertThat(kept.edit(all.tree()).pods()).hasSize(3);
    assertThat(status(swept.edit(DEMO.tree()), "/memory/cleanUp")).isEqualTo("All");
    assertThat(swept.pods()).isEmpty();
  }

  @Test
  void is_debugged_and_goes_back_to_training() {
    var cluster = RETRIED.start().everyPodRuns();

    cluster.edit(RETRIED.debugged().tree());
    assertThat(phase(cluster)).isEqualTo("Pending");
    assertThat(condition(cluster, "Running", "reason")).isEqualTo("Pending");
    assertThat(mark(cluster, WORKER)).isEqualTo("debug");
    assertThat(command(cluster, WORKER)).isEqualTo("[sleep, inf]");

    assertThat(phase(cluster.everyPodRuns())).isEqualTo("Running");

    var other =
        RETRIED
            .debugged()
            .with("/spec/runMode/debug/replicaSpecs", "[{type: worker, command: [bash]}]");
    cluster.edit(other.tree());
    assertThat(command(cluster, WORKER)).isEqualTo("[bash]");
    assertThat(cluster.pod(MASTER).getStatus().getPhase()).as("as it was").isEqualTo("Running");

    cluster.edit(RETRIED.tree());
    assertThat(mark(cluster, WORKER)).isEqualTo("immediate");
    assertThat(phase(cluster.everyPodRuns())).isEqualTo("Running");
    assertThat(status(cluster, "/backoffCount")).isEqualTo("0");
  }

  @Test
  void pauses_and_comes_back_with_what_its_resume_says() {
    var demo =
        RETRIED.with(
            "/spec/runMode/pause/resumeSpecs", "[{type: worker, args: [train.py, --resume]}]");
    var cluster = demo.start().everyPodRuns().letPodsLinger();

    cluster.edit(demo.paused().tree());
    assertThat(phase(cluster)).isEqualTo("Paused");
    assertThat(status(cluster, "/aggregate/deleted")).isEqualTo("3");
    assertThat(condition(cluster, "Running", "reason")).isEqualTo("Paused");

    cluster.edit(demo.tree());
    assertThat(phase(cluster)).isEqualTo("Resuming");
    assertThat(cluster.pods()).hasSize(3);
    assertThat(mark(cluster, WORKER)).as("the old one still goes").isEqualTo("immediate");

    cluster.lastPodsGo();
    assertThat(mark(cluster, WORKER)).isEqualTo("resume");
    assertThat(phase(cluster)).isEqualTo("Resuming");
    assertThat(cluster.pod(WORKER).getSpec().getContainers().getFirst().getArgs())
        .containsExactly("train.py", "--resume");

    cluster.everyPodRuns();
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(cluster.conditions())
        .isEqualTo(
            "Initialized=True Running=True Completed=False ReplicaFailure=False Paused=False");
    assertThat(cluster.told())
        .contains(
            normal("Paused", "The job has been paused."),
            normal("Resumed", "The job has been resumed."));

    cluster.podEnds(WORKER, 1).lastPodsGo();
    assertThat(mark(cluster, WORKER)).as("restarts resume as well").isEqualTo("resume");
    assertThat(phase(cluster)).isEqualTo("Running");
  }

  @Test
  void can_be_debugged_after_a_pause_without_resuming_again() {
    var cluster = DEMO.start().everyPodRuns();
    cluster.edit(DEMO.paused().tree()).edit(DEMO.tree()).everyPodRuns();

    cluster.edit(DEMO.debugged().tree());
    assertThat(phase(cluster)).isEqualTo("Pending");
    assertThat(condition(cluster, "Running", "reason")).isEqualTo("Pending");

    assertThat(phase(cluster.everyPodRuns())).isEqualTo("Running");
    cluster.edit(DEMO.tree());
    assertThat(mark(cluster, WORKER)).isEqualTo("resume");
  }

  @Test
  void has_no_pods_while_it_is_paused_and_debugged() {
    var cluster = DEMO.start().everyPodRuns();

    cluster.edit(DEMO.paused().debugged().tree());
    assertThat(cluster.pods()).isEmpty();

    cluster.edit(DEMO.debugged().tree());
    assertThat(mark(cluster, WORKER)).isEqualTo("debug");
    assertThat(phase(cluster)).isEqualTo("Resuming");
  }

  @Test
  void may_be_born_paused() {
    var cluster = DEMO.queued().paused().start();
    assertThat(phase(cluster)).isEqualTo("Paused");
    assertThat(cluster.pods()).isEmpty();
    assertThat(cluster.objects()).containsExactly("PodGroup/j");
    assertThat(cluster.conditions())
        .isEqualTo("Running=False Completed=False ReplicaFailure=False Paused=True");
    assertThat(status(cluster, "/tasks/0/replicaStatus")).isEmpty();
    assertThat(cluster.events()).containsExactly("Created", "Paused");

    cluster.edit(DEMO.queued().tree());
    assertThat(phase(cluster)).isEqualTo("Resuming");
    assertThat(mark(cluster, MASTER)).isEqualTo("resume");

    cluster.everyPodRuns();
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(cluster.events())
        .containsExactly(
            "Created",
            "Paused",
            "Resumed",
            "NewReplica",
            "NewReplica",
            "NewReplica",
            "Start",
            "Running");
  }

  @Test
  void grows_and_shrinks_while_it_trains() {
    var flex =
        job().type("node", 2).torchrun().elastic("{minReplicas: 1, maxReplicas: 4}").queued();
    var cluster = flex.start().everyPodRuns();

    cluster.edit(flex.with("/spec/elastic/expectedReplicas", "4").tree()).everyPodRuns();
    assertThat(cluster.pods()).hasSize(4);
    assertThat(cluster.services()).hasSize(4);
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(cluster.told()).contains(normal("Scaled", "Scale the job from 2 to 4 replicas."));

    cluster.edit(flex.with("/spec/elastic/expectedReplicas", "1").tree());
    assertThat(cluster.pods()).containsExactly("j-abcde-node-0");
    assertThat(cluster.services()).containsExactly("j-abcde-node-0");
    assertThat(status(cluster, "/aggregate/running")).isEqualTo("1");
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(status(cluster, "/backoffCount")).isEqualTo("0");
    assertThat(cluster.told()).contains(normal("Scaled", "Scale the job from 4 to 1 replicas."));
    assertThat(cluster.object("PodGroup/j").<Object>get("spec", "minMember")).isEqualTo(1);
  }

  @Test
  void runs_with_the_least_of_an_elastic_job() {
    var flex = job().type("node", 3).torchrun().elastic("{minReplicas: 2, maxReplicas: 3}");
    var cluster = flex.start();

    cluster.podRuns("j-abcde-node-1").podRuns("j-abcde-node-2");
    assertThat(phase(cluster)).as("without its lead").isEqualTo("Pending");

    cluster.podRuns("j-abcde-node-0");
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(phase(cluster.podVanishes("j-abcde-node-2"))).isEqualTo("Running");
    assertThat(condition(cluster, "Running", "status")).isEqualTo("True");
  }

  @Test
  void starts_over_once_when_that_is_asked_for() {
    var cluster = DEMO.start().everyPodRuns();

    cluster.annotate(Annotations.RESTART, "2");
    assertThat(cluster.pods()).hasSize(3);
    assertThat(status(cluster, "/aggregate/pending")).isEqualTo("3");
    assertThat(status(cluster, "/backoffCount")).isEqualTo("0");
    assertThat(status(cluster, "/memory/attempt")).isEqualTo("2");
    assertThat(phase(cluster)).isEqualTo("Running");
    assertThat(cluster.told()).contains(normal("RestartJob", "Restart every replica, attempt 2."));

    cluster.everyPodRuns().after(60);
    assertThat(condition(cluster, "Running", "status")).isEqualTo("True");
    assertThat(cluster.events()).containsOnlyOnce("RestartJob");
  }

  @Test
  void is_unknown_while_its_lead_is() {
    var cluster = DEMO.start().everyPodRuns().podIsOutOfSight(MASTER);
    assertThat(phase(cluster)).isEqualTo("Unknown");

    assertThat(phase(cluster.podRuns(MASTER))).isEqualTo("Running");
    assertThat(phase(cluster.podIsOutOfSight(WORKER))).isEqualTo("Running");
  }

  @Test
  void has_a_board_beside_it_that_nothing_touches() {
    var demo = DEMO.with("/spec/tensorboardSpec", "{trainingLogFilesets: ['t9k://pvc/logs/a']}");
    var cluster = demo.start();
    assertThat(cluster.objects()).containsExactly("TensorBoard/j-abcde");
    assertThat(status(cluster, "/tensorboard/note"))
        .isEqualTo("TensorBoard [j-abcde] is not ready");

    cluster.conditionOf("TensorBoard", "Ready", "True");
    assertThat(status(cluster, "/tensorboard/note")).isEqualTo("TensorBoard [j-abcde] is ready");

    cluster.edit(demo.paused().tree());
    assertThat(cluster.objects()).containsExactly("TensorBoard/j-abcde");

    cluster.edit(demo.with("/spec/tensorboardSpec/suspend", "true").tree());
    assertThat(cluster.object("TensorBoard/j-abcde").<Object>get("spec", "suspend"))
        .isEqualTo(true);
    cluster.conditionOf("TensorBoard", "Ready", "False");
    assertThat(status(cluster, "/tensorboard/reason")).isEqualTo("DependentNotReady");
  }

  @Test
  void of_deepspeed_ends_with_worker_0() {
    var cluster = deepSpeed(2).start();
    assertThat(cluster.objects())
        .containsExactly("ConfigMap/j-abcde-hostfile", "Secret/j-abcde-ssh");

    cluster.everyPodRuns().podEnds("j-abcde-worker-1", 1);
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.podEnds(WORKER, 0);
    assertThat(phase(cluster)).isEqualTo("Succeeded");
    assertThat(cluster.events()).startsWith("Created", "NewReplica").endsWith("Succeeded");
    assertThat(cluster.objects()).hasSize(2);
  }

  @Test
  void of_elastic_deepspeed_tells_worker_0_who_is_there() {
    var flex = deepSpeed(2).elastic("{minReplicas: 1, maxReplicas: 4}");
    var cluster = flex.start().everyPodRuns();
    var first = cluster.pod(WORKER).getMetadata().getUid();
    assertThat(hosts(cluster)).isEqualTo("j-abcde-worker-0 slots=1\nj-abcde-worker-1 slots=1\n");

    cluster.edit(flex.with("/spec/elastic/expectedReplicas", "3").tree());
    assertThat(cluster.pod(WORKER).getMetadata().getUid()).as("not yet").isEqualTo(first);
    cluster.everyPodRuns().everyPodRuns();
    assertThat(hosts(cluster)).contains("j-abcde-worker-2 slots=1");
    assertThat(cluster.pod(WORKER).getMetadata().getUid()).isNotEqualTo(first);
    assertThat(phase(cluster)).isEqualTo("Running");

    cluster.edit(flex.with("/spec/elastic/expectedReplicas", "1").tree()).everyPodRuns();
    assertThat(hosts(cluster)).isEqualTo("j-abcde-worker-0 slots=1\n");
    assertThat(cluster.pods()).containsExactly(WORKER);
    assertThat(status(cluster, "/backoffCount")).isEqualTo("0");
    assertThat(phase(cluster)).isEqualTo("Running");
  }

  @Test
  void of_elastic_deepspeed_waits_a_while_for_a_worker_that_is_away() {
    var flex =
        deepSpeed(3)
            .with("/spec/worker/restartPolicy", "OnFailure")
            .elastic("{minReplicas: 1, maxReplicas: 3}");
    var cluster = flex.start().everyPodRuns();

    cluster.podEnds("j-abcde-worker-2", 1).after(10);
    assertThat(hosts(cluster)).as("it may be back soon").contains("worker-2");
    assertThat(status(cluster, "/memory/unsettledSince")).isNotEmpty();

    cluster.everyPodRuns();
    assertThat(status(cluster, "/memory/unsettledSince")).isEmpty();

    cluster.podEnds("j-abcde-worker-2", 1).after(31);
    assertThat(hosts(cluster)).doesNotContain("worker-2");
  }

  private static String hosts(SmallCluster<?> cluster) {
    return cluster.object("ConfigMap/j-abcde-hostfile").get("data", "hostfile");
  }

  private static String phase(SmallCluster<?> cluster) {
    return status(cluster, "/phase");
  }

  private static String status(SmallCluster<?> cluster, String pointer) {
    return cluster.tree().at("/status" + pointer).asText();
  }

  private static String condition(SmallCluster<?> cluster, String type, String field) {
    for (var condition : cluster.tree().at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path(field).asText();
      }
    }
    return "";
  }

  private static String mark(SmallCluster<?> cluster, String pod) {
    return cluster.pod(pod).getMetadata().getAnnotations().getOrDefault(MARK, "");
  }

  private static String command(SmallCluster<?> cluster, String pod) {
    return cluster.pod(pod).getSpec().getContainers().getFirst().getCommand().toString();
  }
}
