package dev.trainyard.yard.node;

import dev.trainyard.yard.KubernetesVersion;
import dev.trainyard.yard.Unreadable;
import dev.trainyard.yard.node.kubelet.KubeletEndpoint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes this machine known to the cluster as a Node.
///
/// @param endpoint where the API server finds what a kubelet would answer, if anywhere
record NodeRegistration(
    KubernetesClient client,
    String name,
    Map<String, Quantity> capacity,
    Optional<Endpoint> endpoint) {

  private static final int MOST_RACES = 20;

  record Endpoint(InetAddress address, int port) {}

  /// Creates the Node, or brings an existing one up to date; what others wrote on it stays.
  void register(Instant now) {
    known().ifPresentOrElse(this::label, this::create);
    tell(condition("True", "ProcessNodeReady", "Pods run as processes of this machine.", now));
  }

  /// Where what bears our name is not even a Node, we make it one: nobody else would, and nothing
  /// could be placed here.
  private Optional<Node> known() {
    try {
      return Optional.ofNullable(client.nodes().withName(name).get());
    } catch (KubernetesClientException e) {
      if (!Unreadable.isCauseOf(e)) {
        throw e;
      }
      var path = "/api/v1/nodes/" + name;
      var _ = client.raw(path, "PUT", fresh());
      var _ = client.raw(path + "/status", "PUT", fresh());
      return Optional.ofNullable(client.nodes().withName(name).get());
    }
  }

  /// Nothing starts here until the node is registered again.
  void withdraw(Instant now) {
    tell(condition("False", "ProcessNodeClosed", "The node has been closed.", now));
  }

  /// Writes what is ours. The control plane writes taints and conditions of its own meanwhile, most
  /// of all to a new node, so a lost race is run again.
  private void tell(NodeCondition ready) {
    for (int attempt = 1; ; attempt++) {
      try {
        client.nodes().withName(name).editStatus(current -> told(current, ready));
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || attempt == MOST_RACES) {
          throw e;
        }
      }
    }
  }

  private static NodeCondition condition(
      String status, String reason, String message, Instant now) {
    return new NodeConditionBuilder()
        .withType("Ready")
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withLastHeartbeatTime(PodReport.time(now))
        .withLastTransitionTime(PodReport.time(now))
        .build();
  }

  private Node told(Node node, NodeCondition ready) {
    var before = Optional.ofNullable(node.getStatus()).orElseGet(NodeStatus::new);
    var builder =
        new NodeStatusBuilder(before)
            .withCapacity(capacity)
            .withAllocatable(Machine.allocatable(capacity))
            .withConditions(conditions(before, ready))
            .withAddresses(addresses())
            .editOrNewNodeInfo()
            .withMachineID(Machine.id())
            .withSystemUUID(Machine.id())
            .withBootID(Machine.boot())
            .withOperatingSystem("linux")
            .withOsImage(Machine.image())
            .withArchitecture(Machine.architecture())
            .withKernelVersion(System.getProperty("os.version"))
            .withContainerRuntimeVersion("process://trainyard")
            .withKubeletVersion(KubernetesVersion.GIT_VERSION)
            .withKubeProxyVersion("")
            .endNodeInfo();
    endpoint.ifPresent(
        it ->
            builder
                .withNewDaemonEndpoints()
                .withNewKubeletEndpoint(it.port)
                .endDaemonEndpoints()
                .withDeclaredFeatures(KubeletEndpoint.WEB_SOCKETS));
    return new NodeBuilder(node).withStatus(builder.build()).build();
  }

  private static List<NodeCondition> conditions(NodeStatus before, NodeCondition ready) {
    var all = new ArrayList<NodeCondition>();
    for (var old : Optional.ofNullable(before.getConditions()).orElse(List.of())) {
      if (!old.getType().equals("Ready")) {
        all.add(old);
      } else if (old.getStatus().equals(ready.getStatus())) {
        ready.setLastTransitionTime(old.getLastTransitionTime());
      }
    }
    all.add(ready);
    return all;
  }

  private List<NodeAddress> addresses() {
    var address = endpoint.map(it -> it.address.getHostAddress()).orElse("127.0.0.1");
    return List.of(new NodeAddress(address, "InternalIP"), new NodeAddress(name, "Hostname"));
  }

  private void create() {
    client.resource(fresh()).create();
  }

  private Node fresh() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels())
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private void label(Node node) {
    var wanted =
        new HashMap<>(Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of()));
    wanted.putAll(labels());
    if (!wanted.equals(node.getMetadata().getLabels())) {
      client
          .resource(new NodeBuilder(node).editMetadata().withLabels(wanted).endMetadata().build())
          .update();
    }
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
