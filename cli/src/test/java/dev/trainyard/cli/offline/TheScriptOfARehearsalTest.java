package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TheScriptOfARehearsalTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void is_refused_with_all_its_mistakes_at_once() {
    var refused =
        refused(
            """
            world:
              nodes: [{name: n1, cpu: lots, gpu: 4}]
              podStart: soon
            events:
            - {at: 20s, pod: demo-worker-0, exitt: 1}
            - {pod: demo-worker-0, exit: 256}
            - {at: 20s, node: n2, ready: false}
            - {at: 20s, apply: edited.yaml}
            - {at: 20m, crash: operater}
            untill: 30m
            """);

    assertThat(refused)
        .containsExactly(
            "events.yaml:2: world.nodes[0].gpu: unknown field; did you mean gpus?",
            "events.yaml:2: world.nodes[0].cpu: \"lots\" is not a quantity such as 8, 500m or 32Gi",
            "events.yaml:3: world.podStart: \"soon\" is not a length of time such as 20s, 1m30s or"
                + " 500ms",
            "events.yaml:5: events[0].exitt: unknown field; did you mean exit?",
            "events.yaml:6: events[1].at: is missing; say when it happens, such as 20s",
            "events.yaml:6: events[1].exit: 256 is not a number from 0 to 255",
            "events.yaml:7: events[2].node: there is no node n2 in this world; did you mean n1?",
            "events.yaml:8: events[3].apply: edited.yaml: does not exist; check the path",
            "events.yaml:9: events[4].at: 20m is after the end; set until to more than 10m",
            "events.yaml:9: events[4].crash: \"operater\" is not one of operator, scheduler, yard;"
                + " did you mean operator?",
            "events.yaml:10: untill: unknown field; did you mean until?",
            "11 problems");
  }

  /// An entry, and what is said about it.
  record Mistake(String entry, String said) {
    @Override
    public String toString() {
      return entry;
    }
  }

  static List<Mistake> mistakes() {
    return List.of(
        new Mistake("{at: 1s, pdo: a, exit: 1}", "nothing happens here; did you mean pod?"),
        new Mistake("{at: 1s, explode: all}", "nothing happens here; name one of pod, node, add"),
        new Mistake("{at: 1s, pod: a}", ".pod: nothing happens to it; add exit, oom, phase, ready"),
        new Mistake("{at: 1s, node: node}", ".node: nothing happens to it; add ready, cordon"),
        new Mistake("{at: 1s, pod: a, exit: 1, oom: true}", "cannot do exit and oom at once"),
        new Mistake("{at: 1s, pod: a, node: node}", "one entry is about one thing"),
        new Mistake("{at: 1s, pod: a, oom: 9}", ".oom: 9 is neither true nor false"),
        new Mistake("{at: 1s, pod: a, oom: no}", ".oom: false lets nothing happen; remove it"),
        new Mistake("{at: 1s, pod: a, phase: Runing}", "did you mean Running?"),
        new Mistake("{at: 1s, pod: a, ready: true, container: b}", "only exit and oom are about"),
        new Mistake("{at: 1s, node: node, taint: bad}", "\"bad\" is not a taint such as"),
        new Mistake("{at: 1s, node: node, labels: {a: 1}}", ".labels.a: 1 is not a text; put it"),
        new Mistake("{at: 1s, add: {cpu: 1}}", ".add.name: is missing; name the node"),
        new Mistake("{at: 1s, api: slwo, for: 1s}", ".api: \"slwo\" is not one of"),
        new Mistake("{at: 1s, api: slow}", ".for: is missing; say how long it lasts"),
        new Mistake("{at: 1s, clock: later}", "not a step of clocks such as +1h or -30s"),
        new Mistake("{at: 1s, staleCache: [1]}", ".staleCache: a list is not a length of time"),
        new Mistake("{at: 1s, delete: {kind: Pod}}", ".delete.name: is missing; name the object"),
        new Mistake("{at: 1s, patch: {kind: Job, name: a}}", ".patch: changes nothing"),
        new Mistake("{at: 1s, patch: {kind: Node, name: a, spec: {}}}", "by an entry about it"),
        new Mistake("{at: 1s, create: bad.yaml}", "bad.yaml:1: spec"),
        new Mistake("{at: 1s, create: node.yaml}", "nodes of a rehearsal stand in its script"),
        new Mistake("at 1s", "events[0]: \"at 1s\" is not a mapping"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void is_told_what_is_wrong_where_and_what_to_do(Mistake mistake) {
    Desk.in(directory)
        .file(
            "bad.yaml",
            "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: {}}\n")
        .file("node.yaml", "{apiVersion: v1, kind: Node, metadata: {name: a}}\n");

    var refused = refused("events:\n- %s\n".formatted(mistake.entry()));

    assertThat(refused).hasSize(2);
    assertThat(refused.getFirst()).contains(mistake.said()).containsPattern("yaml:[12]: ");
  }

  @Test
  void is_refused_where_it_asks_for_a_way_to_run_jobs_that_there_is_not() {
    assertThat(refused("world: {jobs: walk}\nevents: []\n").getFirst())
        .startsWith("events.yaml:1: world.jobs: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- at: 1s\n", "text\n", "a: 1\n---\nb: 1\n"})
  void is_one_mapping(String script) {
    assertThat(refused(script).getFirst())
        .isEqualTo("events.yaml:1: must be one mapping with world, events and until, all optional");
  }

  private List<String> refused(String script) {
    var outcome =
        Desk.in(directory)
            .file("job.yaml", Jobs.DEMO)
            .file("events.yaml", script)
            .run("rehearse", "job.yaml", "--script", "events.yaml");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    return outcome.err().lines().toList();
  }
}
