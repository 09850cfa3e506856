package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.status;
import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.engine.plan.Plan;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ALifeOfAWorkloadTest {

  private static final WorkloadMaker SWEEP =
      workload("hpo").value("completions", "6").value("parallelism", "2").value("gpu", "1");

  @Test
  void begins_with_its_name() {
    var cluster = workload("job").item("pvcs", "a", "{path: /d, size: 1Gi}").start();

    assertThat(cluster.objects())
        .containsExactly("ConfigMap/job", "PersistentVolumeClaim/pvc-job-0");
    assertThat(cluster.object("ConfigMap/job").getMetadata().getLabels())
        .containsOnly(
            Map.entry("base-name", "job"),
            Map.entry("base-name-index", "0"),
            Map.entry("createdBy", "RunaiJob"));
    assertThat(cluster.pods()).containsExactly("job-0-0");
    assertThat(status(cluster.job()).jobName()).isEqualTo("job");
    assertThat(cluster.events()).contains("ResourcesCreated");
  }

  @Test
  void takes_the_first_number_that_is_free() {
    var taken = new Project().withObject("ConfigMap", "exp-0", "another");

    var cluster =
        WorkloadMaker.bare().value("namePrefix", "exp").value("image", "i").in(taken).start();

    assertThat(cluster.pods()).containsExactly("exp-1-0-0");
    assertThat(status(cluster.job()).jobName()).isEqualTo("exp-1");
    assertThat(cluster.object("ConfigMap/exp-1").getMetadata().getLabels())
        .containsEntry("base-name", "exp")
        .containsEntry("base-name-index", "1");
  }

  @Test
  void goes_through_its_indexes_two_at_a_time() {
    var cluster = SWEEP.start();
    assertThat(cluster.pods()).containsExactly("hpo-0-0", "hpo-1-0");
    assertThat(told(cluster)).isEqualTo("Pending: 0 run, 2 wait, 0 done, 0 failed");

    cluster.everyPodRuns();
    assertThat(told(cluster)).isEqualTo("Running: 2 run, 0 wait, 0 done, 0 failed");
    assertThat(cluster.conditions()).isEqualTo("Submitted=True Scheduled=True Running=True");

    cluster.podEnds("hpo-1-0", 0).everyPodRuns();
    assertThat(cluster.pods()).containsExactly("hpo-0-0", "hpo-1-0", "hpo-2-0");
    for (var pod : new String[] {"hpo-0-0", "hpo-2-0", "hpo-3-0", "hpo-4-0"}) {
      cluster.podEnds(pod, 0).everyPodRuns();
    }
    assertThat(told(cluster)).isEqualTo("Running: 1 run, 0 wait, 5 done, 0 failed");

    cluster.podEnds("hpo-5-0", 0);
    assertThat(told(cluster)).isEqualTo("Completed: 0 run, 0 wait, 6 done, 0 failed");
    assertThat(cluster.conditions())
        .isEqualTo("Submitted=True Scheduled=True Running=False Completed=True");
    assertThat(cluster.pods()).as("kept for their logs").hasSize(6);
    assertThat(cluster.events()).endsWith("Completed");
  }

  @Test
  void tries_again_later_each_time() {
    var cluster = workload("flaky").start().everyPodRuns().podEnds("flaky-0-0", 1);
    assertThat(told(cluster)).isEqualTo("Pending: 0 run, 0 wait, 0 done, 1 failed");
    assertThat(cluster.after(8).pods()).containsExactly("flaky-0-0");
    assertThat(cluster.after(1).pods()).containsExactly("flaky-0-0", "flaky-0-1");

    cluster.everyPodRuns().podEnds("flaky-0-1", 1);
    assertThat(cluster.after(18).pods()).hasSize(2);
    assertThat(cluster.after(1).pods()).hasSize(3);

    cluster.everyPodRuns().podEnds("flaky-0-2", 0);
    assertThat(told(cluster)).isEqualTo("Completed: 0 run, 0 wait, 1 done, 2 failed");
  }

  @Test
  void keeps_the_slot_of_an_index_that_waits_to_be_tried_again() {
    var cluster = SWEEP.start().everyPodRuns().podEnds("hpo-0-0", 1);

    assertThat(cluster.pods()).containsExactly("hpo-0-0", "hpo-1-0");
    assertThat(told(cluster)).isEqualTo("Running: 1 run, 0 wait, 0 done, 1 failed");
    assertThat(cluster.after(10).pods()).containsExactly("hpo-0-0", "hpo-0-1", "hpo-1-0");
  }

  @Test
  void ends_with_one_failure_too_many() {
    var cluster = SWEEP.value("backoffLimit", "1").start().everyPodRuns();
    cluster.podEnds("hpo-0-0", 1).podEnds("hpo-1-0", 2);

    assertThat(told(cluster)).isEqualTo("Failed: 0 run, 0 wait, 0 done, 2 failed");
    assertThat(condition(cluster, "Failed").path("reason").asText())
        .isEqualTo("BackoffLimitExceeded");
    assertThat(cluster.pods()).containsExactly("hpo-0-0", "hpo-1-0");
    assertThat(cluster.events()).endsWith("BackoffLimitExceeded");
  }

  @Test
  void ends_at_the_first_failure_where_none_is_allowed() {
    var cluster = SWEEP.value("backoffLimit", "0").start().everyPodRuns().podEnds("hpo-0-0", 1);

    assertThat(status(cluster.job()).phase()).isEqualTo("Failed");
    assertThat(cluster.pods()).as("the other one is deleted").containsExactly("hpo-0-0");
  }

  @Test
  void counts_nothing_that_others_do_to_its_pods() {
    var cluster = workload("calm").value("backoffLimit", "0").start().everyPodRuns();

    cluster.podIsEvicted("calm-0-0");
    assertThat(cluster.pods()).containsExactly("calm-0-0", "calm-0-1");
    assertThat(told(cluster)).isEqualTo("Pending: 0 run, 1 wait, 0 done, 0 failed");
  }

  @Test
  void stops_and_goes_on_with_what_is_not_done() {
    var sweep =
        SWEEP
            .item("pvcs", "a", "{path: /d, size: 1Gi, ephemeral: true}")
            .item("ports", "a", "{container: 80}");
    var cluster = sweep.start().everyPodRuns().podEnds("hpo-0-0", 0).everyPodRuns();

    cluster.letPodsLinger().edit(sweep.value("active", "false").tree());
    assertThat(status(cluster.job()).phase()).isEqualTo("Stopping");
    cluster.lastPodsGo();
    assertThat(told(cluster)).isEqualTo("Stopped: 0 run, 0 wait, 1 done, 0 failed");
    assertThat(cluster.pods()).as("what has succeeded").containsExactly("hpo-0-0");
    assertThat(cluster.objects()).containsExactly("ConfigMap/hpo", "Service/tw-hpo-0-clusterip");
    assertThat(cluster.conditions()).contains("Suspended=True");

    cluster.edit(sweep.value("active", "true").tree());
    assertThat(cluster.pods()).containsExactly("hpo-0-0", "hpo-1-1", "hpo-2-1");
    assertThat(cluster.objects()).contains("PersistentVolumeClaim/pvc-hpo-0");
    assertThat(status(cluster.everyPodRuns().job()).phase()).isEqualTo("Running");
    assertThat(cluster.conditions()).contains("Suspended=False");
    assertThat(cluster.events()).contains("Suspended", "Resumed");
    assertThat(status(cluster.job()).failedPods()).isZero();
  }

  @Test
  void starts_nothing_where_it_is_not_active_at_birth() {
    var later = workload("later").value("active", "'false'");
    var cluster = later.start();
    assertThat(cluster.pods()).isEmpty();
    assertThat(status(cluster.job()).phase()).isEqualTo("Stopped");

    cluster.edit(later.value("active", "true").tree());
    assertThat(cluster.pods()).containsExactly("later-0-0");
  }

  @Test
  void ends_when_it_is_preempted_and_must_not_be() {
    var cluster = SWEEP.value("terminateAfterPreemption", "true").start().everyPodRuns();

    cluster.podIsPreempted("hpo-0-0", "reclaim 1");

    assertThat(status(cluster.job()).phase()).isEqualTo("Failed");
    assertThat(condition(cluster, "Failed").path("reason").asText())
        .isEqualTo("TerminatedAfterPreemption");
    assertThat(cluster.job().metadata().getAnnotations())
        .containsEntry("runai-calculated-status", "Preempted");
  }

  @Test
  void makes_room_as_often_as_it_allows() {
    var cluster = SWEEP.value("preemptionLimit", "1").start().everyPodRuns();

    cluster.letPodsLinger();
    cluster.podIsPreempted("hpo-0-0", "reclaim 1").podIsPreempted("hpo-1-0", "reclaim 1");
    cluster.lastPodsGo().everyPodRuns();
    assertThat(cluster.pods()).containsExactly("hpo-0-1", "hpo-1-1");
    assertThat(status(cluster.job()).preemptionCount()).as("one incident").isOne();

    cluster.podIsPreempted("hpo-1-1", "reclaim 2");
    assertThat(condition(cluster, "Failed").path("reason").asText())
        .isEqualTo("PreemptionLimitExceeded");
    assertThat(status(cluster.job()).preemptionCount()).isEqualTo(2);
  }

  @Test
  void is_over_when_its_main_container_is_though_another_goes_on() {
    var cluster = workload("s3").item("s3", "a", "{bucket: b, path: /s}").start().everyPodRuns();

    cluster.containerEnds("s3-0-0", "s3", 0);

    assertThat(status(cluster.job()).phase()).isEqualTo("Completed");
    assertThat(cluster.pods()).isEmpty();
  }

  @Test
  void is_deleted_once_it_has_been_over_for_long_enough() {
    var workload = workload("job").value("autoDeletionTimeAfterCompletionSeconds", "60");
    var cluster = workload.start().everyPodRuns().podEnds("job-0-0", 0);

    assertThat(cluster.after(50).isGone()).isFalse();
    assertThat(cluster.after(20).isGone()).isTrue();
  }

  @Test
  void may_be_told_to_go_while_it_runs() {
    var workload = workload("job");
    var cluster = workload.start().everyPodRuns();

    cluster.edit(workload.value("autoDeletionTimeAfterCompletionSeconds", "0").tree());
    assertThat(cluster.podEnds("job-0-0", 0).isGone()).isTrue();
  }

  @Test
  void goes_on_with_what_it_was_submitted_with() {
    var workload = workload("job").item("environment", "LR", "'0.1'");
    var cluster = workload.start().everyPodRuns();

    cluster.edit(workload.item("environment", "LR", "'0.2'").value("image", "other").tree());
    cluster.podIsEvicted("job-0-0");

    var again = cluster.pod("job-0-1").getSpec().getContainers().getFirst();
    assertThat(again.getImage()).isEqualTo("repo/img:1");
    assertThat(again.getEnv()).anyMatch(one -> "0.1".equals(one.getValue()));
    assertThat(cluster.advice())
        .containsExactlyInAnyOrder(
            "SpecChangeIgnored environment: " + Remarks.CHANGE_IGNORED,
            "SpecChangeIgnored image: " + Remarks.CHANGE_IGNORED);
  }

  @Test
  void outlives_its_base() {
    var surroundings =
        new Surroundings(new Project().with("runai", "base", "{image: {value: from-base}}"));
    var workload = WorkloadMaker.bare().value("name", "job").with("/spec/baseWorkload", "base");
    var cluster = workload.in(surroundings).start();
    assertThat(cluster.object("ConfigMap/job").<Object>get("data", "base-chain"))
        .isEqualTo("runai/base");

    surroundings.become(new Project());
    cluster.podIsEvicted("job-0-0").everyPodRuns().podEnds("job-0-1", 0);

    assertThat(status(cluster.job()).phase()).isEqualTo("Completed");
    assertThat(cluster.advice()).isEmpty();
  }

  @Test
  void claims_its_name_again_when_somebody_takes_the_claim_away() {
    var cluster =
        WorkloadMaker.bare().value("namePrefix", "exp").value("image", "i").start().everyPodRuns();

    cluster.objectVanishes("ConfigMap/exp-0");

    assertThat(cluster.objects()).containsExactly("ConfigMap/exp-0");
    assertThat(cluster.pods()).containsExactly("exp-0-0-0");
    assertThat(status(cluster.job()).phase()).isEqualTo("Running");
  }

  @Test
  void has_the_same_number_in_a_claim_that_it_makes_again() {
    var project =
        new Project()
            .withObject("ConfigMap", "exp-0", "another")
            .withObject("ConfigMap", "exp-1", "a third");
    var third = WorkloadMaker.bare().value("namePrefix", "exp").value("image", "i").in(project);
    var named = third.with("/status/jobName", "exp-2");
    var renamed = named.value("namePrefix", "other");

    assertThat(claim(third)).containsEntry("base-name", "exp").doesNotContainKey("base-name-index");
    assertThat(claim(named))
        .containsEntry("base-name", "exp")
        .containsEntry("base-name-index", "2");
    assertThat(claim(renamed)).containsEntry("base-name", "exp-2");
    assertThat(Plan.claim(named.read(), named.read().naming().claim().orElseThrow(), 0))
        .extracting(one -> one.getMetadata().getLabels().get("base-name-index"))
        .isEqualTo("2");
  }

  private static Map<String, String> claim(WorkloadMaker workload) {
    return workload.read().naming().claim().orElseThrow().labels();
  }

  @Test
  void keeps_its_passwords_where_only_pods_find_them() {
    var workload =
        workload("job")
            .item("gitSync", "a", "{repository: r, directory: /s, username: u, password: hunter2}");
    var cluster = workload.start().everyPodRuns();

    assertThat(password(cluster)).isEqualTo("hunter2");
    assertThat(cluster.object("ConfigMap/job").toString()).doesNotContain("hunter2");
    assertThat(cluster.pod("job-0-0").toString()).doesNotContain("hunter2");
    assertThat(cluster.tree().path("status").toString()).doesNotContain("hunter2");

    var other = "{repository: r, directory: /s, username: u, password: other}";
    cluster.edit(workload.item("gitSync", "a", other).tree());
    assertThat(password(cluster)).as("as it was submitted").isEqualTo("hunter2");
    assertThat(cluster.advice()).noneMatch(one -> one.contains("hunter2") || one.contains("other"));
  }

  @Test
  void makes_its_secret_again_only_from_the_same_passwords() {
    var workload =
        workload("job")
            .item("gitSync", "a", "{repository: r, directory: /s, username: u, password: hunter2}");
    var cluster = workload.start().everyPodRuns();

    cluster.objectVanishes("Secret/job-credentials");
    assertThat(password(cluster)).isEqualTo("hunter2");

    var other = "{repository: r, directory: /s, username: u, password: other}";
    cluster.edit(workload.item("gitSync", "a", other).tree());
    cluster.objectVanishes("Secret/job-credentials");
    assertThat(cluster.objects()).containsExactly("ConfigMap/job");
    assertThat(cluster.advice())
        .anyMatch(one -> one.contains("the Secret job-credentials is gone"));
  }

  @Test
  void starts_over_what_is_not_done_when_that_is_asked_for() {
    var cluster = SWEEP.start().everyPodRuns().podEnds("hpo-0-0", 0);

    cluster.annotate(Annotations.RESTART, "2").everyPodRuns();

    assertThat(cluster.pods()).contains("hpo-0-0", "hpo-1-1").doesNotContain("hpo-1-0");
    assertThat(status(cluster.job()).failedPods()).isZero();
  }

  @Test
  void is_carried_by_an_mpi_job() {
    var workload = workload("train").value("mpi", "true").value("processes", "2").value("gpu", "1");
    var cluster = workload.start();
    assertThat(cluster.children()).containsExactly("launcher");
    assertThat(cluster.objects()).containsExactly("ConfigMap/train");
    assertThat(status(cluster.job()).phase()).isEqualTo("Creating");

    cluster.othersPod("train-worker-0", labels("worker", "0"));
    cluster.othersPod("train-worker-1", labels("worker", "1"));
    assertThat(told(cluster)).isEqualTo("Pending: 0 run, 2 wait, 0 done, 0 failed");

    cluster.othersPod("train-launcher-x", labels("launcher", "")).everyPodRuns();
    assertThat(told(cluster)).isEqualTo("Running: 3 run, 0 wait, 0 done, 0 failed");
    assertThat(status(cluster.job()).allocatedGpus()).isEqualTo("2");
    assertThat(status(cluster.job()).createdResources())
        .extracting(one -> one.kind() + " " + one.name())
        .containsExactly("MPIJob train", "ConfigMap train");

    cluster.podEnds("train-worker-1", 1);
    assertThat(told(cluster)).isEqualTo("Degraded: 2 run, 0 wait, 0 done, 1 failed");

    cluster.childPodFails("launcher", "train-launcher-x");
    assertThat(status(cluster.job()).failedPods()).isEqualTo(2);

    cluster.childEnds("launcher", true, "", "");
    assertThat(status(cluster.job()).phase()).isEqualTo("Completed");
    assertThat(status(cluster.job()).failedPods()).isEqualTo(2);
    assertThat(cluster.pods()).as("theirs is for others to delete").hasSize(3);
  }

  @Test
  void fails_with_its_mpi_job() {
    var cluster = workload("train").value("mpi", "true").start();

    cluster.childEnds("launcher", false, "BackoffLimitExceeded/Error", "Job has reached its limit");

    assertThat(status(cluster.job()).phase()).isEqualTo("Failed");
    assertThat(condition(cluster, "Failed").path("reason").asText())
        .isEqualTo("BackoffLimitExceeded/Error");
    assertThat(status(cluster.job()).message()).isEqualTo("Job has reached its limit");
  }

  @Test
  void has_its_mpi_job_wait_with_it() {
    var workload = workload("train").value("mpi", "true");
    var cluster = workload.start();

    cluster.edit(workload.value("active", "false").tree());
    assertThat(cluster.children()).containsExactly("-launcher");
    assertThat(status(cluster.job()).phase()).isEqualTo("Stopped");

    cluster.edit(workload.tree());
    assertThat(cluster.children()).containsExactly("launcher");
    assertThat(status(cluster.job()).phase()).isEqualTo("Resuming");
  }

  private static Map<String, String> labels(String role, String index) {
    return Map.of(
        "training.kubeflow.org/operator-name",
        "mpi-operator",
        "training.kubeflow.org/job-name",
        "train",
        "training.kubeflow.org/job-role",
        role,
        "training.kubeflow.org/replica-index",
        index);
  }

  private static String password(SmallCluster<TrainingWorkload> cluster) {
    var text = cluster.object("Secret/job-credentials").<Object>get("data", "git-sync-0-password");
    return new String(Base64.getDecoder().decode(String.valueOf(text)), UTF_8);
  }

  private static String told(SmallCluster<TrainingWorkload> cluster) {
    var status = status(cluster.job());
    return "%s: %d run, %d wait, %d done, %d failed"
        .formatted(
            status.phase(),
            status.runningPods(),
            status.pendingPods(),
            status.succeededPods(),
            status.failedPods());
  }

  private static JsonNode condition(SmallCluster<TrainingWorkload> cluster, String type) {
    for (var one : cluster.tree().at("/status/conditions")) {
      if (one.path("type").asText().equals(type)) {
        return one;
      }
    }
    return cluster.tree().path("none");
  }
}
