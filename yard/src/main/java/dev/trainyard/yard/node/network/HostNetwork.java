package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.Pod;

/// Pods that want the machine's own network, with its addresses and ports.
final class HostNetwork {

  static boolean wanted(Pod pod) {
    return Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
  }

  private HostNetwork() {}
}
