package dev.trainyard.operator.cache;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Map;
import java.util.Optional;

/// What the caches keep of an object: what a decision can depend on, and of strangers' objects
/// hardly anything. A cluster has far more pods than ours.
public final class Slim {

  private static final Map<String, String> KEPT = Map.of("spec", "queue", "status", "phase");

  private final String apiVersion;
  private final String kind;

  /// Objects that a resource of this kind controls are ours.
  public Slim(String apiVersion, String kind) {
    this.apiVersion = apiVersion;
    this.kind = kind;
  }

  public Pod pod(Pod pod) {
    if (!ours(pod)) {
      return new PodBuilder().withMetadata(tag(pod)).withNewSpec().endSpec().build();
    }
    return new PodBuilder()
        .withMetadata(metadata(pod))
        .withNewSpec()
        .withNodeName(pod.getSpec().getNodeName())
        .withTerminationGracePeriodSeconds(pod.getSpec().getTerminationGracePeriodSeconds())
        .withContainers(pod.getSpec().getContainers().stream().map(Slim::container).toList())
        .endSpec()
        .withStatus(pod.getStatus())
        .build();
  }

  public Service service(Service service) {
    return new ServiceBuilder()
        .withMetadata(ours(service) ? metadata(service) : tag(service))
        .build();
  }

  /// The queue of a group and what has become of it are small, and somebody may ask for them.
  public GenericKubernetesResource attached(GenericKubernetesResource object) {
    var slim = new GenericKubernetesResource();
    slim.setApiVersion(object.getApiVersion());
    slim.setKind(object.getKind());
    slim.setMetadata(ours(object) ? metadata(object) : tag(object));
    if (ours(object)) {
      KEPT.forEach(
          (part, field) ->
              Optional.ofNullable(object.<Object>get(part, field))
                  .ifPresent(value -> slim.setAdditionalProperty(part, Map.of(field, value))));
    }
    return slim;
  }

  public static Node node(Node node) {
    return new NodeBuilder()
        .withMetadata(tag(node))
        .withNewStatus()
        .withConditions(Nodes.readiness(node).stream().toList())
        .endStatus()
        .build();
  }

  private boolean ours(HasMetadata object) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(
            owner -> kind.equals(owner.getKind()) && apiVersion.equals(owner.getApiVersion()));
  }

  private static Container container(Container container) {
    return new ContainerBuilder()
        .withName(container.getName())
        .withCommand(container.getCommand())
        .withArgs(container.getArgs())
        .build();
  }

  private static ObjectMeta metadata(HasMetadata object) {
    return new ObjectMetaBuilder(object.getMetadata()).withManagedFields().build();
  }

  private static ObjectMeta tag(HasMetadata object) {
    var metadata = object.getMetadata();
    return new ObjectMetaBuilder()
        .withName(metadata.getName())
        .withNamespace(metadata.getNamespace())
        .withUid(metadata.getUid())
        .withResourceVersion(metadata.getResourceVersion())
        .build();
  }
}
