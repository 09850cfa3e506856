package dev.trainyard.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ACaveatTest {

  private static final String LIMITED =
      """
      kind: PyTorchJob
      spec:
        pytorchReplicaSpecs:
          Worker:
            template:
              spec:
                containers:
                - name: pytorch
                  resources: {limits: {memory: 1Gi}}
      """;

  @Test
  void says_that_limits_are_not_kept_and_why() throws Exception {
    assertThat(told(LIMITED, Optional.of("only root may")))
        .containsExactly("limits of CPU and memory are not kept on this machine: only root may");
  }

  @Test
  void is_not_said_where_limits_are_kept_or_none_are_set() throws Exception {
    assertThat(told(LIMITED, Optional.empty())).isEmpty();
    assertThat(told(LIMITED.replace("memory", "nvidia.com/gpu"), Optional.of("only root may")))
        .isEmpty();
  }

  @Test
  void says_what_no_node_of_processes_enforces() throws Exception {
    var pod =
        """
        kind: Pod
        spec:
          securityContext: {seccompProfile: {type: RuntimeDefault}}
          containers:
          - name: main
            securityContext: {appArmorProfile: {type: RuntimeDefault}}
        """;

    assertThat(told(pod, Optional.empty()))
        .containsExactly("appArmorProfile is not enforced on this machine");
    assertThat(told(pod.replace("RuntimeDefault", "Localhost"), Optional.empty()))
        .containsExactly(
            "seccompProfile is not enforced: this machine has no profiles of its own; use"
                + " RuntimeDefault",
            "appArmorProfile is not enforced on this machine");
    assertThat(told(pod.replace("RuntimeDefault", "Unconfined"), Optional.empty())).isEmpty();
  }

  @Test
  void says_why_system_calls_are_not_filtered() throws Exception {
    var pod =
        """
        kind: Pod
        spec:
          securityContext: {seccompProfile: {type: RuntimeDefault}}
          containers:
          - name: main
        """;

    assertThat(told(pod, Optional.of("setpriv is not installed")))
        .containsExactly(
            "seccompProfile is not enforced, system calls are not filtered here: setpriv is not"
                + " installed");
    assertThat(told(pod + "    securityContext: {privileged: true}\n", Optional.of("no")))
        .isEmpty();
  }

  @Test
  void says_how_a_Service_is_reached_that_has_no_port_here() throws Exception {
    assertThat(told("{kind: Service, spec: {type: NodePort}}", Optional.empty()))
        .containsExactly(
            "NodePort Services have no port on this machine: pods reach them by name, you by"
                + " `kubectl port-forward`");
    assertThat(told("{kind: Ingress}", Optional.empty())).hasSize(1);
    assertThat(told("{kind: Service, spec: {type: ClusterIP}}", Optional.empty())).isEmpty();
  }

  private static List<String> told(String manifest, Optional<String> obstacle) throws IOException {
    var caveats = new Caveats(() -> obstacle, () -> obstacle);
    return caveats.of((ObjectNode) new YAMLMapper().readTree(manifest));
  }
}
