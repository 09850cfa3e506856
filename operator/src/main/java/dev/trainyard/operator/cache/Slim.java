package dev.trainyard.operator.cache;

import dev.trainyard.api.UnreadableMark;
import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the caches keep of an object: what a decision can depend on, and of strangers' objects
/// hardly anything. A cluster has far more pods than ours.
public final class Slim {

  private final Set<Owner> owners;

  private record Owner(String group, String kind) {}

  /// Objects that a resource of this kind controls are ours, and so are those of its carriers.
  public Slim(String apiVersion, String kind, Company company) {
    this.owners =
        Stream.concat(
                Stream.of(new Owner(Attachment.group(apiVersion), kind)),
                company.carriers().stream().map(one -> new Owner(one.group(), one.kind())))
            .collect(Collectors.toUnmodifiableSet());
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

  /// A pod that somebody's AppWrapper is answerable for, whoever has made it: how it ends, where it
  /// runs and what it uses there.
  public static Pod wrapped(Pod pod) {
    return new PodBuilder()
        .withMetadata(metadata(pod))
        .withNewSpec()
        .withNodeName(pod.getSpec().getNodeName())
        .withTerminationGracePeriodSeconds(pod.getSpec().getTerminationGracePeriodSeconds())
        .withContainers(
            pod.getSpec().getContainers().stream()
                .map(
                    one ->
                        new ContainerBuilder()
                            .withName(one.getName())
                            .withResources(one.getResources())
                            .build())
                .toList())
        .endSpec()
        .withStatus(pod.getStatus())
        .build();
  }

  /// Of what an AppWrapper has made, whose it is and how it fares; the rest may hold secrets.
  public static GenericKubernetesResource component(GenericKubernetesResource object) {
    var slim = new GenericKubernetesResource();
    slim.setApiVersion(object.getApiVersion());
    slim.setKind(object.getKind());
    slim.setMetadata(new ObjectMetaBuilder(metadata(object)).withAnnotations(Map.of()).build());
    keep(new String[] {"status"}, object, slim.getAdditionalProperties());
    return slim;
  }

  /// What its labels say about the devices of a node.
  public static Node labelled(Node node) {
    return new NodeBuilder()
        .withMetadata(
            new ObjectMetaBuilder(tag(node)).withLabels(node.getMetadata().getLabels()).build())
        .build();
  }

  public Service service(Service service) {
    return new ServiceBuilder()
        .withMetadata(ours(service) ? metadata(service) : tag(service))
        .build();
  }

  /// What its kind is known to be asked for, and no more: it may hold secrets.
  public GenericKubernetesResource attached(Attached.Kind kind, GenericKubernetesResource object) {
    var slim = new GenericKubernetesResource();
    slim.setApiVersion(object.getApiVersion());
    slim.setKind(object.getKind());
    slim.setMetadata(ours(object) ? metadata(object) : tag(object));
    if (ours(object)) {
      kind.kept().forEach(path -> keep(path.split("\\."), object, slim.getAdditionalProperties()));
    }
    return slim;
  }

  private static void keep(
      String[] path, GenericKubernetesResource object, Map<String, Object> kept) {
    if (path[path.length - 1].equals(Attached.Kind.NAMES)) {
      var whole = Arrays.copyOf(path, path.length - 1);
      put(whole, names(object.<Object>get((Object[]) whole)), kept);
    } else {
      put(path, object.<Object>get((Object[]) path), kept);
    }
  }

  /// With nothing under them.
  private static @Nullable Object names(@Nullable Object value) {
    return value instanceof Map<?, ?> map
        ? map.keySet().stream().collect(Collectors.toMap(name -> name, _ -> ""))
        : null;
  }

  @SuppressWarnings("unchecked")
  private static void put(String[] path, @Nullable Object value, Map<String, Object> kept) {
    if (value == null) {
      return;
    }
    var parent = kept;
    for (var part : Arrays.copyOf(path, path.length - 1)) {
      parent =
          (Map<String, Object>)
              parent.computeIfAbsent(part, _ -> new LinkedHashMap<String, Object>());
    }
    parent.put(path[path.length - 1], value);
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
        .map(owner -> new Owner(Attachment.group(owner.getApiVersion()), owner.getKind()))
        .anyMatch(owners::contains);
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
        .withDeletionTimestamp(metadata.getDeletionTimestamp())
        .withAnnotations(
            UnreadableMark.why(object)
                .map(why -> Map.of(UnreadableMark.ANNOTATION, why))
                .orElse(Map.of()))
        .build();
  }
}
