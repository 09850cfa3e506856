package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Makes this machine known to the cluster as a Node.
record NodeRegistration(KubernetesClient client, String name, Map<String, Quantity> capacity) {

  /// Creates the Node, or brings an existing one up to date; what others wrote on it stays.
  void register(Instant now) {
    var node =
        Optional.ofNullable(client.nodes().withName(name).get())
            .map(this::labelled)
            .orElseGet(this::created);
    var known = Optional.ofNullable(node.getStatus());
    var since =
        known.stream()
            .flatMap(status -> status.getConditions().stream())
            .filter(old -> old.getType().equals("Ready") && old.getStatus().equals("True"))
            .map(old -> old.getLastTransitionTime())
            .findFirst()
            .orElse(PodReport.time(now));
    var ready =
        new NodeConditionBuilder()
            .withType("Ready")
            .withStatus("True")
            .withReason("ProcessNodeReady")
            .withMessage("Pods run as processes of this machine.")
            .withLastHeartbeatTime(PodReport.time(now))
            .withLastTransitionTime(since)
            .build();
    // A patch of what is ours: the control plane writes taints and conditions of its own meanwhile.
    client.nodes().withName(name).editStatus(current -> told(current, ready));
  }

  private Node told(Node node, NodeCondition ready) {
    return new NodeBuilder(node)
        .editOrNewStatus()
        .withCapacity(capacity)
        .withAllocatable(capacity)
        .withConditions(ready)
        .editOrNewNodeInfo()
        .withOperatingSystem("linux")
        .withArchitecture(Machine.architecture())
        .withKernelVersion(System.getProperty("os.version"))
        .withContainerRuntimeVersion("process://trainyard")
        .endNodeInfo()
        .endStatus()
        .build();
  }

  private Node created() {
    return client
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels())
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build())
        .create();
  }

  private Node labelled(Node node) {
    var wanted =
        new HashMap<>(Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of()));
    wanted.putAll(labels());
    if (wanted.equals(node.getMetadata().getLabels())) {
      return node;
    }
    return client
        .resource(new NodeBuilder(node).editMetadata().withLabels(wanted).endMetadata().build())
        .update();
  }

  private Map<String, String> labels() {
    return Map.of(
        "kubernetes.io/hostname",
        name,
        "kubernetes.io/os",
        "linux",
        "kubernetes.io/arch",
        Machine.architecture());
  }
}
