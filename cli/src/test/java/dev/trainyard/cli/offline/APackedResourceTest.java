package dev.trainyard.cli.offline;

import static dev.trainyard.cli.offline.SettingsDesk.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class APackedResourceTest {

  private static final String RESOURCES =
      """
      # what belongs together
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: words}
      data:
        text: |
          one

          two
        yes: "on"
      ---
      # nothing here
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: one}
      spec: {restartPolicy: Never, priority: 5, containers: [{name: main, image: i}]}
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  void is_unchanged_and_in_its_place() throws IOException {
    var outcome = Desk.in(directory).file("r.yaml", RESOURCES).run("pack", "-i", "r.yaml");

    assertThat(outcome.err()).isEqualTo("aw.yaml holds AppWrapper sample-appwrapper\n");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(yaml(Files.readString(directory.resolve("aw.yaml"))))
        .isEqualTo(
            yaml(
                """
                apiVersion: workload.codeflare.dev/v1beta2
                kind: AppWrapper
                metadata:
                  name: sample-appwrapper
                  labels: {kueue.x-k8s.io/queue-name: default-queue}
                spec:
                  components:
                  - template:
                      apiVersion: v1
                      kind: ConfigMap
                      metadata: {name: words}
                      data: {text: "one\\n\\ntwo\\n", "true": "on"}
                  - template:
                      apiVersion: v1
                      kind: Pod
                      metadata: {name: one}
                      spec:
                        restartPolicy: Never
                        priority: 5
                        containers: [{name: main, image: i}]
                """));
  }

  @Test
  void may_come_from_several_files_and_go_to_standard_output() {
    var desk = Desk.in(directory).file("r.yaml", RESOURCES).typing(Jobs.SETTINGS);

    var outcome = desk.run("pack", "-n", "mine", "-o", "-", "r.yaml", "-");

    assertThat(outcome.err()).isEmpty();
    assertThat(yaml(outcome.out()).at("/metadata/name").textValue()).isEqualTo("mine");
    assertThat(yaml(outcome.out()).at("/spec/components")).hasSize(3);
  }

  @Test
  void must_be_one() {
    var desk = Desk.in(directory).file("empty.yaml", "---\n# nothing\n").file("r.yaml", "a: 1\n");

    assertThat(desk.run("pack").status()).isEqualTo(2);
    assertThat(desk.run("pack", "-i", "empty.yaml").err())
        .startsWith("empty.yaml:1: holds no documents");
    var outcome = desk.run("pack", "r.yaml");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("r.yaml:1: apiVersion", "r.yaml:1: kind");
    assertThat(directory.resolve("aw.yaml")).doesNotExist();
  }

  @Test
  void needs_a_wrapper_with_a_name_that_a_cluster_takes() {
    var outcome =
        Desk.in(directory).file("r.yaml", RESOURCES).run("pack", "-i", "r.yaml", "-n", "My_Job");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("--name: ").contains("My_Job");
  }
}
