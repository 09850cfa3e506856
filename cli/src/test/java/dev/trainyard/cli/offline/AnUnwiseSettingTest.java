package dev.trainyard.cli.offline;

import static dev.trainyard.cli.offline.SettingsDesk.TINY;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnUnwiseSettingTest {

  private static final String NVME =
      "mountNVMe: the variable with the path is NVME_MOUNT_PATH; MOUNT_PATH_NVME, of which the"
          + " chart's documentation speaks, is not set";

  @TempDir private Path directory = Path.of("");

  record Warned(String line, String said) {
    @Override
    public String toString() {
      return line;
    }
  }

  static List<Warned> warned() {
    return List.of(
        new Warned("mountNVMe: {storage: 1Gi}", NVME),
        new Warned("<<: {mountNVMe: {storage: 1Gi}, setupCommands: [cd $MOUNT_PATH_NVME]}", NVME),
        new Warned(
            "retryPausePeriodDuration: 2d",
            "retryPausePeriodDuration: Trainyard reads days, other AppWrapper controllers do not"
                + " and use their default; write 48h"),
        new Warned(
            "environmentVariables: [{name: A, value: 1234567}]",
            "environmentVariables[0].value: the number 1234567 is written as 1.234567e+06; quote"
                + " it to pass it unchanged"),
        new Warned(
            "setupCommands: [ls, 0.00001]",
            "setupCommands[1]: the number 1.0E-5 is written as 1e-05; quote it to pass it"
                + " unchanged"),
        new Warned("limitCpusPerPod: 0", "limitCpusPerPod: 0 is not a positive number of CPUs"),
        new Warned(
            "priority: null",
            "priority: null takes the default away, and null is written; leave the line out for"
                + " default-priority"),
        new Warned(
            "disableSharedMemory: null",
            "disableSharedMemory: null takes the default away, and null is written; leave the line"
                + " out for false"),
        new Warned(
            "<<: {topologyFileConfigMap: topo, disableSharedMemory: true}",
            "topologyFileConfigMap: with shared memory disabled and no other volume the chart does"
                + " not mount it, and NCCL_TOPO_FILE names a file that is not there; leave"
                + " disableSharedMemory out"),
        new Warned(
            "sshGitCloneConfig: {secretName: a, configMapName: b, secretMountPath: /my keys}",
            "sshGitCloneConfig.secretMountPath: a shell reads more than a path in this; it is"
                + " quoted in GIT_SSH_COMMAND, which the chart does not do"));
  }

  @ParameterizedTest
  @MethodSource("warned")
  void is_obeyed_with_a_warning(Warned warned) {
    var outcome = new SettingsDesk(directory, "1.1.5", TINY + warned.line() + "\n").run();

    assertThat(outcome.err().lines()).containsExactly("warning: s.yaml:3: " + warned.said());
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).startsWith("apiVersion");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "setupCommands: [cd $NVME_MOUNT_PATH]",
        "mainProgram: t.py --scratch $NVME_MOUNT_PATH",
        "environmentVariables: [{name: MOUNT_PATH_NVME, value: /workspace/scratch-nvme}]"
      })
  void is_not_the_fast_storage_of_somebody_who_knows_its_variable(String knowing) {
    var settings = TINY + "mountNVMe: {storage: 1Gi}\n" + knowing + "\n";

    assertThat(new SettingsDesk(directory, "1.1.5", settings).run().err()).isEmpty();
  }

  @Test
  void is_told_before_a_cluster_refuses_what_comes_of_it() {
    var settings =
        TINY
            + """
            numGpusPerPod: 8
            limitGpusPerPod: 4
            initContainers: [{name: a, image: b, command: sh -c ls}]
            """;

    var outcome = new SettingsDesk(directory, "1.1.5", settings).run();

    assertThat(outcome.status()).isZero();
    assertThat(outcome.err().lines())
        .contains(
            "warning: s.yaml:5: initContainers[0].command: Kubernetes wants a list here, and"
                + " refuses text; write [sh, -c, \"…\"]")
        .anyMatch(line -> line.startsWith("warning: s.yaml: a cluster refuses the PyTorchJob: "));
  }

  @Test
  void is_told_of_limits_that_no_cluster_takes() {
    var settings = TINY + "numGpusPerPod: 8\nlimitGpusPerPod: 4\nnumPods: 3\n";

    assertThat(new SettingsDesk(directory, "1.1.5", settings).run().err().lines())
        .containsExactly(
            "warning: s.yaml: a cluster refuses the PyTorchJob: spec.pytorchReplicaSpecs[Master]"
                + ".template.spec.containers[0].resources.requests[nvidia.com/gpu]: Invalid value:"
                + " \"8\": must be equal to the limit 4");
  }

  @Test
  void says_nothing_when_asked_to_be_quiet() {
    var outcome =
        new SettingsDesk(directory, "1.1.5", TINY + "retryPausePeriodDuration: 2d").run("-q");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("retryPausePeriodDuration: 2d");
  }
}
