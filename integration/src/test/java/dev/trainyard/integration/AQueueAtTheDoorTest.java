package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("needs-kubectl")
@OnACluster
class AQueueAtTheDoorTest {

  private static final String REFUSED =
      "admission webhook \"validator.%s.trainyard.dev\" denied the request: ";

  private static final String QUEUES =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: t9k-system}
      ---
      apiVersion: scheduler.tensorstack.dev/v1beta1
      kind: Queue
      metadata: {name: default, namespace: t9k-system}
      spec: {priority: 1, quota: {requests: {cpu: "4"}}}
      ---
      apiVersion: scheduler.tensorstack.dev/v1beta1
      kind: Queue
      metadata: {name: shut, namespace: t9k-system}
      spec: {closed: true, namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: default}}}
      ---
      apiVersion: scheduler.tensorstack.dev/v1beta1
      kind: Queue
      metadata: {name: theirs, namespace: t9k-system}
      spec: {namespaceSelector: {matchLabels: {team: theirs}}}
      """;

  @Test
  void is_stored_and_asked_whether_it_takes_a_job(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    guarded.seatJudge();
    openQueues(kubectl);
    assertThat(kubectl.run(List.of("get", "queues", "-n", "t9k-system")).text().lines())
        .hasSize(1 + 3)
        .anyMatch(line -> line.matches("default +1 .*"))
        .anyMatch(line -> line.matches("shut +.*true .*"));

    assertThat(created(kubectl, pyTorch("nowhere", "100m")))
        .isEqualTo(refusal("pytorchtrainingjob", "queue \"nowhere\" not found"));
    assertThat(created(kubectl, pyTorch("shut", "100m")))
        .isEqualTo(refusal("pytorchtrainingjob", "queue \"shut\" is closed"));
    assertThat(created(kubectl, pyTorch("default", "5")))
        .isEqualTo(
            refusal(
                "pytorchtrainingjob",
                "queue \"default\" over quota: cpu requested 5 + allocated 0 > quota 4"));
    assertThat(created(kubectl, deepSpeed("nowhere")))
        .isEqualTo(refusal("deepspeedjob", "queue \"nowhere\" not found"));
    assertThat(created(kubectl, deepSpeed("shut")))
        .isEqualTo(refusal("deepspeedjob", "queue \"shut\" is closed"));

    assertThat(created(kubectl, pyTorch("default", "100m")))
        .isEqualTo("pytorchtrainingjob.batch.tensorstack.dev/queued created\n");
    assertThat(kubectl.run(List.of("delete", "pj/queued")).exitCode()).isZero();
  }

  /// Beyond the suite: in a yard a namespace is no border.
  @Test
  @Tag("needs-rights")
  void takes_no_job_from_a_namespace_it_is_not_for(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    guarded.seatJudge();
    openQueues(kubectl);

    assertThat(created(kubectl, pyTorch("theirs", "100m")))
        .isEqualTo(
            refusal(
                "pytorchtrainingjob",
                "queue \"theirs\" is not available to namespace \"default\""));
    assertThat(kubectl.run(List.of("label", "namespace/default", "team=theirs")).exitCode())
        .isZero();
    assertThat(created(kubectl, pyTorch("theirs", "100m")))
        .isEqualTo("pytorchtrainingjob.batch.tensorstack.dev/queued created\n");
    assertThat(kubectl.run(List.of("delete", "pj/queued")).exitCode()).isZero();
  }

  @Test
  void keeps_a_job_as_it_was_let_in_but_for_what_may_change(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    guarded.seatJudge();
    var team = guarded.site().team();
    openQueues(kubectl);
    created(kubectl, pyTorch("default", "100m"));

    assertThat(patched(kubectl, "{\"spec\":{\"scheduler\":{\"t9kScheduler\":{\"priority\":11}}}}"))
        .contains(
            REFUSED.formatted("pytorchtrainingjob"),
            "spec.scheduler.t9kScheduler.priority: field is immutable");
    assertThat(patched(kubectl, "{\"spec\":{\"elastic\":{\"minReplicas\":2}}}"))
        .contains("spec.elastic.minReplicas: field is immutable");
    assertThat(patched(kubectl, "{\"spec\":{\"runMode\":{\"pause\":{\"enable\":true}}}}"))
        .isEqualTo("pytorchtrainingjob.batch.tensorstack.dev/queued patched\n");
    team.with(Kind.PYTORCH_TRAINING_JOB).waitForStatus("queued", "Paused");
    assertThat(kubectl.run(List.of("delete", "pj/queued")).exitCode()).isZero();
  }

  private static void openQueues(Kubectl kubectl) {
    var answer = kubectl.run(List.of("apply", "--namespace=t9k-system", "-f", "-"), QUEUES);
    assertThat(answer.exitCode()).as(answer.text()).isZero();
  }

  private static String created(Kubectl kubectl, String manifest) {
    return kubectl.run(List.of("create", "-f", "-"), manifest).text();
  }

  private static String patched(Kubectl kubectl, String patch) {
    return kubectl.run(List.of("patch", "pj/queued", "--type=merge", "-p", patch)).text();
  }

  private static String refusal(String kind, String why) {
    return "Error from server (Forbidden): error when creating \"STDIN\": %sspec.scheduler.t9kScheduler.queue: %s\n"
        .formatted(REFUSED.formatted(kind), why);
  }

  private static String pyTorch(String queue, String cpu) {
    return """
    apiVersion: batch.tensorstack.dev/v1beta1
    kind: PyTorchTrainingJob
    metadata: {name: queued}
    spec:
      scheduler: {t9kScheduler: {queue: %s}}
      replicaSpecs:
        - type: master
          template:
            spec:
              containers:
                - name: python
                  image: train:1
                  command: [sleep, "600"]
                  resources: {requests: {cpu: "%s"}}
    """
        .formatted(queue, cpu);
  }

  private static String deepSpeed(String queue) {
    return """
    apiVersion: batch.tensorstack.dev/v1beta1
    kind: DeepSpeedJob
    metadata: {name: queued}
    spec:
      scheduler: {t9kScheduler: {queue: %s}}
      config: {run: {python: [train.py]}}
      worker: {template: {spec: {containers: [{name: worker, image: "train:1"}]}}}
    """
        .formatted(queue);
  }
}
