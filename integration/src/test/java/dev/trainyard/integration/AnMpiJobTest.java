package dev.trainyard.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A launcher that is told how to end, and workers that wait to be reached.
@OnACluster
class AnMpiJobTest {

  private static final String ROLE = "training.kubeflow.org/job-role";

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.MPI_JOB);
  }

  @Test
  void starts_its_launcher_when_its_workers_are_ready_and_succeeds_with_it() {
    team.create(hello("backoffLimit: 0, cleanPodPolicy: Running"));

    team.waitForPhase("hello", "Running");
    assertThat(team.pods("hello")).contains("hello-worker-0", "hello-worker-1");
    team.end(launcher(), 0);

    team.waitForPhase("hello", "Succeeded");
    team.waitUntil("its workers are gone", () -> workers().isEmpty());
    assertThat(team.condition("hello", "Running")).isEqualTo("False");
    assertThat(team.field("hello", "Succeeded", "reason")).isEqualTo("MPIJobSucceeded");
    assertThat(job()).isNotNull();
  }

  @Test
  void brings_a_name_a_list_of_hosts_and_keys_along() {
    team.create(hello("suspend: true"));
    team.waitForPhase("hello", "Suspended");
    team.waitUntil("its keys are there", () -> team.secrets("hello").contains("hello-ssh"));

    var host = "hello-worker-%d.hello." + team.namespace() + ".svc slots=2\n";
    assertThat(data("hello-config"))
        .containsEntry("hostfile", host.formatted(0) + host.formatted(1))
        .containsEntry("discover_hosts.sh", "#!/bin/sh\n");
    var secret =
        team.client().secrets().inNamespace(team.namespace()).withName("hello-ssh").require();
    assertThat(secret.getType()).isEqualTo("kubernetes.io/ssh-auth");
    assertThat(text(secret.getData(), "ssh-privatekey")).contains("EC PRIVATE KEY");
    assertThat(text(secret.getData(), "ssh-publickey")).startsWith("ecdsa-sha2-nistp521 ");
    var service =
        team.client().services().inNamespace(team.namespace()).withName("hello").require();
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(team.pods("hello")).isEmpty();
  }

  @Test
  void makes_both_keys_anew_where_one_is_taken_out() {
    team.create(hello("suspend: true"));
    team.waitUntil("its keys are there", () -> team.secrets("hello").contains("hello-ssh"));
    var secrets = team.client().secrets().inNamespace(team.namespace()).withName("hello-ssh");
    var before = Map.copyOf(secrets.require().getData());

    secrets.edit(secret -> new SecretBuilder(secret).removeFromData("ssh-publickey").build());

    team.waitUntil(
        "there is a pair again",
        () -> {
          var now = secrets.get();
          return now != null
              && now.getData().containsKey("ssh-publickey")
              && now.getData().values().stream().noneMatch(before::containsValue);
        });
    assertThat(secrets.require().getData()).containsOnlyKeys("ssh-privatekey", "ssh-publickey");
  }

  @Test
  void has_a_launcher_that_waits_with_it_where_that_waits_for_nobody_else() {
    var atStartup = hello("suspend: true").replace("WaitForWorkersReady", "AtStartup");
    team.create(atStartup);
    team.waitForPhase("hello", "Suspended");
    team.waitUntil("its launcher is there", () -> job() != null);
    assertThat(Objects.requireNonNull(job()).getSpec().getSuspend()).isTrue();

    team.change("hello", "spec: {runPolicy: {suspend: false}}");
    team.waitForPhase("hello", "Running");
    team.end(launcher(), 0);
    team.waitForPhase("hello", "Succeeded");
  }

  @Test
  void is_suspended_with_its_launcher_and_goes_on() {
    team.create(hello("backoffLimit: 0"));
    team.waitForPhase("hello", "Running");
    var before = launcher();

    team.change("hello", "spec: {runPolicy: {suspend: true}}");
    team.waitForPhase("hello", "Suspended");
    team.waitUntil("nothing runs", () -> team.pods("hello").isEmpty());
    assertThat(Objects.requireNonNull(job()).getSpec().getSuspend()).isTrue();

    team.change("hello", "spec: {runPolicy: {suspend: false}}");
    team.waitForPhase("hello", "Running");
    assertThat(team.condition("hello", "Suspended")).isEqualTo("False");
    assertThat(launcher()).isNotEqualTo(before);
    team.end(launcher(), 0);
    team.waitForPhase("hello", "Succeeded");
  }

  @Test
  void fails_when_its_launcher_has_failed_often_enough() {
    team.create(hello("backoffLimit: 0"));
    team.waitForPhase("hello", "Running");

    team.end(launcher(), 3);

    team.waitForPhase("hello", "Failed");
    assertThat(team.field("hello", "Failed", "reason")).startsWith("BackoffLimitExceeded");
    assertThat(team.field("hello", "Running", "status")).isEqualTo("False");
  }

  @Test
  void replaces_a_worker_that_somebody_deletes(Site site) {
    team.create(hello("backoffLimit: 0"));
    team.waitForPhase("hello", "Running");
    var before = team.uidOf("hello-worker-1");

    site.restartOperator(
        () ->
            team.client().pods().inNamespace(team.namespace()).withName("hello-worker-1").delete());

    team.waitUntil(
        "another one has its place",
        () ->
            !List.of("", before).contains(team.uidOf("hello-worker-1"))
                && team.phaseOf("hello-worker-1").equals("Running"));
    team.end(launcher(), 0);
    team.waitForPhase("hello", "Succeeded");
  }

  @Test
  void leaves_nothing_behind_when_it_is_deleted() {
    team.create(hello("backoffLimit: 0"));
    team.waitForPhase("hello", "Running");

    team.delete("hello");

    team.waitUntil(
        "nothing is left",
        () ->
            team.pods("hello").isEmpty()
                && job() == null
                && team.secrets("hello").isEmpty()
                && team.configMaps("hello").isEmpty());
  }

  private String hello(String runPolicy) {
    return """
    apiVersion: kubeflow.org/v2beta1
    kind: MPIJob
    metadata: {name: hello}
    spec:
      slotsPerWorker: 2
      launcherCreationPolicy: WaitForWorkersReady
      runPolicy: {%s}
      mpiReplicaSpecs:
        Launcher:
          restartPolicy: Never
          template:
            spec:
              containers:
                - name: mpi
                  image: train:1
                  command: [sh, -c]
                  args: [%s]
                  env:
                    - name: POD
                      valueFrom: {fieldRef: {fieldPath: metadata.name}}
        Worker:
          replicas: 2
          template:
            spec:
              containers:
                - name: mpi
                  image: train:1
    """
        .formatted(runPolicy, PyTorchJobs.quoted(team.waitingProgram()));
  }

  private String launcher() {
    return pods("launcher").getFirst();
  }

  private List<String> workers() {
    return pods("worker");
  }

  private List<String> pods(String role) {
    return team
        .client()
        .pods()
        .inNamespace(team.namespace())
        .withLabels(Map.of("training.kubeflow.org/job-name", "hello", ROLE, role))
        .list()
        .getItems()
        .stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .map((Pod pod) -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  private io.fabric8.kubernetes.api.model.batch.v1.Job job() {
    return team.client()
        .batch()
        .v1()
        .jobs()
        .inNamespace(team.namespace())
        .withName("hello-launcher")
        .get();
  }

  private Map<String, String> data(String configMap) {
    return team.client()
        .configMaps()
        .inNamespace(team.namespace())
        .withName(configMap)
        .require()
        .getData();
  }

  private static String text(Map<String, String> data, String key) {
    return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), UTF_8);
  }
}
