package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("needs-kubectl")
@OnACluster
class AJobAtTheDoorTest {

  private static final String REFUSED =
      "admission webhook \"validator.pytorchjob.training-operator.kubeflow.org\" denied the"
          + " request: ";

  private static final String BAD =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: bad}
      spec:
        pytorchReplicaSpecs:
          Master:
            template: {spec: {containers: [{name: pytorch, image: "train:1"}]}}
          Wroker:
            template: {spec: {containers: [{name: pytorch, image: "train:1"}]}}
          Worker:
            replicas: 0
            template: {spec: {containers: [{name: main, image: "train:1"}]}}
      """;

  private static final String BAD_BECAUSE =
      REFUSED
          + "[spec.pytorchReplicaSpecs[Worker].replicas: Forbidden: must be at least 1,"
          + " spec.pytorchReplicaSpecs[Worker].template.spec.containers: Required value: must have"
          + " at least one container with name pytorch,"
          + " spec.pytorchReplicaSpecs[Wroker]: Unsupported value: \"Wroker\": supported values:"
          + " \"Master\", \"Worker\"; did you mean Worker?]\n";

  private static final String UNWISE =
      """
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: unwise}
      spec:
        runPolicy: {suspend: true, schedulingPolicy: {queue: slow}}
        elasticPolicy: {nProcPerNode: 2}
        pytorchReplicaSpecs:
          Worker:
            template: {spec: {containers: [{name: pytorch, image: "train:1"}]}}
      """;

  private static final String WARNING =
      "Warning: spec.elasticPolicy.nProcPerNode is deprecated, use spec.nprocPerNode instead\n";

  @Test
  void is_refused_with_all_its_problems_or_let_in_with_a_warning(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    try (var _ = guarded.operator("judge").awaitLeading(true)) {
      guarded.awaitJudge();

      var refused = kubectl.run(List.of("apply", "-f", "-"), BAD);
      assertThat(refused.text())
          .isEqualTo(
              "Error from server (Forbidden): error when creating \"STDIN\": " + BAD_BECAUSE);
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(kubectl.run(List.of("create", "--dry-run=server", "-f", "-"), BAD).text())
          .as("a rehearsal is no way around it")
          .contains(BAD_BECAUSE);

      assertThat(kubectl.run(List.of("apply", "-f", "-"), UNWISE).text())
          .isEqualTo(WARNING + "pytorchjob.kubeflow.org/unwise created\n");
      assertThat(kubectl.run(List.of("annotate", "pytorchjob/unwise", "seen=yes")).text())
          .as("nothing is told twice")
          .isEqualTo("pytorchjob.kubeflow.org/unwise annotated\n");

      assertThat(
              patched(
                  kubectl,
                  "{\"spec\":{\"runPolicy\":{\"managedBy\":\"kueue.x-k8s.io/multikueue\"}}}"))
          .contains(
              REFUSED
                  + "spec.runPolicy.managedBy: Invalid value: \"kueue.x-k8s.io/multikueue\": field"
                  + " is immutable");
      assertThat(
              patched(
                  kubectl,
                  "{\"spec\":{\"runPolicy\":{\"schedulingPolicy\":{\"queue\":\"fast\"}}}}"))
          .isEqualTo(
              "The PyTorchJob \"unwise\" is invalid: spec.runPolicy.schedulingPolicy.queue: Invalid"
                  + " value: \"fast\": spec.runPolicy.schedulingPolicy.queue is immutable\n");
      assertThat(kubectl.run(List.of("delete", "pytorchjob/unwise")).exitCode()).isZero();
    }
  }

  /// The leader has no webhook here: whoever answers is the other.
  @Test
  void is_judged_by_an_operator_that_stands_by(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    try (var _ = guarded.site().operator("leader").awaitLeading(true);
        var _ = guarded.operator("stand-by").awaitLeading(false)) {
      guarded.awaitJudge();

      assertThat(kubectl.run(List.of("apply", "-f", "-"), BAD).text()).contains(BAD_BECAUSE);
    }
  }

  private static String patched(Kubectl kubectl, String patch) {
    return kubectl.run(List.of("patch", "pytorchjob/unwise", "--type=merge", "-p", patch)).text();
  }
}
