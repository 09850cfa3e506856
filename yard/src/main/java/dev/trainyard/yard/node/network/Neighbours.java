package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;

/// What a network must know about the cluster, asked when it is needed.
public interface Neighbours {

  /// The Services of all namespaces, from a cache that follows changes.
  List<Service> services();

  /// The Services of one namespace as they are right now.
  List<Service> servicesNow(String namespace);

  /// The pods of this node.
  List<Pod> pods();
}
