package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APlanTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void lists_services_first_then_pods_in_rank_order() throws Exception {
    assertThat(names(plan(Jobs.DEMO)))
        .containsExactly(
            "Service demo-master-0",
            "Service demo-worker-0",
            "Service demo-worker-1",
            "Pod demo-master-0",
            "Pod demo-worker-0",
            "Pod demo-worker-1");
  }

  @Test
  void gives_master_and_workers_exactly_their_environment() throws Exception {
    var plan = plan(Jobs.DEMO);

    assertThat(environment(plan, "demo-master-0"))
        .isEqualTo(
            "PYTHONUNBUFFERED=1 MASTER_PORT=24000 PET_MASTER_PORT=24000 MASTER_ADDR=demo-master-0"
                + " PET_MASTER_ADDR=demo-master-0 WORLD_SIZE=9 RANK=0 PET_NODE_RANK=0"
                + " PET_NPROC_PER_NODE=3 PET_NNODES=3");
    assertThat(environment(plan, "demo-worker-1"))
        .isEqualTo(
            "PYTHONUNBUFFERED=1 MASTER_PORT=24000 PET_MASTER_PORT=24000 MASTER_ADDR=demo-master-0"
                + " PET_MASTER_ADDR=demo-master-0 WORLD_SIZE=9 RANK=2 PET_NODE_RANK=2"
                + " PET_NPROC_PER_NODE=3 PET_NNODES=3");
  }

  @Test
  void gives_every_worker_of_an_elastic_job_the_same_environment() throws Exception {
    var plan = plan(Jobs.FLEX);

    for (var worker : List.of("flex-worker-0", "flex-worker-1", "flex-worker-2")) {
      assertThat(environment(plan, worker))
          .isEqualTo(
              "PYTHONUNBUFFERED=1 PET_NPROC_PER_NODE=auto PET_RDZV_ENDPOINT=flex-worker-0:23456"
                  + " PET_RDZV_BACKEND=c10d PET_NNODES=2:6 PET_MAX_RESTARTS=5"
                  + " PET_RDZV_CONF=timeout=30");
    }
  }

  @Test
  void prints_a_whole_pod_and_nothing_that_is_not_there() throws Exception {
    assertThat(plan(Jobs.DEMO).at("/items/3"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"apiVersion": "v1", "kind": "Pod",
                     "metadata": {
                       "labels": {
                         "training.kubeflow.org/operator-name": "pytorchjob-controller",
                         "training.kubeflow.org/job-name": "demo",
                         "training.kubeflow.org/replica-type": "master",
                         "training.kubeflow.org/replica-index": "0",
                         "training.kubeflow.org/job-role": "master"},
                       "name": "demo-master-0", "namespace": "default",
                       "ownerReferences": [{
                         "apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob",
                         "blockOwnerDeletion": true, "controller": true, "name": "demo",
                         "uid": "6f2d8a1c-1b1e-4c62-9a55-0d2f6b0c7a11"}]},
                     "spec": {
                       "containers": [{
                         "command": ["python", "train.py"],
                         "env": [
                           {"name": "PYTHONUNBUFFERED", "value": "1"},
                           {"name": "MASTER_PORT", "value": "24000"},
                           {"name": "PET_MASTER_PORT", "value": "24000"},
                           {"name": "MASTER_ADDR", "value": "demo-master-0"},
                           {"name": "PET_MASTER_ADDR", "value": "demo-master-0"},
                           {"name": "WORLD_SIZE", "value": "9"},
                           {"name": "RANK", "value": "0"},
                           {"name": "PET_NODE_RANK", "value": "0"},
                           {"name": "PET_NPROC_PER_NODE", "value": "3"},
                           {"name": "PET_NNODES", "value": "3"}],
                         "image": "registry.example/train:1",
                         "name": "pytorch",
                         "ports": [{"containerPort": 24000, "name": "pytorchjob-port"}]}],
                       "restartPolicy": "OnFailure"}}
                    """));
  }

  @Test
  void lets_workers_wait_for_their_master_in_a_yard_as_on_a_cluster() throws Exception {
    var onACluster = pod(plan(Jobs.DEMO), "demo-worker-0");

    assertThat(onACluster.at("/spec/initContainers/0/name").asText()).isEqualTo("init-pytorch");
    assertThat(pod(plan(Jobs.DEMO, "--mode", "yard"), "demo-worker-0")).isEqualTo(onACluster);
  }

  @Test
  void shows_what_an_operators_habits_add() throws Exception {
    assertThat(names(plan(Jobs.DEMO, "--gang-scheduler-name", "volcano")))
        .contains("PodGroup demo");
    assertThat(names(plan(Jobs.DEMO))).doesNotContain("PodGroup demo");
  }

  @Test
  void grows_an_elastic_job_to_its_maximum_when_asked() throws Exception {
    assertThat(names(plan(Jobs.FLEX, "--at", "max"))).contains("Pod flex-worker-5").hasSize(12);
    assertThat(names(plan(Jobs.FLEX, "--at", "now"))).contains("Pod flex-worker-2").hasSize(6);
    assertThat(names(plan(Jobs.DEMO, "--at", "max"))).isEqualTo(names(plan(Jobs.DEMO)));
  }

  @Test
  void takes_namespace_and_uid_from_the_file_or_says_what_it_uses() throws Exception {
    var bare = Jobs.DEMO.replaceFirst("  uid: .*\n", "");
    var desk = Desk.in(directory).file("job.yaml", bare);

    var outcome = desk.run("plan", "-o", "json", "-n", "team-b", "job.yaml");

    assertThat(outcome.err())
        .isEqualTo(
            "PyTorchJob demo has no metadata.uid; the plan uses"
                + " 00000000-0000-0000-0000-000000000000.\n");
    var pod = new ObjectMapper().readTree(outcome.out()).at("/items/3");
    assertThat(pod.at("/metadata/namespace").asText()).isEqualTo("team-b");
    assertThat(pod.at("/metadata/ownerReferences/0/uid").asText())
        .isEqualTo("00000000-0000-0000-0000-000000000000");
    assertThat(plan(Jobs.FLEX).at("/items/0/metadata/namespace").asText()).isEqualTo("team-a");
  }

  @Test
  void shows_a_job_on_hold_as_it_would_be_once_it_goes_on() throws Exception {
    var held = Jobs.DEMO.replace("spec:\n  nproc", "spec:\n  runPolicy: {suspend: true}\n  nproc");

    var outcome = Desk.in(directory).file("job.yaml", held).run("plan", "-o", "json", "job.yaml");

    assertThat(outcome.err()).contains("PyTorchJob demo is on hold");
    assertThat(names(new ObjectMapper().readTree(outcome.out()))).isEqualTo(names(plan(Jobs.DEMO)));
  }

  @Test
  void has_nothing_for_a_job_that_another_controller_manages() throws Exception {
    var foreign =
        Jobs.DEMO.replace(
            "spec:\n  nproc",
            "spec:\n  runPolicy: {managedBy: kueue.x-k8s.io/multikueue}\n  nproc");

    var outcome = Desk.in(directory).file("job.yaml", foreign).run("plan", "job.yaml");

    assertThat(outcome.err()).contains("PyTorchJob demo has no objects of ours");
    assertThat(outcome.out()).isEqualTo("apiVersion: v1\nkind: List\nitems: []\n");
  }

  @Test
  void masks_secrets_and_keeps_other_objects_as_they_are() throws Exception {
    var secret =
        """
        apiVersion: v1
        kind: Secret
        metadata:
          name: token
          annotations:
            kubectl.kubernetes.io/last-applied-configuration: '{"stringData":{"key":"hunter2"}}'
        stringData:
          key: hunter2
        data:
          other: aHVudGVyMg==
        """;

    var plan = plan(secret + "---\n" + Jobs.DEMO + "---\n" + Jobs.SETTINGS);

    assertThat(plan.toString()).doesNotContain("hunter2").doesNotContain("aHVudGVyMg");
    assertThat(plan.at("/items/3/stringData/key").asText()).isEqualTo("***");
    assertThat(names(plan).subList(3, 6))
        .containsExactly("Secret token", "ConfigMap settings", "Pod demo-master-0");
  }

  @Test
  void prints_nothing_of_a_job_with_problems() {
    var outcome =
        Desk.in(directory)
            .file("job.yaml", Jobs.DEMO.replace("replicas: 2", "replicas: 0"))
            .run("plan", "job.yaml");

    assertThat(outcome)
        .isEqualTo(
            new Desk.Outcome(
                2,
                "",
                "job.yaml:20: spec.pytorchReplicaSpecs[Worker].replicas: Forbidden: must be at"
                    + " least 1\n1 problem\n"));
  }

  @Test
  void reads_well_as_yaml_and_means_the_same_as_json() throws Exception {
    var tricky =
        Jobs.DEMO.replace(
            "command: [python, train.py]",
            """
            command: [sh, -c]
                        args:
                        - |
                          set -e
                          python train.py
                        - "yes"
                        - "0644"
                        - "1.5"
                        - "null"
                        - ""
                        - "2024-01-01"
                        - "a: b"
                        - "# no comment"
                        - " led by a space"
                        - "tab\\there"
                        - "*star"
                        - "1:30"
                        - ünïcode\
            """);
    var desk = Desk.in(directory).file("job.yaml", tricky);

    var yaml = desk.run("plan", "job.yaml").out();

    assertThat(yaml)
        .startsWith("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n")
        .contains(
            "    - args:\n      - |\n        set -e\n        python train.py\n      - \"yes\"\n")
        .doesNotContain(": &")
        .doesNotContain("- &")
        .doesNotContain("null\n")
        .doesNotContain("{}");
    // Reading the plan back gives the plan: every word kept its meaning.
    var again = desk.file("plan.yaml", yaml).run("plan", "-o", "json", "plan.yaml").out();
    assertThat(new ObjectMapper().readTree(again)).isEqualTo(plan(tricky));
  }

  private JsonNode plan(String manifest, String... options) throws Exception {
    var arguments = new ArrayList<>(List.of("plan", "-o", "json"));
    arguments.addAll(List.of(options));
    arguments.add("planned.yaml");
    var outcome =
        Desk.in(directory).file("planned.yaml", manifest).run(arguments.toArray(String[]::new));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return new ObjectMapper().readTree(outcome.out());
  }

  private static List<String> names(JsonNode plan) {
    return items(plan).stream()
        .map(item -> item.path("kind").asText() + " " + item.at("/metadata/name").asText())
        .toList();
  }

  private static List<JsonNode> items(JsonNode plan) {
    return StreamSupport.stream(plan.path("items").spliterator(), false).toList();
  }

  private static JsonNode pod(JsonNode plan, String name) {
    return items(plan).stream()
        .filter(item -> item.path("kind").asText().equals("Pod"))
        .filter(item -> item.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String environment(JsonNode plan, String pod) {
    return StreamSupport.stream(pod(plan, pod).at("/spec/containers/0/env").spliterator(), false)
        .map(one -> one.path("name").asText() + "=" + one.path("value").asText())
        .collect(Collectors.joining(" "));
  }
}
