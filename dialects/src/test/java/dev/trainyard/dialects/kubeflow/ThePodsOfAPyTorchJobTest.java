package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Habits;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.WaitTemplate;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePodsOfAPyTorchJobTest {

  private static final JobMaker DEMO =
      job("demo")
          .master()
          .workers(2)
          .masterWith(
              "/template/spec/containers/0/ports",
              "[{name: pytorchjob-port, containerPort: 24000}]")
          .with("/spec/nprocPerNode", "'3'");

  @Test
  void are_whole_as_documented() {
    assertThat(Codec.of(Pod.class).write(pod(DEMO.read(), "Worker", 1)))
        .isEqualTo(
            JobMaker.parsed(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: demo-worker-1
                  namespace: team-a
                  labels:
                    training.kubeflow.org/operator-name: pytorchjob-controller
                    training.kubeflow.org/job-name: demo
                    training.kubeflow.org/replica-type: worker
                    training.kubeflow.org/replica-index: "1"
                  ownerReferences:
                  - apiVersion: kubeflow.org/v1
                    kind: PyTorchJob
                    name: demo
                    uid: uid-1
                    controller: true
                    blockOwnerDeletion: true
                spec:
                  restartPolicy: OnFailure
                  initContainers:
                  - name: init-pytorch
                    image: alpine:3.10
                    imagePullPolicy: IfNotPresent
                    command:
                    - sh
                    - -c
                    - err=1;for i in $(seq 100); do if nslookup demo-master-0; then err=0 && break; fi;echo waiting for master; sleep 2; done; exit $err
                    resources:
                      limits: {cpu: 100m, memory: 20Mi}
                      requests: {cpu: 50m, memory: 10Mi}
                  containers:
                  - name: pytorch
                    image: example/train:1
                    ports:
                    - name: pytorchjob-port
                      containerPort: 23456
                    env:
                    - {name: PYTHONUNBUFFERED, value: "1"}
                    - {name: MASTER_PORT, value: "24000"}
                    - {name: PET_MASTER_PORT, value: "24000"}
                    - {name: MASTER_ADDR, value: demo-master-0}
                    - {name: PET_MASTER_ADDR, value: demo-master-0}
                    - {name: WORLD_SIZE, value: "9"}
                    - {name: RANK, value: "2"}
                    - {name: PET_NODE_RANK, value: "2"}
                    - {name: PET_NPROC_PER_NODE, value: "3"}
                    - {name: PET_NNODES, value: "3"}
                """));
  }

  @Test
  void have_one_that_leads() {
    var master = pod(DEMO.read(), "Master", 0);

    assertThat(master.getMetadata().getName()).isEqualTo("demo-master-0");
    assertThat(master.getMetadata().getLabels())
        .containsEntry("training.kubeflow.org/job-role", "master")
        .containsEntry("training.kubeflow.org/replica-type", "master");
    assertThat(master.getSpec().getInitContainers()).isEmpty();
    assertThat(env(master)).contains(" RANK=0 PET_NODE_RANK=0 ");
  }

  @Test
  void are_led_by_the_first_worker_where_there_is_no_master() {
    var job = job("demo").workers(2).read();

    assertThat(pod(job, "Worker", 0).getMetadata().getLabels())
        .containsEntry("training.kubeflow.org/job-role", "master");
    assertThat(pod(job, "Worker", 1).getMetadata().getLabels())
        .doesNotContainKey("training.kubeflow.org/job-role");
    assertThat(pod(job, "Worker", 1).getSpec().getInitContainers()).isEmpty();
  }

  @Test
  void of_an_elastic_job_are_told_its_bounds() {
    var flex =
        job("flex")
            .workers(3)
            .elastic(
                "{minReplicas: 2, maxReplicas: 6, maxRestarts: 5, rdzvConf: [{key: timeout, value:"
                    + " '30'}]}");

    assertThat(env(pod(flex.read(), "Worker", 2)))
        .isEqualTo(
            "PYTHONUNBUFFERED=1 PET_NPROC_PER_NODE=auto PET_RDZV_ENDPOINT=flex-worker-0:23456"
                + " PET_RDZV_BACKEND=c10d PET_NNODES=2:6 PET_MAX_RESTARTS=5"
                + " PET_RDZV_CONF=timeout=30");
  }

  @Test
  void of_an_elastic_job_without_bounds_are_told_the_number_of_workers_twice() {
    assertThat(env(pod(job("flex").workers(3).elastic("{}").read(), "Worker", 0)))
        .contains("PET_NNODES=3:3");
  }

  @Test
  void without_a_master_are_given_neither_address_nor_rank() {
    assertThat(env(pod(job("alone").workers(2).read(), "Worker", 1)))
        .isEqualTo("PYTHONUNBUFFERED=1 PET_NPROC_PER_NODE=auto PET_NNODES=2");
  }

  @Test
  void of_an_elastic_job_take_the_processes_from_its_old_field() {
    assertThat(env(pod(job("flex").workers(1).elastic("{nProcPerNode: 4}").read(), "Worker", 0)))
        .isEqualTo(
            "PYTHONUNBUFFERED=1 PET_RDZV_ENDPOINT=flex-worker-0:23456 PET_RDZV_BACKEND=c10d"
                + " PET_NNODES=1:1 PET_NPROC_PER_NODE=4");
  }

  @ParameterizedTest
  @CsvSource({
    "auto, 3",
    "gpu, 3",
    "2, 6",
    "+2, 6",
    "xpu, 3",
    "999999999999999999, 2999999999999999997"
  })
  void count_the_world_in_processes(String processes, String world) {
    var job = DEMO.with("/spec/nprocPerNode", "'" + processes + "'").read();

    assertThat(env(pod(job, "Master", 0)))
        .contains("WORLD_SIZE=%s ".formatted(world))
        .contains("PET_NPROC_PER_NODE=%s ".formatted(processes));
  }

  @Test
  void keep_the_users_variables_first_and_the_documented_ones_effective() {
    var job =
        DEMO.workersWith(
            "/template/spec/containers",
            """
            [{name: pytorch, image: a, env: [{name: LR, value: '1'}, {name: RANK, value: '7'},
              {name: PYTHONUNBUFFERED, value: '0'}]},
             {name: sidecar, image: b}]
            """);

    var containers = pod(job.read(), "Worker", 0).getSpec().getContainers();

    assertThat(env(containers.get(0)))
        .startsWith("LR=1 PYTHONUNBUFFERED=0 MASTER_PORT=24000 ")
        .contains(" RANK=1 ")
        .doesNotContain("RANK=7");
    assertThat(env(containers.get(1))).startsWith("PYTHONUNBUFFERED=1 MASTER_PORT=24000 ");
  }

  @Test
  void never_change_the_users_init_containers() {
    var job = DEMO.workersWith("/template/spec/initContainers", "[{name: fetch, image: a}]").read();

    var init = pod(job, "Worker", 0).getSpec().getInitContainers();

    assertThat(init).extracting(Container::getName).containsExactly("fetch", "init-pytorch");
    assertThat(init.getFirst().getEnv()).isEmpty();
  }

  @Test
  void keep_the_labels_of_the_template_except_those_that_make_them_ours() {
    var job =
        DEMO.workersWith(
                "/template/metadata",
                "{name: x, namespace: y, labels: {step: train, training.kubeflow.org/job-name:"
                    + " other}, annotations: {sidecar.istio.io/inject: 'false'}}")
            .read();

    var metadata = pod(job, "Worker", 0).getMetadata();

    assertThat(metadata.getName()).isEqualTo("demo-worker-0");
    assertThat(metadata.getNamespace()).isEqualTo("team-a");
    assertThat(metadata.getLabels())
        .containsEntry("step", "train")
        .containsEntry("training.kubeflow.org/job-name", "demo");
    assertThat(metadata.getAnnotations()).containsOnlyKeys("sidecar.istio.io/inject");
  }

  @ParameterizedTest
  @CsvSource({"Always, Always", "OnFailure, OnFailure", "Never, Never", "ExitCode, Never"})
  void restart_in_place_as_their_replicas_say(String policy, String restarts) {
    var job =
        DEMO.workersWith("/restartPolicy", policy)
            .workersWith("/template/spec/restartPolicy", "Always")
            .read();

    assertThat(pod(job, "Worker", 0).getSpec().getRestartPolicy()).isEqualTo(restarts);
  }

  @Test
  void wait_for_no_master_where_nobody_wants_it() {
    assertThat(init(DEMO.annotated("trainyard.dev/master-wait", "off"), settings(true, 100)))
        .isEmpty();
    assertThat(init(DEMO, settings(false, 100))).isEmpty();
    assertThat(init(DEMO, Settings.defaults(Place.YARD)))
        .isEqualTo(init(DEMO, Settings.defaults(Place.CLUSTER)));
    assertThat(init(DEMO.annotated("trainyard.dev/master-wait", "on"), settings(true, 100)))
        .hasSize(1);
  }

  @Test
  void wait_for_ever_where_the_tries_are_not_limited() {
    assertThat(init(DEMO, settings(true, 0)).getFirst().getCommand())
        .containsExactly(
            "sh", "-c", "until nslookup demo-master-0; do echo waiting for master; sleep 2; done");
  }

  @Test
  void are_found_by_a_service_each() {
    var job =
        DEMO.workersWith(
                "/template/spec/containers/0/ports",
                "[{name: metrics, containerPort: 9090, protocol: UDP}, {containerPort: 8080}]")
            .read();

    assertThat(
            Codec.of(Service.class)
                .write(Plan.service(job, new ReplicaId("Worker", 1)))
                .at("/spec"))
        .isEqualTo(
            JobMaker.parsed(
                """
                clusterIP: None
                publishNotReadyAddresses: true
                selector:
                  training.kubeflow.org/job-name: demo
                  training.kubeflow.org/operator-name: pytorchjob-controller
                  training.kubeflow.org/replica-index: "1"
                  training.kubeflow.org/replica-type: worker
                ports:
                - {name: metrics, port: 9090, protocol: UDP}
                - {name: port-8080, port: 8080}
                - {name: pytorchjob-port, port: 23456}
                """));
  }

  @Test
  void share_their_names_owner_and_labels_with_their_services() {
    var service = Plan.service(DEMO.read(), new ReplicaId("Master", 0));

    assertThat(service.getMetadata().getName()).isEqualTo("demo-master-0");
    assertThat(service.getMetadata().getLabels()).isEqualTo(service.getSpec().getSelector());
    assertThat(service.getMetadata().getOwnerReferences())
        .isEqualTo(pod(DEMO.read(), "Master", 0).getMetadata().getOwnerReferences());
    assertThat(service.getSpec().getPorts())
        .extracting(port -> port.getName() + ":" + port.getPort())
        .containsExactly("pytorchjob-port:24000");
  }

  @Test
  void wait_in_the_containers_that_the_administrator_has_written() {
    var template =
        new WaitTemplate(
            """
            - name: wait
              image: {{.InitContainerImage}}
              args: ["{{ .MasterAddr }}", "{{.MaxTries}}"]
              resources: {limits: {memory: 64Mi}}
            """);
    var settings =
        Settings.defaults(Place.CLUSTER)
            .with(new Settings.MasterWait(true, "example/wait:1", 7, Optional.of(template)));

    assertThat(init(DEMO, settings))
        .satisfiesExactly(
            wait -> {
              assertThat(wait.getName()).isEqualTo("wait");
              assertThat(wait.getImage()).isEqualTo("example/wait:1");
              assertThat(wait.getArgs()).containsExactly("demo-master-0", "7");
            });
  }

  @Test
  void wait_in_nothing_that_cannot_be_read() {
    assertThatThrownBy(() -> new WaitTemplate("- name: {{.Master}}"))
        .hasMessage(
            "{{.Master}} is none of {{.MasterAddr}}, {{.InitContainerImage}} and {{.MaxTries}}");
    assertThatThrownBy(() -> new WaitTemplate("name: wait"))
        .hasMessageStartingWith("an init container template must be a YAML list of containers: ");
  }

  @Test
  void start_no_more_processes_than_they_have_cpus_where_that_is_wanted() {
    var careful = Settings.defaults(Place.CLUSTER).with(new Habits("None", "", true));
    var demo =
        job("demo")
            .master()
            .workers(1)
            .workersWith("/template/spec/containers/0/resources", "{limits: {cpu: 3500m}}");
    var job = demo.read(Lookup.nothing(careful));

    assertThat(env(pod(job, "Worker", 0))).contains(" PET_NPROC_PER_NODE=3 ");
    assertThat(env(pod(job, "Master", 0))).contains(" PET_NPROC_PER_NODE=1 ");
    assertThat(env(pod(demo.read(), "Worker", 0))).contains(" PET_NPROC_PER_NODE=auto ");
  }

  private static Settings settings(boolean waits, int tries) {
    return Settings.defaults(Place.CLUSTER)
        .with(new Settings.MasterWait(waits, "example/wait:1", tries, Optional.empty()));
  }

  private static List<Container> init(JobMaker maker, Settings settings) {
    var reading = new PyTorchJobDialect().read(maker.build(), Lookup.nothing(settings));
    return reading instanceof Reading.Job(var job)
        ? pod(job, "Worker", 0).getSpec().getInitContainers()
        : List.of();
  }

  private static Pod pod(TrainingJob job, String role, int index) {
    return PodPlan.pod(job, new CreatePod(new ReplicaId(role, index), Mode.NORMAL, 1, 0, 0));
  }

  private static String env(Pod pod) {
    return env(pod.getSpec().getContainers().getFirst());
  }

  private static String env(Container container) {
    return container.getEnv().stream()
        .map(variable -> variable.getName() + "=" + variable.getValue())
        .collect(Collectors.joining(" "));
  }
}
