package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import org.junit.jupiter.api.Test;

class AWorkloadInAnMpiJobTest {

  private static final WorkloadMaker MPI =
      workload("train").value("mpi", "true").value("processes", "2").value("gpu", "4");

  @Test
  void is_rendered_as_documented() {
    var job =
        job(MPI.value("slotsPerWorker", "4").value("username", "ada").value("nodePools", "a"));

    assertThat(job.path("apiVersion").asText()).isEqualTo("kubeflow.org/v2beta1");
    assertThat(job.path("kind").asText()).isEqualTo("MPIJob");
    assertThat(job.at("/metadata/name").asText()).isEqualTo("train");
    assertThat(job.at("/metadata/labels"))
        .isEqualTo(
            Project.tree(
                "{app: mpijob, release: train, createdBy: MPIJob, project: team-a, runai/queue:"
                    + " team-a, kai.scheduler/queue: team-a-a, kai.scheduler/node-pool: a,"
                    + " priorityClassName: train}"));
    assertThat(job.at("/metadata/annotations"))
        .isEqualTo(
            Project.tree("{image: 'repo/img:1', totalGPUs: '8', user: ada, run.ai/node-pools: a}"));
    var spec = job.path("spec");
    assertThat(spec.path("slotsPerWorker").asInt()).isEqualTo(4);
    assertThat(spec.path("runPolicy"))
        .isEqualTo(
            Project.tree(
                "{cleanPodPolicy: Running, backoffLimit: 6, suspend: false, schedulingPolicy:"
                    + " {minAvailable: 3, queue: team-a-a, priorityClass: train}}"));
    assertThat(spec.path("mpiImplementation").asText()).isEqualTo("OpenMPI");
    assertThat(spec.path("sshAuthMountPath").asText()).isEqualTo("/root/.ssh");
    assertThat(spec.path("launcherCreationPolicy").asText()).isEqualTo("WaitForWorkersReady");
    assertThat(spec.at("/mpiReplicaSpecs/Launcher/replicas").asInt()).isEqualTo(1);
    assertThat(spec.at("/mpiReplicaSpecs/Worker/replicas").asInt()).isEqualTo(2);
    assertThat(spec.at("/mpiReplicaSpecs/Worker/restartPolicy").asText()).isEqualTo("Never");
  }

  @Test
  void counts_shares_of_devices_in_all() {
    assertThat(job(MPI.value("gpu", "0.25")).at("/metadata/annotations/totalGPUs").asText())
        .isEqualTo("0.5");
    var memory =
        job(
            workload("train")
                .value("mpi", "true")
                .value("processes", "2")
                .value("gpuMemory", "4G"));
    assertThat(memory.at("/metadata/annotations/totalGPUsMemory").asText()).isEqualTo("8000");
    assertThat(
            job(workload("train").value("mpi", "true"))
                .at("/metadata/annotations/totalGPUs")
                .asText())
        .isEqualTo("0");
  }

