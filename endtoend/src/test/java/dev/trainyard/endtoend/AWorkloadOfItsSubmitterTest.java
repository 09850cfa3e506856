package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A workload that asks to run as whoever submits it, on the machine of that person.
class AWorkloadOfItsSubmitterTest {

  private static final Path SELF = Path.of("/proc/self");

  private static final String WORKLOAD =
      """
      apiVersion: run.ai/v2alpha1
      kind: TrainingWorkload
      metadata: {name: own}
      spec:
        name: {value: own}
        image: {value: 'busybox:1'}
        runAsUser: {value: true}
        command: {value: sh -c}
        arguments:
          value: >-
            'touch "$HOME/mine" && echo "user $(id -u) of group $(id -g) in $HOME"'
      """;

  @TempDir private Path home = Path.of("");

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
  }

  @Test
  void runs_as_the_user_of_the_yard_and_nobody_wonders_who_that_is() throws IOException {
    var terminal = new Terminal(home);
    var file = Files.writeString(home.resolve("own.yaml"), WORKLOAD);
    assertThat(terminal.run("up", "--detach").status()).isZero();

    var ran = terminal.run("run", file.toString());

    assertThat(ran.status()).as(ran.output()).isZero();
    assertThat(ran.output())
        .contains(
            "user %s of group %s in /home/runai-home"
                .formatted(
                    Files.getAttribute(SELF, "unix:uid"), Files.getAttribute(SELF, "unix:gid")))
        .doesNotContain("runAsUser");
    assertThat(terminal.run("describe", "own").output()).doesNotContain("runAsUser", "Unresolved");
  }

  @Test
  void is_placed_by_the_yard_whatever_scheduler_its_administrator_names() throws IOException {
    var terminal = new Terminal(home);
    var file = Files.writeString(home.resolve("own.yaml"), WORKLOAD);
    var up = terminal.run("up", "--detach", "--runai-set=schedulerName=kai-scheduler");
    assertThat(up.status()).as(up.output()).isZero();

    assertThat(terminal.run("run", file.toString()).status()).isZero();
    assertThat(pod("own-0-0").getSpec().getSchedulerName()).isEqualTo("kai-scheduler");
  }

  private Pod pod(String name) {
    var kubeconfig = home.resolve("yard").resolve("kubeconfig").toFile();
    try (var client =
        new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build()) {
      return client.pods().inNamespace("default").withName(name).require();
    }
  }
}
