package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class AJobTest {

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.JOB);
  }

  @Test
  void runs_its_indexes_a_few_at_a_time_and_completes_with_the_last() {
    submit("sweep", "completionMode: Indexed, completions: 3, parallelism: 2");
    awaitReady("sweep", 2);
    assertThat(team.pods("sweep")).containsExactly("sweep-0-0", "sweep-1-0");
    assertThat(metadata("sweep-1-0").getLabels())
        .containsAllEntriesOf(
            Map.of(
                INDEX,
                "1",
                "job-name",
                "sweep",
                "batch.kubernetes.io/job-name",
                "sweep",
                "controller-uid",
                team.get("sweep").getMetadata().getUid()));
    assertThat(metadata("sweep-1-0").getAnnotations()).containsEntry(INDEX, "1");

    team.end("sweep-1-0", 0);
    team.waitUntil("the next one runs", () -> team.phaseOf("sweep-2-0").equals("Running"));
    assertThat(team.get("sweep").<String>get("status", "completedIndexes")).isEqualTo("1");

    team.end("sweep-0-0", 0);
    team.end("sweep-2-0", 0);
    team.waitForPhase("sweep", "Complete");

    assertThat(team.field("sweep", "Complete", "reason")).isEqualTo("CompletionsReached");
    assertThat(team.get("sweep").<Integer>get("status", "succeeded")).isEqualTo(3);
    assertThat(team.get("sweep").<String>get("status", "completionTime")).isNotNull();
    assertThat(team.logsOf("sweep-2-0")).contains("index 2");
    team.waitUntil("it is told", () -> team.told("sweep").contains("Completed"));
    assertThat(team.told("sweep")).filteredOn("SuccessfulCreate"::equals).hasSize(3);
  }

  @Test
  void fails_when_its_limit_is_passed_and_only_once_all_pods_are_gone() {
    submit("hopeless", "completionMode: Indexed, completions: 2, parallelism: 2, backoffLimit: 0");
    awaitReady("hopeless", 2);

    team.end("hopeless-0-0", 3);
    team.waitForPhase("hopeless", "Failed");

    assertThat(team.pods("hopeless")).as("kept for its logs").containsExactly("hopeless-0-0");
    assertThat(team.field("hopeless", "Failed", "reason")).isEqualTo("BackoffLimitExceeded");
    assertThat(team.condition("hopeless", "FailureTarget")).isEqualTo("True");
    assertThat(team.get("hopeless").<Integer>get("status", "failed")).isOne();
    team.waitUntil("it is told", () -> team.told("hopeless").contains("BackoffLimitExceeded"));
  }

  @Test
  void tries_a_failed_pod_again_after_a_while() {
    submit("flaky", "completions: 1");
    awaitReady("flaky", 1);

    team.end("flaky-0-0", 1);
    team.waitUntil("it is tried again", () -> team.pod("flaky-0-1").isPresent());
    team.end("flaky-0-1", 0);
    team.waitForPhase("flaky", "Complete");

    assertThat(team.pods("flaky")).containsExactly("flaky-0-0", "flaky-0-1");
    assertThat(team.get("flaky").<Integer>get("status", "failed")).isOne();
  }

  @Test
  void gives_its_pods_back_when_suspended_and_goes_on_when_resumed() {
    submit("pausing", "completionMode: Indexed, completions: 2, parallelism: 2");
    awaitReady("pausing", 2);
    team.end("pausing-0-0", 0);
    team.waitUntil(
        "one is done", () -> "0".equals(team.get("pausing").get("status", "completedIndexes")));

    team.change("pausing", "spec: {suspend: true}");
    team.waitForPhase("pausing", "Suspended");
    team.waitUntil("what runs goes", () -> team.pods("pausing").equals(List.of("pausing-0-0")));

    team.change("pausing", "spec: {suspend: false}");
    team.end("pausing-1-1", 0);
    team.waitForPhase("pausing", "Complete");
    assertThat(team.field("pausing", "Suspended", "reason")).isEqualTo("JobResumed");
    team.waitUntil(
        "it is told", () -> team.told("pausing").containsAll(List.of("Suspended", "Resumed")));
  }

  @Test
  void goes_with_its_pods_once_it_has_been_finished_for_long_enough() {
    submit("brief", "completions: 1, ttlSecondsAfterFinished: 0");
    team.end("brief-0-0", 0);

    team.waitUntil("it goes", () -> !team.exists("brief"));
    team.waitUntil("its pods go", () -> team.pods("brief").isEmpty());
  }

  @Test
  void is_left_alone_where_somebody_else_manages_it() {
    submit("theirs", "completions: 1, managedBy: example.com/other");
    submit("ours", "completions: 1");
    awaitReady("ours", 1);

    assertThat(team.pods("theirs")).isEmpty();
    assertThat(team.get("theirs").<Object>get("status", "conditions")).isNull();
  }

  private void awaitReady(String job, int pods) {
    team.waitUntil(
        "%s has %d pods ready".formatted(job, pods),
        () -> Integer.valueOf(pods).equals(team.get(job).get("status", "ready")));
  }

  private ObjectMeta metadata(String pod) {
    return team.pod(pod).orElseThrow().getMetadata();
  }

  private void submit(String name, String fields) {
    team.create(
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %s, namespace: %s}
        spec:
          %s
          template:
            spec:
              restartPolicy: Never
              terminationGracePeriodSeconds: 1
              containers:
                - name: main
                  image: work:1
                  command: [sh, -c, %s]
                  env:
                    - name: POD
                      valueFrom: {fieldRef: {fieldPath: metadata.name}}
        """
            .formatted(
                name,
                team.namespace(),
                fields.replace(", ", "\n  "),
                PyTorchJobs.quoted("echo index $JOB_COMPLETION_INDEX; " + team.waitingProgram())));
  }
}
