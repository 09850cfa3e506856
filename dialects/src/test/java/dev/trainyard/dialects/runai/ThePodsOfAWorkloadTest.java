package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.runai.WorkloadSettings.Identity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePodsOfAWorkloadTest {

  /// The worked example of the specification, to the byte.
  @Test
  void are_as_documented() {
    var example =
        workload("frac")
            .value("gpu", "'0.5'")
            .value("arguments", "\"python train.py --tag 'a b'\"")
            .item("environment", "LR", "'0.1'")
            .item("environment", "TOKEN", "'SECRET:s1,tok'")
            .value("largeShm", "true")
            .in(new Project().withNamespace("runai-team-a", Map.of("runai/queue", "team-a")));

    assertThat(Json.tree(example.pod()))
        .isEqualTo(
            Project.tree(
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: frac-0-0
                  namespace: runai-team-a
                  labels:
                    app: runaijob
                    release: frac
                    createdBy: RunaiJob
                    project: team-a
                    runai/queue: team-a
                    kai.scheduler/queue: team-a
                    priorityClassName: train
                    runai/pod-index: "0-0"
                  annotations:
                    pod-group-name: pg-frac-0-U
                    runai-job-id: U
                    gpu-fraction: "0.5"
                  ownerReferences:
                  - apiVersion: run.ai/v2alpha1
                    blockOwnerDeletion: true
                    controller: true
                    kind: TrainingWorkload
                    name: w1
                    uid: U
                spec:
                  restartPolicy: Never
                  volumes:
                  - name: dshm
                    emptyDir: {medium: Memory}
                  containers:
                  - name: frac
                    image: repo/img:1
                    imagePullPolicy: Always
                    args: [python, train.py, --tag, "a b"]
                    env:
                    - {name: JOB_NAME, value: frac}
                    - {name: RUNAI_JOB_NAME, value: frac}
                    - {name: JOB_UUID, value: U}
                    - {name: RUNAI_PROJECT, value: team-a}
                    - {name: RUNAI_NUM_OF_GPUS, value: "0.5"}
                    - name: NODE_NAME
                      valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
                    - {name: JOB_COMPLETION_INDEX, value: "0"}
                    - {name: LR, value: "0.1"}
                    - name: TOKEN
                      valueFrom: {secretKeyRef: {name: s1, key: tok}}
                    resources:
                      requests: {cpu: 50m, memory: 50Mi}
                    volumeMounts:
                    - {name: dshm, mountPath: /dev/shm}
                """));
    var claim = example.read().naming().claim().orElseThrow();
    assertThat(claim.name(0)).isEqualTo("frac");
    assertThat(claim.labels())
        .containsOnly(entry("base-name", "frac"), entry("createdBy", "RunaiJob"));
    assertThat(claim.numberLabel()).isEqualTo("base-name-index");
    assertThat(claim.data()).containsOnlyKeys("effective-spec", "base-chain");
  }

  @Test
  void are_told_apart_by_index_and_try() {
    var pod = workload("hpo").value("completions", "3").pod(2, 1);

    assertThat(pod.getMetadata().getName()).isEqualTo("hpo-2-1");
    assertThat(pod.getMetadata().getLabels()).containsEntry("runai/pod-index", "2-1");
    assertThat(pod.getMetadata().getAnnotations()).containsEntry("pod-group-name", "pg-hpo-2-U");
    assertThat(pod.getSpec().getContainers().getFirst().getEnv())
        .anyMatch(
            one -> one.getName().equals("JOB_COMPLETION_INDEX") && "2".equals(one.getValue()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu | 2 | limits | {nvidia.com/gpu: '2'}",
        "gpu | 2 | requests | {cpu: 200m, memory: 200Mi, nvidia.com/gpu: '2'}",
        "gpu | '0' | requests | ",
        "gpu | 0.25 | requests | {cpu: 25m, memory: 25Mi}",
        "gpu | 0.015 | requests | {cpu: 2m, memory: 1536Ki}",
        "gpu | 10 | requests | {cpu: '1', memory: 1000Mi, nvidia.com/gpu: '10'}",
        "gpuDevices | 3 | limits | {nvidia.com/gpu: '3'}",
        "gpuMemory | 4G | requests | {cpu: 100m, memory: 100Mi}",
        "gpuMemory | 4G | limits | ",
        "migProfile | 3g.20gb | limits | {nvidia.com/mig-3g.20gb: '1'}",
        "cpu | 500m | requests | {cpu: 500m}",
        "cpuLimit | 2 | requests | {cpu: 200m}",
        "cpuLimit | 2 | limits | {cpu: '2'}",
        "memory | 1G | requests | {memory: 1G}",
        "memoryLimit | 1Gi | requests | {memory: 107374183}",
        "memoryLimit | 1Gi | limits | {memory: 1Gi}"
      })
  void ask_for_what_is_wanted(String field, String value, String what, String wanted) {
    var resources = main(workload("job").value(field, value)).path("resources").path(what);

    var expected = wanted == null ? Project.tree("{}") : Project.tree(wanted);
    assertThat(texts(resources)).isEqualTo(texts(expected));
  }

  private static String texts(JsonNode amounts) {
    var texts = new TreeMap<String, String>();
    amounts.properties().forEach(one -> texts.put(one.getKey(), one.getValue().asText()));
    return texts.toString();
  }

  @Test
  void never_ask_for_more_than_they_may_use() {
    var pod = main(workload("job").value("gpu", "4").value("cpuLimit", "300m"));

    assertThat(pod.at("/resources/requests/cpu").asText()).isEqualTo("300m");
  }

  @Test
  void ask_by_other_factors_where_an_administrator_says_so() {
    var settings =
        WorkloadSettings.defaults()
            .with(
                new WorkloadSettings.Requests(
                    "1", "1Gi", "0.5", "0.5", Optional.of("2"), Optional.of("4Gi")));

    var resources = main(workload("job").value("gpu", "2").with(settings)).path("resources");

    assertThat(texts(resources.path("requests")))
        .isEqualTo("{cpu=2, memory=2Gi, nvidia.com/gpu=2}");
    assertThat(texts(resources.path("limits"))).isEqualTo("{cpu=4, memory=8Gi, nvidia.com/gpu=2}");
  }

  @Test
  void have_devices_of_other_kinds_whole() {
    var pod =
        main(
            workload("job")
                .item("extendedResources", "a", "{name: example.com/fpga, quantity: 2}"));

    assertThat(pod.path("resources").toString())
        .isEqualTo(
            "{\"limits\":{\"example.com/fpga\":\"2\"},\"requests\":{\"example.com/fpga\":\"2\"}}");
  }

  @ParameterizedTest
  @CsvSource({
    "gpu, 0.50, gpu-fraction, 0.5",
    "gpuMemory, 4G, gpu-memory, 4000",
    "gpuMemory, 4Gi, gpu-memory, 4294",
    "nodePools, 'b, a', run.ai/node-pools, b a",
    "nodePool, b, run.ai/node-pools, b",
    "username, Ada L, user, Ada L"
  })
  void are_annotated_for_the_scheduler(String field, String value, String key, String text) {
    var pod = workload("job").value(field, "\"" + value + "\"").pod();

    assertThat(pod.getMetadata().getAnnotations()).containsEntry(key, text);
  }

  @Test
  void have_the_same_share_of_several_devices() {
    var pod = workload("job").value("gpu", "0.5").value("gpuDevices", "2").pod();

    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry("gpu-fraction", "0.5")
        .containsEntry("gpu-fraction-num-devices", "2");
  }

  @Test
  void wait_in_the_queue_of_the_first_pool() {
    var labels = workload("job").value("nodePools", "fast slow").pod().getMetadata().getLabels();

    assertThat(labels)
        .containsEntry("kai.scheduler/node-pool", "fast")
        .containsEntry("kai.scheduler/queue", "team-a-fast")
        .containsEntry("runai/queue", "team-a");
    assertThat(workload("job").value("nodePools", "default").pod().getMetadata().getLabels())
        .doesNotContainKey("kai.scheduler/node-pool")
        .containsEntry("kai.scheduler/queue", "team-a");
  }

  @Test
  void are_labelled_by_their_user_where_that_is_a_label() {
    assertThat(workload("job").value("username", "ada").pod().getMetadata().getLabels())
        .containsEntry("user", "ada");
    assertThat(workload("job").value("username", "Ada L").pod().getMetadata().getLabels())
        .doesNotContainKey("user");
  }

  @Test
  void wear_what_their_author_wants_unless_it_is_the_schedulers() {
    var workload =
        workload("job")
            .item("labels", "priorityClassName", "build")
            .item("labels", "team", "vision")
            .item("labels", "project", "mine")
            .item("labels", "runai/queue", "other")
            .item("annotations", "gpu-fraction", "'0.9'")
            .item("annotations", "mps", "'true'");

    assertThat(workload.pod().getMetadata().getLabels())
        .containsEntry("priorityClassName", "build")
        .containsEntry("team", "vision")
        .containsEntry("project", "team-a")
        .containsEntry("runai/queue", "team-a");
    assertThat(workload.pod().getMetadata().getAnnotations())
        .containsEntry("mps", "true")
        .doesNotContainKey("gpu-fraction");
    assertThat(workload.remarks())
        .filteredOn(one -> one.startsWith("ReservedKeyIgnored"))
        .hasSize(2);
  }

  @Test
  void keep_a_variable_that_their_author_sets() {
    var env = main(workload("job").item("environment", "JOB_NAME", "mine")).path("env").toString();

    assertThat(env).contains("\"JOB_NAME\",\"value\":\"mine\"");
    assertThat(env.split("\"JOB_NAME\"", -1)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu | 3 | '3'",
        "gpu | 0.5 | '0.5'",
        "migProfile | 1g.5gb | '1'",
        "stdin | false | '0'",
        "gpuMemory | 1G | "
      })
  void know_how_many_gpus_they_have(String field, String value, String told) {
    var env = main(workload("job").value(field, value)).path("env");

    assertThat(value(env, "RUNAI_NUM_OF_GPUS")).isEqualTo(told == null ? "" : told);
  }

  @Test
  void know_the_limit_of_their_share() {
    var env = main(workload("job").value("gpu", "0.5").value("gpuLimit", "'0.80'")).path("env");

    assertThat(value(env, "RUNAI_GPU_MEMORY_LIMIT")).isEqualTo("0.80");
  }

  private static String value(JsonNode env, String name) {
    for (var one : env) {
      if (one.path("name").asText().equals(name)) {
        return one.path("value").asText();
      }
    }
    return "";
  }

  @Test
  void run_a_line_without_a_shell() {
    var main =
        main(
            workload("job")
                .value("command", "/bin/zsh -c 'a && b'")
                .value("arguments", "--url=/${RUNAI_PROJECT}/${OTHER}")
                .value("workingDir", "/work")
                .value("imagePullPolicy", "ifNotPresent")
                .value("stdin", "true")
                .value("tty", "true"));

    assertThat(main.path("command").toString()).isEqualTo("[\"/bin/zsh\",\"-c\",\"a && b\"]");
    assertThat(main.path("args").toString()).isEqualTo("[\"--url=/$(RUNAI_PROJECT)/${OTHER}\"]");
    assertThat(main.path("workingDir").asText()).isEqualTo("/work");
    assertThat(main.path("imagePullPolicy").asText()).isEqualTo("IfNotPresent");
    assertThat(main.path("stdin").asBoolean()).isTrue();
    assertThat(main.path("tty").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allowPrivilegeEscalation | false | {allowPrivilegeEscalation: false}",
        "allowPrivilegeEscalation | true | {allowPrivilegeEscalation: true}",
        "runAsNonRoot | true | {runAsNonRoot: true}",
        "runAsNonRoot | false | ",
        "seccompProfileType | RuntimeDefault | {seccompProfile: {type: RuntimeDefault}}",
        "dropAllCapabilities | true | {capabilities: {drop: [ALL]}}",
        "readOnlyRootFilesystem | true | {readOnlyRootFilesystem: true}"
      })
  void may_do_what_is_allowed(String field, String value, String context) {
    var main = main(workload("job").value(field, value));

    assertThat(main.path("securityContext"))
        .isEqualTo(context == null ? main.path("nothing") : Project.tree(context));
  }

  @Test
  void have_each_capability_once() {
    var main =
        main(
            workload("job")
                .item("capabilities", "a", "{capability: SYS_NICE}")
                .item("capabilities", "b", "{capability: SYS_NICE}")
                .item("capabilities", "c", "{capability: IPC_LOCK}"));

    assertThat(main.at("/securityContext/capabilities/add").toString())
        .isEqualTo("[\"SYS_NICE\",\"IPC_LOCK\"]");
  }

  @Test
  void run_as_whom_they_are_told() {
    var workload =
        workload("job")
            .value("runAsUid", "1000")
            .value("runAsGid", "50")
            .value("supplementalGroups", "'7; 8'");

    assertThat(spec(workload).path("securityContext"))
        .isEqualTo(Project.tree("{supplementalGroups: [7, 8]}"));
    assertThat(spec(workload.value("runAsUser", "true")).path("securityContext"))
        .isEqualTo(Project.tree("{runAsUser: 1000, runAsGroup: 50, supplementalGroups: [7, 8]}"));
  }

  @Test
  void have_a_home_of_their_own_when_they_run_as_somebody() {
    var spec = spec(workload("job").value("runAsUser", "true").value("runAsUid", "1000"));

    assertThat(spec.path("volumes").toString())
        .isEqualTo("[{\"emptyDir\":{},\"name\":\"user-data\"}]");
    assertThat(spec.at("/containers/0/volumeMounts/0/mountPath").asText())
        .isEqualTo("/home/runai-home");
    assertThat(value(spec.at("/containers/0/env"), "HOME")).isEqualTo("/home/runai-home");
    var own = workload("job").value("createHomeDir", "true").item("environment", "HOME", "/mine");
    assertThat(value(main(own).path("env"), "HOME")).isEqualTo("/mine");
  }

  @Test
  void run_as_the_user_of_the_machine_or_at_least_not_as_root() {
    var workload = workload("job").value("runAsUser", "true");

    assertThat(main(workload).path("securityContext"))
        .isEqualTo(Project.tree("{runAsNonRoot: true}"));
    assertThat(workload.remarks())
        .anyMatch(one -> one.startsWith("RunAsUidUnresolved runAsUser: "));
    var known =
        workload.with(
            WorkloadSettings.defaults().runningAs(new Identity(501, OptionalLong.of(20))));
    assertThat(spec(known).path("securityContext"))
        .isEqualTo(Project.tree("{runAsUser: 501, runAsGroup: 20}"));
    assertThat(known.remarks()).isEmpty();
  }

  @Test
  void share_with_their_node_what_is_asked_for() {
    var spec = spec(workload("job").value("hostIpc", "true").value("hostNetwork", "true"));

    assertThat(spec.path("hostIPC").asBoolean()).isTrue();
    assertThat(spec.path("hostNetwork").asBoolean()).isTrue();
    assertThat(spec.path("dnsPolicy").asText()).isEqualTo("ClusterFirstWithHostNet");
  }

  @Test
  void go_where_they_may() {
    var spec =
        spec(
            workload("job")
                .value("nodeType", "dgx")
                .item(
                    "tolerations",
                    "a",
                    "{operator: Exists, key: gpu, effect: NoExecute, seconds: 5}")
                .item("tolerations", "b", "{operator: Equal, key: k, value: v, effect: Any}")
                .value("podAffinity", "true")
                .value("podAffinityTopology", "zone"));

    assertThat(spec.path("nodeSelector").toString()).isEqualTo("{\"run.ai/type\":\"dgx\"}");
    assertThat(spec.path("tolerations"))
        .isEqualTo(
            Project.tree(
                "[{operator: Exists, key: gpu, effect: NoExecute, tolerationSeconds: 5},"
                    + " {operator: Equal, key: k, value: v}]"));
    assertThat(spec.path("affinity"))
        .isEqualTo(
            Project.tree(
                "{podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100,"
                    + " podAffinityTerm: {topologyKey: zone, labelSelector: {matchLabels: {release:"
                    + " job}}}}]}}"));
    var hard =
        spec(
            workload("job")
                .value("podAffinity", "true")
                .value("podAffinityTopology", "zone")
                .value("podAffinitySchedulingRule", "hard"));
    assertThat(
            hard.at(
                    "/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/topologyKey")
                .asText())
        .isEqualTo("zone");
  }

  @Test
  void are_placed_by_the_scheduler_that_is_set() {
    assertThat(spec(workload("job")).has("schedulerName")).isFalse();
    assertThat(
            spec(workload("job").with(WorkloadSettings.defaults().scheduledBy("kai-scheduler")))
                .path("schedulerName")
                .asText())
        .isEqualTo("kai-scheduler");
  }

  @Test
  void pull_with_the_secrets_that_are_named() {
    assertThat(spec(workload("job").value("imagePullSecrets", "a b")).path("imagePullSecrets"))
        .isEqualTo(Project.tree("[{name: a}, {name: b}]"));
  }

  @Test
  void are_the_same_on_one_machine() {
    var workload = workload("job").value("gpu", "0.5").value("largeShm", "true");

    assertThat(workload.in(Place.YARD).pod()).isEqualTo(workload.pod());
  }

  private static JsonNode spec(WorkloadMaker workload) {
    return Project.tree(Json.tree(workload.pod()).toString()).path("spec");
  }

  private static JsonNode main(WorkloadMaker workload) {
    return spec(workload).at("/containers/0");
  }
}
