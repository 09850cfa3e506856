package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.DIALECT;
import static dev.trainyard.dialects.runai.WorkloadMaker.at;
import static dev.trainyard.dialects.runai.WorkloadMaker.status;
import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus.Condition;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.dialects.runai.WorkloadSettings.Exposure;
import dev.trainyard.engine.model.Fact;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TheStatusOfAWorkloadTest {

  @Test
  void tells_what_the_job_is_like() {
    var url = new Exposure(Optional.of("gpu.example"), false, "nginx", Optional.empty());
    var cluster =
        workload("hpo")
            .value("completions", "4")
            .value("parallelism", "2")
            .value("gpu", "0.5")
            .value("nodePools", "fast")
            .item("exposedUrls", "a", "{container: 80}")
            .with(WorkloadSettings.defaults().with(url))
            .start()
            .podRuns("hpo-0-0");

    assertThat(Project.tree(cluster.tree().path("status").toString()))
        .isEqualTo(
            Project.tree(
                """
                phase: Running
                workloadId: U
                jobName: hpo
                project: team-a
                queue: team-a-fast
                nodePool: fast
                requestedPods: 2
                runningPods: 1
                pendingPods: 1
                succeededPods: 0
                failedPods: 0
                preemptionCount: 0
                requestedGpus: "1"
                allocatedGpus: "0.5"
                startTime: "2026-01-02T03:04:00Z"
                urls: ["https://gpu.example/team-a/hpo"]
                createdResources:
                - {kind: ConfigMap, version: v1, namespace: runai-team-a, name: hpo}
                - {kind: Service, version: v1, namespace: runai-team-a, name: tw-hpo-url-0}
                - kind: Ingress
                  version: networking.k8s.io/v1
                  namespace: runai-team-a
                  name: tw-hpo-url-0
                conditions:
                - type: Submitted
                  status: "True"
                  reason: ResourcesCreated
                  message: all the resources were created successfully
                  lastTransitionTime: "2026-01-02T03:04:00Z"
                - type: Scheduled
                  status: "False"
                  reason: Unschedulable
                  message: one pod has no node yet
                  lastTransitionTime: "2026-01-02T03:04:00Z"
                - type: Running
                  status: "True"
                  reason: Running
                  message: the workload is running
                  lastTransitionTime: "2026-01-02T03:04:01Z"
                observedGeneration: 1
                """));
  }

  @Test
  void has_totals_beside_it_whenever_its_phase_changes() {
    var cluster =
        workload("hpo")
            .value("completions", "3")
            .value("parallelism", "2")
            .value("gpu", "2")
            .value("username", "Ada")
            .value("userId", "id-1")
            .start()
            .podRuns("hpo-0-0");

    var totals =
        Map.ofEntries(
            Map.entry("runai-calculated-status", "Running"),
            Map.entry("runai-running-pods", "1"),
            Map.entry("runai-pending-pods", "1"),
            Map.entry("runai-used-nodes", "node"),
            Map.entry("runai-current-allocated-gpus", "2"),
            Map.entry("runai-current-allocated-gpus-memory", "0"),
            Map.entry("runai-current-requested-gpus", "4"),
            Map.entry("runai-current-requested-gpus-memory", "0"),
            Map.entry("runai-total-requested-gpus", "6"),
            Map.entry("runai-total-requested-gpus-memory", "0"),
            Map.entry("user", "Ada"),
            Map.entry("run.ai/user-id", "id-1"));
    assertThat(cluster.job().metadata().getAnnotations()).isEqualTo(totals);

    cluster.podRuns("hpo-1-0");
    assertThat(status(cluster.job()).runningPods()).isEqualTo(2);
    assertThat(cluster.job().metadata().getAnnotations()).as("same phase").isEqualTo(totals);
  }

  @Test
  void tells_why_nothing_was_made_of_it() {
    var refused = refusal(workload("job").value("gpu", "1.5").value("tty", "true"));

    assertThat(status(refused).phase()).isEqualTo("Failed");
    assertThat(submitted(refused).status()).isEqualTo("False");
    assertThat(submitted(refused).reason()).isEqualTo("ValidationFailed");
    assertThat(submitted(refused).message()).startsWith("gpu: ").contains("; tty: ");
    assertThat(status(refused).observedGeneration()).isOne();
    assertThat(status(refused).completionTime()).isNull();
    assertThat(DIALECT.recall(refused).remember().ending()).isEmpty();
  }

  @Test
  void tells_a_missing_base_from_a_policy() {
    var bare = WorkloadMaker.bare().value("name", "job").value("image", "i");
    var missing = refusal(bare.with("/spec/baseWorkload", "none").in(new Project()));
    assertThat(submitted(missing).reason()).isEqualTo("BaseWorkloadNotFound");
    assertThat(submitted(missing).message())
        .isEqualTo("baseWorkload: \"none\" not found in namespace \"runai-team-a\" or \"runai\"");

    var policy = new Project().withPolicy("{gpu: {rules: {max: '4'}}}");
    var forbidden = refusal(bare.value("gpu", "5").in(policy));
    assertThat(submitted(forbidden).reason()).isEqualTo("PolicyViolation");
    assertThat(submitted(forbidden).message()).isEqualTo("gpu: must be no greater than 4");

    var demanding = new Project().withPolicy("{nodeType: {rules: {required: true}}}");
    assertThat(submitted(refusal(bare.in(demanding))).reason()).isEqualTo("PolicyViolation");
  }

  @Test
  void tells_that_somebody_else_has_its_name_until_the_spec_changes() {
    var workload = workload("job");
    var taken = new Fact.ObjectRefused("ConfigMap", "job", "the job job already exists");

    var refused = DIALECT.lacking(workload.build(), taken, at(1));

    assertThat(status(refused).phase()).isEqualTo("Failed");
    assertThat(submitted(refused).reason()).isEqualTo("NameConflict");
    assertThat(submitted(refused).message()).isEqualTo("name: the job job already exists");
    var problems =
        DIALECT.read(refused, workload.lookup()) instanceof Reading.Refused(var told)
            ? told
            : List.<Problem>of();
    assertThat(problems).hasSize(1);
    assertThat(DIALECT.refused(refused, problems, at(9))).as("told once").isEqualTo(refused);

    var corrected = workload.value("name", "other").with("/metadata/generation", "2").build();
    assertThat(DIALECT.read(corrected.withStatus(status(refused)), workload.lookup()))
        .isInstanceOf(Reading.Job.class);
  }

  @Test
  void tells_what_could_not_be_made() {
    var refused =
        DIALECT.lacking(
            workload("job").build(),
            new Fact.ObjectRefused("PersistentVolumeClaim", "pvc-job-0", "over quota"),
            at(1));

    assertThat(status(refused).phase()).isEqualTo("Creating");
    assertThat(submitted(refused).reason()).isEqualTo("ResourceCreationFailed");
    assertThat(submitted(refused).message()).contains("pvc-job-0", "over quota");
  }

  @Test
  void is_not_taken_back_by_a_refusal() {
    var running = workload("job").start().everyPodRuns().job();

    assertThat(DIALECT.refused(running, List.of(Problem.error("spec", "bad")), at(9)))
        .isEqualTo(running);
    assertThat(
            DIALECT.lacking(
                running, new Fact.ObjectRefused("Service", "s", "no more of these"), at(9)))
        .isEqualTo(running);
  }

  @Test
  void is_another_once_the_spec_is_good() {
    var workload = workload("job");
    var refused = refusal(workload.value("gpu", "1.5"));

    var tree = workload.tree();
    tree.set("status", WorkloadMaker.KIND.codec().write(refused).path("status"));
    var cluster = SmallCluster.of(WorkloadMaker.KIND, tree, workload.lookup(), at(60));

    assertThat(status(cluster.everyPodRuns().job()).phase()).isEqualTo("Running");
    assertThat(cluster.conditions()).startsWith("Submitted=True");
    assertThat(status(cluster.job()).message()).isNull();
  }

  @Test
  void is_none_of_a_template() {
    assertThat(WorkloadMaker.bare().with("/spec/usage", "Template").reading())
        .isInstanceOf(Reading.NotOurs.class);
  }

  private static TrainingWorkload refusal(WorkloadMaker workload) {
    return workload.reading() instanceof Reading.Refused(var problems)
        ? DIALECT.refused(workload.build(), problems, at(0))
        : workload.build();
  }

  private static Condition submitted(TrainingWorkload workload) {
    return Conditions.of(Optional.ofNullable(workload.status())).find("Submitted").orElseThrow();
  }
}
