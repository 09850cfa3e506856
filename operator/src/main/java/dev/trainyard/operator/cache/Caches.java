package dev.trainyard.operator.cache;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.stream.Stream;

/// What is known of one job's objects and of the nodes its pods run on. It may be behind the
/// cluster, but shows what we wrote as soon as that is acknowledged.
public interface Caches extends Echo {

  /// The pods this very job controls.
  Stream<Pod> pods();

  /// The other objects this very job controls.
  Stream<HasMetadata> objects();

  Optional<Node> node(String name);

  /// An object without a namespace that dialects ask for.
  Optional<GenericKubernetesResource> consulted(String kind, String name);

  /// Without a single node we were not allowed to see any; that says nothing about one of them.
  boolean seesNodes();
}
