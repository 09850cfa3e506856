package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static dev.trainyard.dialects.tensorstack.JobMaker.parsed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePodsOfATrainingJobTest {

  private static final String ROLE = "job-role";
  private static final JobMaker<PyTorchTrainingJob> DEMO = job().type("ps", 1).type("worker", 4);

  @ParameterizedTest
  @CsvSource({
    "mnist, cffea855-5ce2-496a-8956-f6e76fe2f565, mnist-40c14-node-0",
    "gpt-125m, e2a69076-1c19-46ce-9c70-2cdf20176e01, gpt-125m-d02e2-node-0",
    "torch-mnist-trainingjob, 9dcea839-3a99-4b6f-b594-620d79f8377d,"
        + " torch-mnist-trainingjob-7a8f5-node-0",
    "tutorial, bbc4817d-ba41-4b29-81c2-cefa3a3d376f, tutorial-af483-node-0"
  })
  void are_named_after_the_job_and_its_uid(String name, String uid, String pod) {
    var job =
        job().type("node", 1).with("/metadata/name", name).with("/metadata/uid", "'" + uid + "'");

    assertThat(job.pod("node", 0).getMetadata().getName()).isEqualTo(pod);
    assertThat(Plan.service(job.read(), new ReplicaId("node", 0)).getMetadata().getName())
        .isEqualTo(pod);
  }

  @Test
  void are_whole_as_documented() {
    assertThat(Codec.of(Pod.class).write(DEMO.pod("worker", 2)))
        .isEqualTo(
            parsed(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: j-abcde-worker-2
                  namespace: team-a
                  labels:
                    tensorstack.dev/component: pytorchtrainingjob
                    tensorstack.dev/component-type: user
                    tensorstack.dev/owner-kind: PyTorchTrainingJob
                    tensorstack.dev/owner-name: j
                    replica-type: worker
                    replica-index: "2"
                  annotations:
                    batch.tensorstack.dev/run-mode: immediate
                  ownerReferences:
                  - apiVersion: batch.tensorstack.dev/v1beta1
                    kind: PyTorchTrainingJob
                    name: j
                    uid: uid-249550
                    controller: true
                    blockOwnerDeletion: true
                spec:
                  restartPolicy: Never
                  containers:
                  - name: python
                    image: example/train:1
                    args: [train.py]
                    env:
                    - {name: MASTER_ADDR, value: j-abcde-ps-0}
                    - {name: MASTER_PORT, value: "29500"}
                    - {name: WORLD_SIZE, value: "5"}
                    - {name: RANK, value: "3"}
                """));
  }

  @Test
  void of_a_deepspeed_job_have_the_same_labels_and_an_owner_of_their_own_kind() {
    var pod = deepSpeed(2).pod("worker", 1);

    assertThat(pod.getMetadata().getName()).isEqualTo("j-abcde-worker-1");
    assertThat(pod.getMetadata().getLabels())
        .containsOnlyKeys(
            "tensorstack.dev/component",
            "tensorstack.dev/component-type",
            "tensorstack.dev/owner-kind",
            "tensorstack.dev/owner-name",
            "replica-type",
            "replica-index")
        .containsEntry("tensorstack.dev/component", "deepspeedjob")
        .containsEntry("tensorstack.dev/owner-kind", "DeepSpeedJob")
        .containsEntry("replica-type", "worker")
        .containsEntry("replica-index", "1");
    assertThat(pod.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("DeepSpeedJob"));
    assertThat(deepSpeed(2).pod("worker", 0).getMetadata().getLabels())
        .containsEntry(ROLE, "master");
  }

  @Test
  void have_one_that_leads_whatever_its_type_is_called() {
    var written = job().type("worker", 2).type("master", 1);

    assertThat(written.pod("master", 0).getMetadata().getLabels()).containsEntry(ROLE, "master");
    assertThat(written.pod("worker", 0).getMetadata().getLabels()).doesNotContainKey(ROLE);
    assertThat(DEMO.pod("ps", 0).getMetadata().getLabels()).containsEntry(ROLE, "master");
    assertThat(DEMO.pod("worker", 0).getMetadata().getLabels()).doesNotContainKey(ROLE);
    var alone = job().type("node", 2);
    assertThat(alone.pod("node", 0).getMetadata().getLabels()).containsEntry(ROLE, "master");
    assertThat(alone.pod("node", 1).getMetadata().getLabels()).doesNotContainKey(ROLE);
  }

  @Test
  void are_ranked_with_the_master_first_and_then_as_they_are_written() {
    assertThat(job().type("ps", 1).type("worker", 2).type("master", 1).read().replicas())
        .extracting(ReplicaId::toString)
        .containsExactly("master-0", "ps-0", "worker-0", "worker-1");
    assertThat(DEMO.read().replicas())
        .extracting(ReplicaId::toString)
        .containsExactly("ps-0", "worker-0", "worker-1", "worker-2", "worker-3");
  }

  @Test
  void keep_what_the_template_says_apart_from_the_keys_of_the_job() {
    var pod =
        job()
            .type("worker", 1)
            .with(
                "/spec/replicaSpecs/0/template",
                """
                metadata:
                  labels: {team: blue, replica-type: mine}
                  annotations: {note: kept, batch.tensorstack.dev/run-mode: mine}
                spec:
                  restartPolicy: Always
                  schedulerName: my-scheduler
                  serviceAccountName: trainer
                  nodeSelector: {gpu: a100}
                  securityContext: {runAsUser: 1000}
                  volumes: [{name: data, emptyDir: {}}]
                  initContainers: [{name: fetch, image: 'example/fetch:1'}]
                  containers:
                  - name: python
                    image: 'example/train:1'
                    command: [python]
                    args: [train.py]
                    resources: {limits: {nvidia.com/gpu: 1}}
                    volumeMounts: [{name: data, mountPath: /data}]
                """)
            .pod("worker", 0);

    assertThat(pod.getMetadata().getLabels())
        .containsEntry("team", "blue")
        .containsEntry("replica-type", "worker");
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry("note", "kept")
        .containsEntry("batch.tensorstack.dev/run-mode", "immediate");
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("my-scheduler");
    var spec = Codec.of(Pod.class).write(pod).path("spec");
    assertThat(spec.path("serviceAccountName").asText()).isEqualTo("trainer");
    assertThat(spec.path("nodeSelector")).isEqualTo(parsed("{gpu: a100}"));
    assertThat(spec.at("/securityContext/runAsUser").asLong()).isEqualTo(1000);
    assertThat(spec.path("volumes")).isEqualTo(parsed("[{name: data, emptyDir: {}}]"));
    assertThat(spec.path("initContainers"))
        .isEqualTo(parsed("[{name: fetch, image: 'example/fetch:1'}]"));
    assertThat(spec.at("/containers/0/command")).isEqualTo(parsed("[python]"));
    assertThat(spec.at("/containers/0/args")).isEqualTo(parsed("[train.py]"));
    assertThat(spec.at("/containers/0/volumeMounts"))
        .isEqualTo(parsed("[{name: data, mountPath: /data}]"));
  }

  @ParameterizedTest
  @CsvSource({"Always", "OnFailure", "Never", "ExitCode"})
  void are_never_restarted_in_place(String policy) {
    var job = job().type("worker", 1).with("/spec/replicaSpecs/0/restartPolicy", policy);

    assertThat(job.pod("worker", 0).getSpec().getRestartPolicy()).isEqualTo("Never");
  }

  @ParameterizedTest
  @CsvSource({"NORMAL, immediate", "DEBUG, debug", "RESUME, resume"})
  void say_in_which_mode_they_were_launched(Mode mode, String word) {
    assertThat(DEMO.pod("ps", 0, mode).getMetadata().getAnnotations())
        .containsEntry("batch.tensorstack.dev/run-mode", word);
    assertThat(deepSpeed(1).pod("worker", 0, mode).getMetadata().getAnnotations())
        .containsEntry("batch.tensorstack.dev/run-mode", word);
  }

  @Test
  void have_a_service_each_under_their_own_name() {
    var service = Plan.service(DEMO.read(), new ReplicaId("worker", 1));

    assertThat(Codec.of(Service.class).write(service).path("spec"))
        .isEqualTo(
            parsed(
                """
                clusterIP: None
                publishNotReadyAddresses: true
                selector:
                  tensorstack.dev/owner-kind: PyTorchTrainingJob
                  tensorstack.dev/owner-name: j
                  replica-type: worker
                  replica-index: "1"
                ports:
                - {name: master, port: 29500}
                """));
    assertThat(service.getMetadata().getName()).isEqualTo("j-abcde-worker-1");
    assertThat(service.getMetadata().getOwnerReferences())
        .isEqualTo(DEMO.pod("worker", 1).getMetadata().getOwnerReferences());
  }

  @Test
  void of_a_deepspeed_job_are_reached_by_ssh_as_well() {
    assertThat(Plan.service(deepSpeed(2).read(), new ReplicaId("worker", 1)).getSpec().getPorts())
        .extracting(port -> port.getName() + ":" + port.getPort())
        .containsExactly("ssh:22", "master:29500");
  }

  @Test
  void are_marked_for_the_scheduler_that_the_job_asks_for() {
    var pod = DEMO.queued().pod("worker", 0);

    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("t9k-scheduler");
    assertThat(pod.getMetadata().getLabels())
        .containsEntry("scheduler.tensorstack.dev/group-name", "j")
        .containsEntry("scheduler.tensorstack.dev/queue", "research")
        .containsEntry("scheduler.tensorstack.dev/role", "worker");
    assertThat(DEMO.pod("worker", 0).getMetadata().getLabels().keySet())
        .noneMatch(key -> key.startsWith("scheduler.tensorstack.dev/"));
    assertThat(DEMO.pod("worker", 0).getSpec().getSchedulerName()).isNull();
  }

  @Test
  void leave_another_scheduler_for_the_one_that_knows_their_group() {
    var job = DEMO.queued().with("/spec/replicaSpecs/1/template/spec/schedulerName", "mine");

    assertThat(job.pod("worker", 0).getSpec().getSchedulerName()).isEqualTo("t9k-scheduler");
    assertThat(
            deepSpeed(1)
                .with("/spec/scheduler/t9kScheduler/Queue", "research")
                .pod("worker", 0)
                .getMetadata()
                .getLabels())
        .containsEntry("scheduler.tensorstack.dev/queue", "research");
  }

  @Test
  void train_in_the_container_that_is_called_so_or_in_the_first() {
    var containers = "/spec/replicaSpecs/0/template/spec/containers";
    var both =
        job()
            .type("node", 1)
            .torchrun()
            .with(
                containers,
                "[{name: proxy, image: a, args: [serve]}, {name: python, image: b, args: [x.py]}]");
    assertThat(both.pod("node", 0).getSpec().getContainers())
        .extracting(container -> container.getName() + container.getCommand())
        .containsExactly("proxy[]", "python[torchrun]");

    var neither =
        both.with(
            containers,
            "[{name: one, image: a, args: [x.py]}, {name: two, image: b, args: [serve]}]");
    assertThat(neither.pod("node", 0).getSpec().getContainers())
        .extracting(container -> container.getName() + container.getCommand())
        .containsExactly("one[torchrun]", "two[]");

    var deepSpeed =
        deepSpeed(1)
            .with(
                "/spec/worker/template/spec/containers",
                "[{name: proxy, image: a}, {name: worker, image: b}]");
    assertThat(deepSpeed.pod("worker", 0).getSpec().getContainers())
        .extracting(container -> container.getName() + container.getCommand().size())
        .containsExactly("proxy0", "worker10");
  }
}
