package dev.trainyard.integration;

import static dev.trainyard.integration.TensorStackJobs.elastic;
import static dev.trainyard.integration.TensorStackJobs.pyTorchTrainingJob;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class APyTorchTrainingJobTest {

  private static final String RUN_MODE = "batch.tensorstack.dev/run-mode";

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.PYTORCH_TRAINING_JOB);
  }

  @Test
  void gets_its_services_and_pods_runs_and_succeeds_with_its_lead() {
    submit("mnist", 2, "");
    team.waitForStatus("mnist", "Running");

    var replicas = List.of(pod("mnist", "master", 0), worker("mnist", 0), worker("mnist", 1));
    assertThat(team.services("mnist")).isEqualTo(replicas);
    assertThat(team.pods("mnist")).isEqualTo(replicas);
    assertThat(labels(replicas.getFirst()))
        .containsEntry("tensorstack.dev/component", "pytorchtrainingjob")
        .containsEntry("tensorstack.dev/owner-kind", "PyTorchTrainingJob")
        .containsEntry("tensorstack.dev/owner-name", "mnist")
        .containsEntry("replica-type", "master")
        .containsEntry("replica-index", "0")
        .containsEntry("job-role", "master");
    assertThat(labels(replicas.getLast()))
        .containsEntry("replica-type", "worker")
        .containsEntry("replica-index", "1")
        .doesNotContainKey("job-role");

    team.end(replicas.getFirst(), 0);
    team.waitForStatus("mnist", "Succeeded");

    assertThat(team.condition("mnist", "Completed")).isEqualTo("True");
    assertThat(team.field("mnist", "Running", "reason")).isEqualTo("Succeeded");
    assertThat(team.running("mnist")).as("whoever still runs may go on").isEqualTo(2);
    team.waitUntil("it is told", () -> team.told("mnist").contains("Succeeded"));
    assertThat(team.told("mnist"))
        .containsOnlyOnce("Created", "Start", "Running", "Succeeded")
        .filteredOn("NewReplica"::equals)
        .hasSameSizeAs(replicas);
  }

  @Test
  void replaces_a_worker_that_fails_and_counts_it() {
    submit("clumsy", 1, "");
    team.waitForStatus("clumsy", "Running");
    var clumsy = worker("clumsy", 0);
    var first = team.uidOf(clumsy);

    team.end(clumsy, 1);
    awaitAnother(clumsy, first);
    team.waitUntil("it runs again", () -> team.phaseOf(clumsy).equals("Running"));
    team.waitUntil("all is told", () -> team.uidOf(clumsy).equals(status("clumsy", 1, 0, "uid")));

    assertThat(backoffCount("clumsy")).isOne();
    assertThat(team.get("clumsy").<Integer>get("status", "tasks", 0, "restartCount")).isZero();
    assertThat(team.get("clumsy").<Integer>get("status", "tasks", 1, "restartCount")).isOne();
    team.waitUntil("it is told", () -> team.told("clumsy").contains("RestartReplica"));
    assertThat(team.words("clumsy", "RestartReplica"))
        .isEqualTo("Restart the replica[%s], restart count 1.".formatted(clumsy));
  }

  @Test
  void gives_its_pods_back_while_paused_and_goes_on_as_it_says() {
    submit(
        "patient",
        1,
        """
        runMode:
          pause: {enable: false, resumeSpecs: [{type: worker, args: [exec sleep 600]}]}
        """);
    team.waitForStatus("patient", "Running");
    var services = team.services("patient");

    pause("patient", true);
    team.waitForStatus("patient", "Paused");
    team.waitUntil("its pods are gone", () -> team.pods("patient").isEmpty());
    assertThat(team.services("patient")).isEqualTo(services);
    assertThat(team.condition("patient", "Paused")).isEqualTo("True");

    pause("patient", false);
    team.waitForStatus("patient", "Running");

    assertThat(container(worker("patient", 0)).getArgs()).containsExactly("exec sleep 600");
    assertThat(container(pod("patient", "master", 0)).getArgs().getFirst()).contains("mkfifo");
    assertThat(runModes("patient")).containsOnly("resume");
    assertThat(team.field("patient", "Paused", "reason")).isEqualTo("Resumed");
    assertThat(backoffCount("patient")).isZero();
  }

  @Test
  void is_looked_into_and_trains_again() {
    submit("puzzling", 1, "");
    team.waitForStatus("puzzling", "Running");
    assertThat(runModes("puzzling")).containsOnly("immediate");

    team.change("puzzling", "spec: {runMode: {debug: {enable: true}}}");
    awaitRunningAs("puzzling", "debug");
    assertThat(container(worker("puzzling", 0)).getCommand()).containsExactly("sleep", "inf");
    assertThat(container(worker("puzzling", 0)).getArgs()).isEmpty();

    team.change("puzzling", "spec: {runMode: {debug: {enable: false}}}");
    awaitRunningAs("puzzling", "immediate");
    assertThat(container(worker("puzzling", 0)).getCommand()).containsExactly("sh", "-c");
    assertThat(backoffCount("puzzling")).isZero();
  }

  @Test
  void is_scaled_from_two_to_four_and_to_one() {
    team.submit(elastic("flex", 2, team.waitingProgram()));
    team.waitForStatus("flex", "Running");

    awaitNodes(2);
    team.change("flex", "spec: {elastic: {expectedReplicas: 4}}");
    awaitNodes(4);
    team.change("flex", "spec: {elastic: {expectedReplicas: 1}}");
    awaitNodes(1);

    team.end(pod("flex", "node", 0), 0);
    team.waitForStatus("flex", "Succeeded");
    assertThat(backoffCount("flex")).isZero();
    assertThat(team.allWords("flex", "Scaled"))
        .containsExactlyInAnyOrder(
            "Scale the job from 2 to 4 replicas.", "Scale the job from 4 to 1 replicas.");
  }

  @Test
  void has_a_group_where_its_scheduler_places_it_whole() {
    submit("gang", 2, "scheduler: {t9kScheduler: {queue: default, priority: 20}}");
    team.waitForStatus("gang", "Running");

    var group = team.with(Kind.POD_GROUP).get("gang");
    assertThat(group.<Map<String, Object>>get("spec"))
        .containsEntry("minMember", 3)
        .containsEntry("queue", "default")
        .containsEntry("priority", 20);
    var placed = team.pod(worker("gang", 1)).orElseThrow();
    assertThat(placed.getSpec().getSchedulerName()).isEqualTo("t9k-scheduler");
    assertThat(placed.getMetadata().getLabels())
        .containsEntry("scheduler.tensorstack.dev/group-name", "gang")
        .containsEntry("scheduler.tensorstack.dev/queue", "default")
        .containsEntry("scheduler.tensorstack.dev/role", "worker");

    team.delete("gang");
    team.waitUntil(
        "nothing is left",
        () ->
            !team.with(Kind.POD_GROUP).exists("gang")
                && team.pods("gang").isEmpty()
                && team.services("gang").isEmpty());
  }

  /// What a node would do is done by hand.
  @Test
  void shows_whether_its_tensorboard_is_ready() {
    submit(
        "shown",
        1,
        """
        tensorboardSpec:
          logDir: {pvc: [{name: logs, subPath: [mnist]}]}
          resources: {requests: {cpu: "1000"}}
        """);
    team.waitForStatus("shown", "Running");
    var boards = team.with(Kind.TENSORBOARD);
    var base = team.base("shown");
    team.waitUntil("it is there", () -> boards.exists(base));
    team.waitUntil("it is told", () -> "DependentNotReady".equals(tensorboard().get("reason")));
    assertThat(tensorboard())
        .containsEntry("ready", false)
        .containsEntry("note", "TensorBoard [%s] is not ready".formatted(base));

    team.becomesReady(ATensorBoardTest.pod(boards, base));
    team.waitUntil("it is told", () -> Boolean.TRUE.equals(tensorboard().get("ready")));
    assertThat(boards.condition(base, "Ready")).isEqualTo("True");
    assertThat(tensorboard())
        .containsEntry("reason", "DependentReady")
        .containsEntry("note", "TensorBoard [%s] is ready".formatted(base));
  }

  private void submit(String name, int workers, String more) {
    team.submit(pyTorchTrainingJob(name, workers, team.waitingProgram(), more));
  }

  private void pause(String job, boolean pause) {
    team.change(job, "spec: {runMode: {pause: {enable: %s}}}".formatted(pause));
  }

  private void awaitAnother(String pod, String first) {
    team.waitUntil(pod + " is another one", () -> !List.of("", first).contains(team.uidOf(pod)));
  }

  private void awaitRunningAs(String job, String mode) {
    team.waitUntil(
        "all pods are of mode " + mode,
        () -> team.running(job) == 2 && runModes(job).stream().allMatch(mode::equals));
    team.waitForPhase(job, "Running");
  }

  private void awaitNodes(int count) {
    var nodes = IntStream.range(0, count).mapToObj(index -> pod("flex", "node", index)).toList();
    team.waitUntil(count + " run", () -> team.pods("flex").equals(nodes));
    team.waitUntil("all run", () -> team.running("flex") == count);
    team.waitUntil("each has its name", () -> team.services("flex").equals(nodes));
  }

  private String worker(String job, int index) {
    return pod(job, "worker", index);
  }

  private String pod(String job, String type, int index) {
    return "%s-%s-%d".formatted(team.base(job), type, index);
  }

  private Map<String, String> labels(String pod) {
    return metadata(pod).getLabels();
  }

  private List<String> runModes(String job) {
    return team.pods(job).stream()
        .flatMap(name -> team.pod(name).stream())
        .map(Pod::getMetadata)
        .filter(metadata -> metadata.getDeletionTimestamp() == null)
        .map(metadata -> String.valueOf(metadata.getAnnotations().get(RUN_MODE)))
        .toList();
  }

  private ObjectMeta metadata(String pod) {
    return team.pod(pod).orElseThrow().getMetadata();
  }

  private Container container(String pod) {
    return team.pod(pod).orElseThrow().getSpec().getContainers().getFirst();
  }

  private int backoffCount(String job) {
    return team.get(job).get("status", "backoffCount");
  }

  /// A part of what is told about a replica.
  private String status(String job, int task, int replica, String part) {
    return String.valueOf(
        team.get(job).<Object>get("status", "tasks", task, "replicaStatus", replica, part));
  }

  private Map<String, Object> tensorboard() {
    Map<String, Object> told = team.get("shown").get("status", "tensorboard");
    return told == null ? Map.of() : told;
  }
}