  @Test
  void starts_its_program_in_the_launcher_and_has_devices_in_the_workers() {
    var workload =
        MPI.value("gpu", "0.5")
            .value("command", "mpirun train")
            .value("stdin", "true")
            .value("workingDir", "/work")
            .item("ports", "a", "{container: 80}")
            .item("extendedResources", "a", "{name: example.com/fpga, quantity: 1}");
    var launcher = template(workload, "Launcher");
    var worker = template(workload, "Worker");

    assertThat(launcher.at("/spec/containers/0/name").asText()).isEqualTo("mpi");
    assertThat(launcher.at("/spec/containers/0/command").toString())
        .isEqualTo("[\"mpirun\",\"train\"]");
    assertThat(launcher.at("/spec/containers/0/stdin").asBoolean()).isTrue();
    assertThat(launcher.at("/spec/containers/0/ports/0/containerPort").asInt()).isEqualTo(80);
    assertThat(launcher.at("/metadata").toString()).doesNotContain("gpu-fraction");
    assertThat(launcher.at("/spec/containers/0/resources")).isEmpty();
    assertThat(env(launcher))
        .contains(
            "\"RUNAI_NUM_OF_GPUS\",\"value\":\"0\"", "\"RUNAI_MPI_NUM_WORKERS\",\"value\":\"2\"")
        .doesNotContain("JOB_COMPLETION_INDEX");

    assertThat(worker.at("/spec/containers/0/name").asText()).isEqualTo("mpi");
    assertThat(worker.at("/spec/containers/0").has("command")).isFalse();
    assertThat(worker.at("/spec/containers/0").has("stdin")).isFalse();
    assertThat(worker.at("/spec/containers/0").has("ports")).isFalse();
    assertThat(worker.at("/spec/containers/0/workingDir").asText()).isEqualTo("/work");
    assertThat(worker.at("/metadata/annotations/gpu-fraction").asText()).isEqualTo("0.5");
    assertThat(worker.at("/spec/containers/0/resources/limits").toString())
        .isEqualTo("{\"example.com/fpga\":\"1\"}");
    assertThat(worker.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("50m");
    assertThat(env(worker))
        .contains("\"RUNAI_NUM_OF_GPUS\",\"value\":\"0.5\"")
        .doesNotContain("RUNAI_MPI_NUM_WORKERS");
    assertThat(worker.at("/metadata/labels/release").asText()).isEqualTo("train");
    assertThat(worker.at("/metadata/labels/project").asText()).isEqualTo("team-a");
  }

  @Test
  void has_services_that_lead_to_the_launcher() {
    var workload = MPI.item("ports", "a", "{container: 80}");

    assertThat(json(workload.object("Service/tw-train-0-clusterip")).at("/spec/selector"))
        .isEqualTo(
            Project.tree(
                "{training.kubeflow.org/job-name: train, training.kubeflow.org/job-role:"
                    + " launcher}"));
  }

  @Test
  void keeps_its_keys_at_home_where_it_has_one() {
    assertThat(job(MPI.value("createHomeDir", "true")).at("/spec/sshAuthMountPath").asText())
        .isEqualTo("/home/runai-home/.ssh");
  }

  @Test
  void is_born_suspended_where_it_is_not_active() {
    assertThat(job(MPI.value("active", "false")).at("/spec/runPolicy/suspend").asBoolean())
        .isTrue();
  }

  @Test
  void is_drawn_together_by_the_labels_of_its_operator() {
    var worker =
        template(MPI.value("podAffinity", "true").value("podAffinityTopology", "rack"), "Worker");

    assertThat(worker.at("/spec/affinity").toString())
        .contains("{\"training.kubeflow.org/job-name\":\"train\"}");
  }

  @Test
  void knows_its_pods_by_their_labels() {
    var job = MPI.read();

    assertThat(job.naming().tryInName()).isFalse();
    assertThat(job.success()).isEqualTo(SuccessRule.LEAD);
    assertThat(job.running().floor()).isEqualTo(3);
    assertThat(job.roles()).extracting(role -> role.name()).containsExactly("launcher", "worker");
    assertThat(job.roles().getLast().carrier())
        .isInstanceOfSatisfying(
            Carrier.Brought.class,
            brought -> {
              assertThat(brought.pods().labels())
                  .containsEntry("training.kubeflow.org/operator-name", "mpi-operator")
                  .containsEntry("training.kubeflow.org/job-name", "train")
                  .containsEntry("training.kubeflow.org/job-role", "worker");
              assertThat(brought.pods().index()).contains("training.kubeflow.org/replica-index");
            });
  }

  private static JsonNode job(WorkloadMaker workload) {
    return workload.read().roles().getFirst().carrier() instanceof Carrier.Child child
        ? json(child.desired())
        : Project.tree("{}");
  }

  private static JsonNode template(WorkloadMaker workload, String role) {
    return job(workload).at("/spec/mpiReplicaSpecs/%s/template".formatted(role));
  }

  private static String env(JsonNode template) {
    return template.at("/spec/containers/0/env").toString();
  }

  private static JsonNode json(Object object) {
    return Project.tree(Json.tree(object).toString());
  }
}
