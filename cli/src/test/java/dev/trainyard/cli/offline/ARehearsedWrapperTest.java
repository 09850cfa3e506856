package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// AppWrappers in rehearsals: what is retried when, and what ends it.
class ARehearsedWrapperTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void is_tried_a_third_time_after_its_pod_has_failed_twice() {
    var told = Desk.rehearsedExample("appwrapper.yaml", "rehearsal-retries.yaml");

    assertThat(told)
        .containsSubsequence(
            "30s      > script     wrapped exits with code 1 (examples/rehearsal-retries.yaml:7)",
            "           AppWrapper wrapped Unhealthy (FoundFailedPods)",
            "1m30.001s  AppWrapper wrapped Resetting, retry 1",
            "           event      Unhealthy: FoundFailedPods: 1 failed pods",
            "2m0.001s   AppWrapper wrapped Resuming",
            "           Pod        wrapped created",
            "           AppWrapper wrapped Running",
            "3m30.001s  AppWrapper wrapped Resetting, retry 2",
            "4m0.001s   AppWrapper wrapped Resuming",
            "5m       > script     wrapped exits with code 0 (examples/rehearsal-retries.yaml:11)",
            "           AppWrapper wrapped Succeeded",
            "AppWrapper wrapped has Succeeded after 2 restarts: 1 pods succeeded and no running,"
                + " pending, or failed pods");
  }

  @Test
  void is_printed_as_the_docs_show_it() throws IOException {
    var printed =
        String.join("\n", Desk.rehearsedExample("appwrapper.yaml", "rehearsal-retries.yaml"))
            + "\n";

    assertThat(Files.readString(Path.of("..", "docs", "rehearse.md"))).contains(printed);
  }

  @Test
  void has_failed_when_no_retry_is_left() {
    var told = Desk.rehearsedExample("appwrapper.yaml", "rehearsal-retry-limit.yaml");

    assertThat(told)
        .containsSubsequence(
            "1m30.001s  AppWrapper wrapped Resetting, retry 1",
            "3m30.001s  AppWrapper wrapped Resetting, retry 2",
            "4m30s    > script     wrapped exits with code 1"
                + " (examples/rehearsal-retry-limit.yaml:8)",
            "           AppWrapper wrapped Unhealthy (FoundFailedPods)",
            "5m30.001s  AppWrapper wrapped Failed",
            "           Pod        wrapped asked to go by the operator",
            "AppWrapper wrapped has Failed after 2 restarts.");
  }

  @Test
  void follows_what_the_script_says_of_a_foreign_kind() {
    var told = Desk.rehearsedExample("appwrapper-jobset.yaml", "rehearsal-jobset.yaml");

    assertThat(told)
        .containsSubsequence(
            "           JobSet     sweep created",
            "           AppWrapper sweep Running",
            "           JobSet     sweep Failed (FailedJobs): jobset failed due to one or more job"
                + " failures",
            "           AppWrapper sweep Resetting, retry 1",
            "           JobSet     sweep deleted by the operator",
            "2m0.001s   AppWrapper sweep Resuming",
            "           JobSet     sweep created",
            "           JobSet     sweep Completed (AllJobsCompleted): jobset completed"
                + " successfully",
            "           AppWrapper sweep Succeeded",
            "AppWrapper sweep has Succeeded after 1 restart: 0 pods succeeded and no running,"
                + " pending, or failed pods");
  }

  @Test
  void plays_a_generated_job_that_fails_and_is_tried_again_a_minute_and_a_half_later() {
    var root = Desk.in(Path.of(".."));
    var generated =
        root.run(
            "generate", "examples/mlbatch/two-pods.settings.yaml", "--set", "jobName=generated");
    var told =
        rehearsed(
            generated.out(),
            """
            events:
            - {at: 20s, pod: generated-worker-0, exit: 1}
            - {at: 3m, pod: "generated-*", exit: 0}
            until: 4m
            """);

    assertThat(told)
        .containsSubsequence(
            "20s      > script     generated-worker-0 exits with code 1 (events.yaml:2)",
            "           AppWrapper generated Resetting, retry 1",
            "           PyTorchJob generated deleted by the operator",
            "1m50.001s  AppWrapper generated Resuming",
            "           PyTorchJob generated created",
            "3m       > script     generated-* exits with code 0 (events.yaml:3)",
            "           AppWrapper generated Succeeded",
            "AppWrapper generated has Succeeded after 1 restart: 2 pods succeeded and no running,"
                + " pending, or failed pods");
  }

  @Test
  void runs_wrapped_jobs_of_kubernetes_where_that_is_asked_for() {
    var told =
        rehearsed(
            """
            apiVersion: workload.codeflare.dev/v1beta2
            kind: AppWrapper
            metadata: {name: batch}
            spec:
              components:
              - template:
                  apiVersion: batch/v1
                  kind: Job
                  metadata: {name: batch}
                  spec:
                    backoffLimit: 0
                    template:
                      spec:
                        restartPolicy: Never
                        containers: [{name: main, image: example/work:1}]
            """,
            """
            world: {jobs: run}
            events:
            - {at: 20s, pod: "batch-*", exit: 1}
            - {at: 3m, pod: "batch-*", exit: 0}
            until: 4m
            """);

    assertThat(told)
        .containsSubsequence(
            "           AppWrapper batch Resetting, retry 1",
            "1m50.001s  AppWrapper batch Resuming",
            "           AppWrapper batch Succeeded");
  }

  @Test
  void waits_its_turn_behind_one_of_higher_priority() {
    var told =
        rehearsed(
            queued("low", "low-priority") + "---\n" + queued("high", "high-priority"),
            """
            world: {nodes: []}
            events:
            - {at: 10s, add: {name: n1, cpu: "8"}}
            - {at: 1m, pod: high, exit: 0}
            - {at: 2m, pod: low, exit: 0}
            until: 3m
            """);

    assertThat(told)
        .containsSubsequence(
            "           AppWrapper high Running",
            "           AppWrapper high Succeeded",
            "           AppWrapper low Running",
            "           AppWrapper low Succeeded");
  }

  /// Needs more than half of a node.
  private static String queued(String name, String priority) {
    return """
    apiVersion: workload.codeflare.dev/v1beta2
    kind: AppWrapper
    metadata: {name: %1$s, labels: {kueue.x-k8s.io/queue-name: default-queue}}
    spec:
      components:
      - template:
          apiVersion: v1
          kind: Pod
          metadata: {name: %1$s}
          spec:
            restartPolicy: Never
            priorityClassName: %2$s
            containers: [{name: main, image: train, resources: {requests: {cpu: 6}}}]
    """
        .formatted(name, priority);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{at: 29s, api: unavailable, for: 10s}",
        "{at: 29s, api: throttle, for: 20s}",
        "{at: 29s, api: conflict, for: 10s}",
        "{at: 29s, api: slow, for: 10s}",
        "{at: 29s, staleCache: 10s}",
        "{at: 89s, crash: operator, for: 10s}"
      })
  void is_tried_again_in_any_weather(String weather) {
    var told =
        rehearsed(
            read("appwrapper.yaml"),
            "events: [{at: 30s, pod: wrapped, exit: 1}, %s, {at: 5m, pod: wrapped, exit: 0}]"
                .formatted(weather));

    assertThat(told)
        .anyMatch(line -> line.startsWith("AppWrapper wrapped has Succeeded after 1 restart"));
  }

  @Test
  void refuses_what_may_not_change() {
    var told =
        rehearsed(
            read("appwrapper.yaml"),
            "events: [{at: 30s, patch: {kind: AppWrapper, name: wrapped, spec: {components:"
                + " []}}}]");

    assertThat(told)
        .anyMatch(
            line ->
                line.contains("nothing happens: admission webhook")
                    && line.contains("attempt to change immutable field"));
  }

  private List<String> rehearsed(String manifest, String script) {
    var outcome =
        Desk.in(directory)
            .file("wrapper.yaml", manifest)
            .file("events.yaml", script)
            .run("rehearse", "wrapper.yaml", "--script", "events.yaml");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.lines();
  }

  private static String read(String example) {
    try {
      return Files.readString(Path.of("..", "examples", example));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
