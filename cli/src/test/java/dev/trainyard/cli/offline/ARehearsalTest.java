package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ARehearsalTest {

  private static final Path EXAMPLES = Path.of("..", "examples");

  /// A killed worker is replaced, one that fails by its own fault is not.
  private static final String TRAIN =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata:
        name: train
      spec:
        runPolicy: {cleanPodPolicy: Running}
        pytorchReplicaSpecs:
          Master:
            restartPolicy: ExitCode
            template: &replica
              spec:
                containers:
                - name: pytorch
                  image: registry.example/train:1
                  resources: {limits: {nvidia.com/gpu: 1}}
                - name: sidecar
                  image: registry.example/sidecar:1
          Worker:
            replicas: 2
            restartPolicy: ExitCode
            template: *replica
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  void tells_how_a_killed_worker_is_replaced() {
    var told = rehearsed(TRAIN, "events: [{at: 20s, pod: train-worker-1, exit: 137}]");

    assertThat(told)
        .containsSubsequence(
            "2.01s      Pod        train-master-0, train-worker-0, train-worker-1 Running",
            "           PyTorchJob train Running (PyTorchJobRunning): PyTorchJob train is running.",
            "20s      > script     train-worker-1 exits with code 137 (events.yaml:1)",
            "           Pod        train-worker-1 Failed: exit code 137",
            "           event      ExitedWithCode: Pod: default.train-worker-1 exited with code"
                + " 137",
            "           PyTorchJob train Restarting (PyTorchJobRestarting): job train is restarting"
                + " because Worker replica(s) failed.",
            "           Pod        train-worker-1 asked to go by the operator",
            "           Pod        train-worker-1 gone",
            "           Pod        train-worker-1 created",
            "20.01s     Pod        train-worker-1 placed on node",
            "22.01s     Pod        train-worker-1 Running",
            "PyTorchJob train is Running after 1 restart: PyTorchJob train is running.",
            "  train-worker-1 Running on node");
    assertThat(told.getLast()).startsWith("Played 10m of virtual time: ");
  }

  @Test
  void plays_a_killed_worker_a_lost_node_and_a_crashed_operator_on_the_quickstart() {
    var told =
        rehearsed(
            example("quickstart.yaml"),
            """
            world:
              nodes: [{name: n1}, {name: n2}]
            events:
            - {at: 20s, pod: quickstart-worker-1, exit: 137}
            - {at: 40s, node: n1, ready: false}
            - {at: 41s, crash: operator, for: 3s}
            """);

    assertThat(told)
        .containsSubsequence(
            "20s      > script     quickstart-worker-1 exits with code 137 (events.yaml:4)",
            "           event      Warning PyTorchJobFailed: PyTorchJob quickstart is failed"
                + " because 1 Worker replica(s) failed.",
            "           Pod        quickstart-master-0, quickstart-worker-0 gone",
            "40s      > script     node n1 is lost from sight (events.yaml:5)",
            "           Node       n1 out of sight (Ready is Unknown)",
            "41s      > script     the operator crashes; the next one starts in 3s (events.yaml:6)",
            "44s                   the next operator starts",
            "PyTorchJob quickstart has Failed: PyTorchJob quickstart is failed because 1 Worker"
                + " replica(s) failed.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void gives_the_same_bytes_for_the_same_input(String form) {
    var desk =
        Desk.in(directory)
            .file("job.yaml", example("pytorch-elastic.yaml"))
            .file("events.yaml", example("rehearsal.yaml"));

    var once = desk.run("rehearse", "job.yaml", "--script", "events.yaml", "-o", form);
    var again = desk.run("rehearse", "job.yaml", "--script", "events.yaml", "-o", form);

    assertThat(once.status()).isZero();
    assertThat(once.out()).isNotEmpty().isEqualTo(again.out());
  }

  @Test
  void is_printed_as_the_docs_show_it() throws Exception {
    var printed =
        Desk.in(Path.of(".."))
            .run(
                "rehearse", "examples/pytorch-elastic.yaml", "--script", "examples/rehearsal.yaml");

    assertThat(Files.readString(Path.of("..", "docs", "rehearse.md"))).contains(printed.out());
  }

  @Test
  void plays_a_training_job_that_is_paused_and_resumed() {
    var printed =
        Desk.in(Path.of(".."))
            .run(
                "rehearse",
                "examples/pytorch-training.yaml",
                "--script",
                "examples/rehearsal-pause.yaml");

    assertThat(printed.status()).isZero();
    assertThat(printed.out())
        .containsSubsequence(
            "event      RestartReplica: Restart the replica[training-",
            "PyTorchTrainingJob training Paused (Paused): The job has been paused.",
            "event      Resumed: The job has been resumed.",
            "event      Running: The job began running at 2026-01-01 00:02:02.01 UTC",
            "PyTorchTrainingJob training has Succeeded after 1 restart");
  }

  @Test
  void comes_as_one_line_of_json_for_every_moment() throws Exception {
    var moments = moments(TRAIN, "events: [{at: 20s, pod: train-worker-1, oom: true}]");

    assertThat(moments).extracting(moment -> moment.path("at").asDouble()).isSorted();
    assertThat(moments)
        .allSatisfy(
            moment -> assertThat(moment.fieldNames()).toIterable().contains("writes", "events"));
    var killed = moment(moments, 20);
    assertThat(killed.path("script"))
        .hasToString(
            "[{\"place\":\"events.yaml:1\",\"does\":\"train-worker-1 exits with code 137"
                + " (OOMKilled)\"}]");
    assertThat(killed.at("/writes/0"))
        .hasToString("{\"verb\":\"update\",\"object\":\"Pod/train-worker-1\",\"by\":\"script\"}");
    assertThat(killed.at("/events/0/reason").asText()).isEqualTo("ExitedWithCode");
    assertThat(killed.path("objects").path("PyTorchJob/train").path("phase").asText())
        .isEqualTo("Restarting");
    assertThat(
            moment(moments, 22.01)
                .path("objects")
                .path("Pod/train-worker-1")
                .path("phase")
                .asText())
        .isEqualTo("Running");
  }

  @Test
  void needs_no_script() {
    var outcome = Desk.in(directory).file("job.yaml", TRAIN).run("rehearse", "job.yaml");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.lines())
        .contains("  train-master-0 Running on node", "  train-worker-1 Running on node");
  }

  @Test
  void says_for_what_a_pod_waits() {
    var told =
        rehearsed(
            TRAIN,
            """
            world: {nodes: [{name: small, gpus: 2}]}
            events: [{at: 1m, add: {name: large, gpus: 8}}]
            """);

    assertThat(told)
        .containsSubsequence(
            "0.01s      Pod        train-master-0, train-worker-0 placed on small",
            "           Pod        train-worker-1 waiting: 0/1 nodes have room: nvidia.com/gpu"
                + " wants 1, 0 of 2 is free on small",
            "1m       > script     node large joins (events.yaml:2)",
            "1m0.01s    Pod        train-worker-1 placed on large",
            "1m2.01s    Pod        train-worker-1 Running");
  }

  @Test
  void goes_on_when_a_node_is_gone_and_the_operator_did_not_see_it_go() {
    var told =
        rehearsed(
            TRAIN,
            """
            world:
              nodes: [{name: n1, gpus: 4}]
            events:
            - {at: 40s, crash: operator, for: 5s}
            - {at: 41s, node: n1, delete: true}
            - {at: 42s, add: {name: n2, gpus: 4}}
            """);

    assertThat(told)
        .containsSubsequence(
            "           Node       n1 gone", "45s                   the next operator starts")
        .contains(
            "  train-master-0 Running on n2",
            "  train-worker-0 Running on n2",
            "  train-worker-1 Running on n2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{at: 19s, api: unavailable, for: 10s}",
        "{at: 19s, api: throttle, for: 10s}",
        "{at: 19s, api: conflict, for: 10s}",
        "{at: 19s, api: slow, for: 10s}",
        "{at: 19s, staleCache: 10s}",
        "{at: 19s, crash: scheduler, for: 10s}",
        "{at: 20s, crash: operator, for: 10s}",
        "{at: 19s, crash: yard, for: 10s}",
        "{at: 19s, clock: -10m}"
      })
  void replaces_a_killed_worker_in_any_weather(String weather) {
    var told =
        rehearsed(
            TRAIN, "events: [{at: 20s, pod: train-worker-1, exit: 137}, %s]".formatted(weather));

    assertThat(told)
        .contains(
            "PyTorchJob train is Running after 1 restart: PyTorchJob train is running.",
            "  train-worker-1 Running on node");
  }

  @Test
  void outlives_a_crash_in_the_middle_of_a_slow_request() {
    var told =
        rehearsed(
            TRAIN,
            """
            events:
            - {at: 10s, api: slow, for: 20s}
            - {at: 11s, pod: train-worker-0, exit: 137}
            - {at: 13.5s, crash: operator}
            """);

    assertThat(told).contains("  train-worker-0 Running on node");
  }

  @Test
  void follows_edits_deletions_and_objects_of_other_kinds() {
    Desk.in(directory)
        .file("files/fewer.yaml", TRAIN.replace("replicas: 2", "replicas: 1"))
        .file(
            "files/foreign.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: flaky}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: example/work:1}]
            """)
        .file("job.yaml", TRAIN)
        .file(
            "files/events.yaml",
            """
            events:
            - {at: 20s, apply: fewer.yaml}
            - {at: 30s, create: foreign.yaml}
            - {at: 31s, patch: {kind: Job, name: flaky, status: {failed: 1}}}
            - {at: 32s, create: foreign.yaml}
            - {at: 40s, delete: {kind: PyTorchJob, name: train}}
            until: 1m
            """);

    var told =
        Desk.in(directory).run("rehearse", "job.yaml", "--script", "files/events.yaml").lines();

    assertThat(told)
        .containsSubsequence(
            "20s      > script     apply fewer.yaml (files/events.yaml:2)",
            "           PyTorchJob train changed: its spec is now generation 2",
            "           Pod        train-worker-1 asked to go by the operator",
            "30s      > script     create what is in foreign.yaml (files/events.yaml:3)",
            "           Job        flaky created",
            "           Job        flaky status: {\"failed\":1}",
            "                      nothing happens: Job default/flaky is there already",
            "           PyTorchJob train deleted",
            "41s        Pod        train-master-0, train-worker-0 asked to go by the control plane",
            "PyTorchJob train was deleted at 40s.");
  }

  @Test
  void runs_jobs_of_kubernetes_where_that_is_asked_for() {
    var told =
        rehearsed(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: sweep}
            spec:
              completionMode: Indexed
              completions: 2
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: example/work:1}]
            """,
            """
            world: {jobs: run}
            events:
            - {at: 10s, pod: sweep-0-0, exit: 1}
            - {at: 30s, pod: sweep-0-1, exit: 0}
            - {at: 40s, pod: sweep-1-0, exit: 0}
            """);

    assertThat(told)
        .containsSubsequence(
            "           event      SuccessfulCreate: Created pod: sweep-0-0",
            "20.001s    Pod        sweep-0-1 created",
            "           Pod        sweep-1-0 created",
            "           event      Completed: All 2 pods succeeded.");
  }

  @Test
  void lets_a_script_play_pods_and_nodes_by_hand() {
    var told =
        rehearsed(
            TRAIN,
            """
            world: {nodes: [{name: n1, gpus: 4, labels: {zone: a}}], podStop: 5s}
            events:
            - {at: 10s, pod: train-worker-0, container: sidecar, exit: 1}
            - {at: 11s, pod: train-worker-0, ready: false}
            - {at: 12s, pod: train-worker-1, unschedulable: 0/4 nodes are available}
            - {at: 13s, pod: train-worker-1, exit: 138}
            - {at: 14s, node: n1, cordon: true, labels: {zone: null}}
            - {at: 15s, node: n1, taint: "gpu=bad:NoExecute"}
            - {at: 16s, pod: nobody, exit: 1}
            - {at: 50s, pod: train-worker-0, phase: Succeeded}
            """);

    assertThat(told)
        .contains(
            "           Pod        train-worker-0 container sidecar exit code 1",
            "13.01s     Pod        train-worker-1 waiting: 0/4 nodes are available",
            "           Node       n1 cordoned",
            "           Node       n1 labels: without zone",
            "           Node       n1 tainted gpu=bad:NoExecute",
            "           Pod        train-master-0, train-worker-0 asked to go",
            "                      nothing happens: no pod nobody runs at this moment",
            "50s      > script     train-worker-0 is Succeeded (events.yaml:10)");
  }

  @Test
  void of_a_job_with_mistakes_is_refused_as_validate_does() {
    var desk = Desk.in(directory).file("job.yaml", TRAIN.replace("replicas: 2", "replicas: two"));

    var refused = desk.run("rehearse", "job.yaml");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).isEqualTo(desk.run("validate", "job.yaml").out());
  }

  private List<String> rehearsed(String job, String script) {
    var outcome =
        Desk.in(directory)
            .file("job.yaml", job)
            .file("events.yaml", script)
            .run("rehearse", "job.yaml", "--script", "events.yaml");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.lines();
  }

  private List<JsonNode> moments(String job, String script) throws Exception {
    var lines =
        Desk.in(directory)
            .file("job.yaml", job)
            .file("events.yaml", script)
            .run("rehearse", "job.yaml", "--script", "events.yaml", "-o", "json")
            .lines();
    var mapper = new ObjectMapper();
    var moments = new ArrayList<JsonNode>();
    for (var line : lines) {
      moments.add(mapper.readTree(line));
    }
    return moments;
  }

  private static JsonNode moment(List<JsonNode> moments, double at) {
    return moments.stream()
        .filter(moment -> moment.path("at").asDouble() == at)
        .findFirst()
        .orElseThrow();
  }

  private static String example(String name) {
    try {
      return Files.readString(EXAMPLES.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
