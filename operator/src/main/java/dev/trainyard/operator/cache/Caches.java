package dev.trainyard.operator.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What is known of one job's objects and of the nodes its pods run on. It may be behind the
/// cluster, but shows what we wrote as soon as that is acknowledged.
public interface Caches extends Echo {

  /// The pods this very job controls, and those that its carriers do.
  Stream<Pod> pods();

  /// The other objects this very job controls.
  Stream<HasMetadata> objects();

  /// The resources that carry it.
  Stream<GenericKubernetesResource> carriers();

  /// An object of a kind that jobs bring, whoever it belongs to.
  Optional<? extends HasMetadata> named(String apiVersion, String kind, String name);

  Optional<Node> node(String name);

  /// An object that dialects ask for; some have no namespace. The job is woken when the answer
  /// changes.
  Optional<GenericKubernetesResource> consulted(String kind, String namespace, String name);

  List<GenericKubernetesResource> consulted(String kind, String namespace);

  /// Without a single node we were not allowed to see any; that says nothing about one of them.
  boolean seesNodes();
}
