package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("needs-kubectl")
@OnACluster
class AnAppWrapperAtTheDoorTest {

  private static final String REFUSED =
      "admission webhook \"vappwrapper.kb.io\" denied the request: ";

  private static final String GOOD =
      """
      apiVersion: workload.codeflare.dev/v1beta2
      kind: AppWrapper
      metadata: {name: good, labels: {workload.codeflare.dev/user: the-boss}}
      spec:
        suspend: true
        components:
        - template:
            apiVersion: v1
            kind: Pod
            metadata: {name: good}
            spec: {containers: [{name: main, image: none}]}
      """;

  private static final String USER = "workload.codeflare.dev/user";

  private static final String BAD =
      GOOD.replace("kind: Pod", "kind: ConfigMap").replace("name: good", "name: bad");

  @Test
  void is_refused_with_all_its_problems_or_let_in_as_its_senders_and_never_changed_inside(
      Guarded guarded) {
    var kubectl = guarded.site().kubectl();
    try (var _ = guarded.operator("judge").awaitLeading(true)) {
      guarded.awaitJudge();

      assertThat(kubectl.run(List.of("apply", "-f", "-"), BAD).text())
          .contains(REFUSED + "spec.components: Invalid value: ")
          .contains("components contains no podspecs");

      assertThat(kubectl.run(List.of("apply", "-f", "-"), GOOD).text())
          .isEqualTo("appwrapper.workload.codeflare.dev/good created\n");
      assertThat(
              kubectl
                  .run(
                      List.of(
                          "get",
                          "appwrapper/good",
                          "-o",
                          "jsonpath={.metadata.labels.workload\\.codeflare\\.dev/user}"))
                  .text())
          .as("whose it is")
          .isNotBlank()
          .isNotEqualTo("the-boss");
      assertThat(
              kubectl
                  .run(
                      List.of(
                          "patch",
                          "appwrapper/good",
                          "--type=json",
                          "-p",
                          "[{\"op\":\"replace\",\"path\":\"/spec/components/0/template/metadata/name\",\"value\":\"other\"}]"))
                  .text())
          .contains(
              REFUSED
                  + "spec.components[0].template.raw: Forbidden: attempt to change immutable"
                  + " field");
      assertThat(
              kubectl
                  .run(List.of("label", "--overwrite", "appwrapper/good", USER + "=the-boss"))
                  .text())
          .contains(
              REFUSED + "metadata.labels[workload.codeflare.dev/user]: Forbidden: attempt to");
      assertThat(kubectl.run(List.of("delete", "appwrapper/good")).exitCode()).isZero();
    }
  }
}
