package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("needs-kubectl")
@OnACluster
class AWorkloadAtTheDoorTest {

  private static final String REFUSED =
      "admission webhook \"validator.%s.trainyard.dev\" denied the request: %s";

  private static final String BAD =
      """
      apiVersion: run.ai/v2alpha1
      kind: TrainingWorkload
      metadata: {name: bad}
      spec:
        name: {value: bad}
        namePrefix: {value: bad}
        gpu: {value: 1.5}
        gpuMemory: {value: 4G}
        processes: {value: 2}
        environment: {items: {TOKEN: {value: "SECRET:hush"}}}
        imge: {value: "train:1"}
      """;

  private static final String TEMPLATE =
      """
      apiVersion: run.ai/v2alpha1
      kind: TrainingWorkload
      metadata: {name: template}
      spec: {usage: Template, image: {value: "train:1"}}
      """;

  private static final String GOOD =
      """
      apiVersion: run.ai/v2alpha1
      kind: TrainingWorkload
      metadata: {name: good}
      spec: {baseWorkload: template, name: {value: good}, active: {value: false}}
      """;

  private static final String POLICY =
      """
      apiVersion: run.ai/v2alpha1
      kind: TrainingPolicy
      metadata: {name: limits}
      spec: {completions: {rules: {max: 4}}}
      """;

  private static final String MPI =
      """
      apiVersion: kubeflow.org/v2beta1
      kind: MPIJob
      metadata: {name: bad}
      spec:
        slotsPerWorker: -1
        runPolicy: {cleanPodPolicy: Some}
        mpiReplicaSpecs:
          Launcher: {replicas: 2, template: {spec: {containers: [{name: m, image: "train:1"}]}}}
          Worker: {template: {spec: {containers: []}}}
      """;

  @Test
  void is_refused_with_all_its_problems_at_once(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    guarded.seatJudge();

    var refused = kubectl.run(List.of("apply", "-f", "-"), BAD);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.text())
        .contains(REFUSED.formatted("trainingworkload", "["))
        .contains(
            "spec.imge: unknown field; did you mean image?",
            "spec.name: name and namePrefix exclude each other; keep one of the two",
            "spec.gpu.value: must be a whole number, or a fraction between 0 and 1",
            "spec.gpu.value: gpu, gpuMemory and migProfile are mutually exclusive",
            "spec.processes.value: needs mpi; set mpi to true",
            "spec.environment.items.TOKEN.value: must be SECRET:<name>,<key>",
            "spec.image.value: is required")
        .doesNotContain("hush");
    assertThat(kubectl.run(List.of("create", "--dry-run=server", "-f", "-"), BAD).exitCode())
        .as("a rehearsal is no way around it")
        .isEqualTo(1);
    assertThat(kubectl.run(List.of("apply", "-f", "-"), MPI).text())
        .contains(REFUSED.formatted("mpijob", "["))
        .contains("spec.slotsPerWorker", "spec.runPolicy.cleanPodPolicy");
  }

  @Test
  void has_a_base_and_is_one_but_never_both(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    guarded.seatJudge();

    assertThat(kubectl.run(List.of("apply", "-f", "-"), GOOD).text())
        .contains(
            "Warning: spec.baseWorkload: \"template\" not found in namespace",
            "trainingworkload.run.ai/good created");
    assertThat(kubectl.run(List.of("apply", "-f", "-"), TEMPLATE).text())
        .isEqualTo("trainingworkload.run.ai/template created\n");
    guarded
        .site()
        .team()
        .waitUntil(
            "it is submitted",
            () -> shown(kubectl, "trainingworkload/good", "{.status.jobName}").equals("good"));

    assertThat(patched(kubectl, "trainingworkload/template", "{\"baseWorkload\":\"other\"}"))
        .contains(
            REFUSED.formatted(
                "trainingworkload",
                "spec.baseWorkload: a Template has no base of its own; remove it, or set usage"
                    + " to Submit"));
    assertThat(patched(kubectl, "trainingworkload/good", "{\"image\":{\"value\":\"other:1\"}}"))
        .as("what was submitted stays as it was")
        .contains("Warning: spec.image: the change is ignored: the job was submitted with")
        .contains("trainingworkload.run.ai/good patched");
    assertThat(patched(kubectl, "trainingworkload/good", "{\"gpu\":\"1\"}"))
        .as("also of what was submitted the shape is looked at")
        .contains("spec.gpu")
        .contains("must be");
    kubectl.run(List.of("delete", "trainingworkload/good", "trainingworkload/template"));
  }

  @Test
  void keeps_to_a_policy_that_means_something(Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    guarded.seatJudge();

    assertThat(
            kubectl
                .run(
                    List.of("apply", "-f", "-"),
                    POLICY.replace(
                        "{max: 4}}", "{min: 8, max: 4, options: [a]}}, gpus: {rules: {max: 1}}"))
                .text())
        .contains(REFUSED.formatted("trainingpolicy", "["))
        .contains(
            "spec.completions.rules.options: means nothing for a number",
            "spec.completions.rules.max: must be no less than min 8, found 4",
            "spec.gpus: unknown field; did you mean gpu?");
    assertThat(kubectl.run(List.of("apply", "-f", "-"), POLICY).text())
        .isEqualTo("trainingpolicy.run.ai/limits created\n");
    assertThat(
            patched(kubectl, "trainingpolicy/limits", "{\"completions\":{\"rules\":{\"min\":5}}}"))
        .contains(
            REFUSED.formatted(
                "trainingpolicy",
                "spec.completions.rules.max: must be no less than min 5, found 4"));

    assertThat(
            kubectl
                .run(
                    List.of("apply", "-f", "-"),
                    BAD.replaceAll("(?s)  namePrefix.*", "")
                        + "  image: {value: \"train:1\"}\n  completions: {value: 5}\n")
                .text())
        .contains(
            REFUSED.formatted(
                "trainingworkload", "spec.completions.value: must be no greater than 4"));
    kubectl.run(List.of("delete", "trainingpolicy/limits"));
  }

  private static String shown(Kubectl kubectl, String what, String path) {
    return kubectl.run(List.of("get", what, "-o", "jsonpath=" + path)).text();
  }

  private static String patched(Kubectl kubectl, String what, String spec) {
    return kubectl
        .run(List.of("patch", what, "--type=merge", "-p", "{\"spec\":%s}".formatted(spec)))
        .text();
  }
}
