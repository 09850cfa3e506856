package dev.trainyard.operator.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.operator.kinds.RawAppWrapper;
import dev.trainyard.operator.wrapper.CapacityQueue.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Asks the API server each time: nobody keeps a cache of all pods for the sake of those that wait.
///
/// @param namespaces where it may look; none named are all there are
public record LiveCluster(KubernetesClient client, Set<String> namespaces) implements Cluster {

  /// Either of them means that Kueue is there.
  private static final List<String> KUEUE =
      List.of("kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1");

  /// Whether somebody else says when AppWrappers begin.
  public static boolean hasKueue(KubernetesClient client) {
    return KUEUE.stream().anyMatch(version -> client.supports(version, "Workload"));
  }

  @Override
  public List<AppWrapper> wrappers() {
    var json = client.getKubernetesSerialization();
    return all(client.resources(RawAppWrapper.class)).stream()
        .map(raw -> AppWrappers.CODEC.parse(json.convertValue(raw, ObjectNode.class)))
        .flatMap(
            parsed ->
                parsed instanceof Parsed.Understood<AppWrapper>(var wrapper)
                    ? Stream.of(wrapper)
                    : Stream.<AppWrapper>empty())
        .toList();
  }

  @Override
  public List<Node> nodes() {
    return client.nodes().list().getItems();
  }

  @Override
  public List<Pod> pods() {
    return all(client.pods());
  }

  /// Of several that are everybody's the lowest counts.
  @Override
  public Map<String, Integer> priorities() {
    var priorities = new HashMap<String, Integer>();
    for (var one : client.scheduling().v1().priorityClasses().list().getItems()) {
      priorities.put(one.getMetadata().getName(), one.getValue());
      if (Boolean.TRUE.equals(one.getGlobalDefault())) {
        priorities.merge("", one.getValue(), Math::min);
      }
    }
    return priorities;
  }

  private <T extends HasMetadata, L extends KubernetesResourceList<T>> List<T> all(
      MixedOperation<T, L, ? extends Resource<T>> kind) {
    return namespaces.isEmpty()
        ? kind.inAnyNamespace().list().getItems()
        : namespaces.stream()
            .flatMap(namespace -> kind.inNamespace(namespace).list().getItems().stream())
            .toList();
  }
}
