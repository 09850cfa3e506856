package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class ATrainingWorkloadTest {

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.TRAINING_WORKLOAD);
  }

  @Test
  void tries_six_settings_two_at_a_time() {
    team.create(
        workload(
            "search", "name: {value: sweep}", "completions: {value: 6}\nparallelism: {value: 2}"));

    for (int index = 0; index < 6; index++) {
      var pod = "sweep-%d-0".formatted(index);
      team.waitUntil(pod + " runs", () -> team.phaseOf(pod).equals("Running"));
      assertThat(team.running("sweep")).isLessThanOrEqualTo(2);
      assertThat(variable(pod, "JOB_COMPLETION_INDEX")).isEqualTo(Integer.toString(index));
      team.end(pod, 0);
    }

    team.waitForStatus("search", "Completed");
    assertThat(team.get("search").<Integer>get("status", "succeededPods")).isEqualTo(6);
    assertThat(team.condition("search", "Completed")).isEqualTo("True");
  }

  @Test
  void tries_again_what_failed_and_keeps_what_is_left_of_it() {
    team.create(workload("retried", "name: {value: again}", "backoffLimit: {value: 0}"));
    team.end("again-0-0", 3);

    team.waitForStatus("retried", "Failed");
    assertThat(team.field("retried", "Failed", "reason")).isEqualTo("BackoffLimitExceeded");
    assertThat(team.pods("again")).containsExactly("again-0-0");
  }

  @Test
  void stops_and_goes_on_as_it_is_active_or_not() {
    team.create(workload("held", "name: {value: held}", ""));
    team.waitForStatus("held", "Running");

    team.change("held", "spec: {active: {value: false}}");
    team.waitForStatus("held", "Stopped");
    team.waitUntil("nothing runs", () -> team.pods("held").isEmpty());

    team.change("held", "spec: {active: {value: true}}");
    team.waitForStatus("held", "Running");
    team.end("held-0-1", 0);
    team.waitForStatus("held", "Completed");
  }

  @Test
  void waits_for_the_template_that_it_names() {
    team.create(
        """
        apiVersion: run.ai/v2alpha1
        kind: TrainingWorkload
        metadata: {name: late}
        spec: {baseWorkload: defaults, name: {value: late}}
        """);
    team.waitForStatus("late", "Failed");
    assertThat(team.field("late", "Submitted", "reason")).isEqualTo("BaseWorkloadNotFound");

    team.create(workload("defaults", "usage: Template", ""));

    team.waitForStatus("late", "Running");
    team.change("defaults", "spec: {image: {value: 'other:2'}}");
    team.change("late", "spec: {backoffLimit: {value: 3}}");
    team.waitUntil("it is told", () -> team.told("late").contains("SpecChangeIgnored"));
    team.end("late-0-0", 0);
    team.waitForStatus("late", "Completed");
    assertThat(team.pod("late-0-0").orElseThrow().getSpec().getContainers().getFirst().getImage())
        .isEqualTo("train:1");
  }

  @Test
  void shares_a_prefix_with_others_and_a_name_with_nobody() {
    team.create(workload("one", "namePrefix: {value: exp}", ""));
    team.waitForStatus("one", "Running");
    team.create(workload("two", "namePrefix: {value: exp}", ""));
    team.waitForStatus("two", "Running");
    assertThat(team.get("one").<String>get("status", "jobName")).isEqualTo("exp-0");
    assertThat(team.get("two").<String>get("status", "jobName")).isEqualTo("exp-1");

    team.create(workload("three", "name: {value: exp-1}", ""));

    team.waitForStatus("three", "Failed");
    assertThat(team.field("three", "Submitted", "reason")).isEqualTo("NameConflict");
    assertThat(team.field("three", "Submitted", "message"))
        .isEqualTo("name: the job exp-1 already exists");
  }

  @Test
  void keeps_to_the_policy_of_its_project() {
    team.create(
        """
        apiVersion: run.ai/v2alpha1
        kind: TrainingPolicy
        metadata: {name: limits}
        spec:
          completions: {rules: {max: 4}}
          environment: {items: {STAGE: {value: test}}}
        """);
    team.create(workload("big", "name: {value: big}", "completions: {value: 5}"));
    team.waitForStatus("big", "Failed");
    assertThat(team.field("big", "Submitted", "reason")).isEqualTo("PolicyViolation");
    assertThat(team.get("big").<String>get("status", "message"))
        .isEqualTo("completions: must be no greater than 4");

    team.change("big", "spec: {completions: {value: 1}}");

    team.waitForStatus("big", "Running");
    assertThat(variable("big-0-0", "STAGE")).isEqualTo("test");
  }

  @Test
  void leaves_its_results_behind_and_nothing_else() {
    team.create(
        workload(
            "kept",
            "name: {value: kept}",
            """
            pvcs:
              items:
                results: {value: {claimName: results, path: /results, size: 1Mi}}
                scratch: {value: {path: /scratch, size: 1Mi, ephemeral: true}}
            ports: {items: {page: {value: {container: 8080}}}}
            """));
    team.waitUntil("its pod is there", () -> team.pods("kept").contains("kept-0-0"));
    assertThat(claims()).containsExactlyInAnyOrder("results", "pvc-kept-1");
    assertThat(team.services("tw-kept")).containsExactly("tw-kept-0-clusterip");

    team.delete("kept");

    team.waitUntil(
        "all else is gone",
        () ->
            team.pods("kept").isEmpty()
                && team.services("tw-kept").isEmpty()
                && claims().equals(List.of("results")));
  }

  @Test
  void uses_a_claim_of_somebody_else_and_leaves_it_there() {
    team.client()
        .resource(
            """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: theirs}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}
            """)
        .inNamespace(team.namespace())
        .create();
    team.create(
        workload(
            "guest",
            "name: {value: guest}",
            "pvcs: {items: {a: {value: {claimName: theirs, path: /a, size: 1Mi, ephemeral:"
                + " true}}}}"));
    team.waitUntil(
        "all of it is made",
        () -> team.field("guest", "Submitted", "reason").equals("ResourcesCreated"));
    team.waitUntil("it is told", () -> team.told("guest").contains("Unwise"));

    team.delete("guest");

    team.waitUntil("all else is gone", () -> team.pods("guest").isEmpty());
    assertThat(claims()).containsExactly("theirs");
  }

  @Test
  void goes_by_itself_some_time_after_it_has_ended() {
    team.create(
        workload(
            "gone", "name: {value: gone}", "autoDeletionTimeAfterCompletionSeconds: {value: 0}"));
    team.end("gone-0-0", 0);

    team.waitUntil("it is gone", () -> !team.exists("gone") && team.pods("gone").isEmpty());
  }

  @Test
  void becomes_an_mpi_job_whose_end_is_its_own() {
    team.create(
        workload("mpi", "name: {value: hello}", "mpi: {value: true}\nprocesses: {value: 2}"));
    team.waitForStatus("mpi", "Running");
    assertThat(team.get("mpi").<Integer>get("status", "runningPods")).isEqualTo(3);
    var job = team.with(Kind.MPI_JOB).get("hello");
    assertThat(job.<Integer>get("spec", "mpiReplicaSpecs", "Worker", "replicas")).isEqualTo(2);
    var launcher =
        team.pods("hello").stream().filter(pod -> pod.startsWith("hello-launcher-")).findFirst();

    team.end(launcher.orElseThrow(), "hello-launcher", 0);

    team.waitForStatus("mpi", "Completed");
  }

  private String workload(String name, String naming, String more) {
    return """
    apiVersion: run.ai/v2alpha1
    kind: TrainingWorkload
    metadata: {name: %s}
    spec:
      %s
      image: {value: "train:1"}
      command: {value: "sh -c"}
      arguments: {value: %s}
    %s
    """
        .formatted(
            name,
            naming,
            PyTorchJobs.quoted("'POD=$HOSTNAME; %s'".formatted(team.waitingProgram())),
            more.strip().indent(2));
  }

  private String variable(String pod, String name) {
    return team.pod(pod).orElseThrow().getSpec().getContainers().getFirst().getEnv().stream()
        .filter(one -> one.getName().equals(name))
        .map(one -> one.getValue())
        .findFirst()
        .orElse("");
  }

  /// One that is to go may be kept until nobody uses it.
  private List<String> claims() {
    return team
        .client()
        .persistentVolumeClaims()
        .inNamespace(team.namespace())
        .list()
        .getItems()
        .stream()
        .filter(claim -> !claim.isMarkedForDeletion())
        .map(claim -> claim.getMetadata().getName())
        .sorted()
        .toList();
  }
}
