package dev.trainyard.yard.streams;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/// Where the processes of pods are really reached. On one machine the node in the same process
/// knows.
public interface Whereabouts {

  /// Where the pod answers on what it takes for this port; nothing when it does not run here.
  Optional<InetSocketAddress> locate(String namespace, String pod, int port) throws IOException;

  /// A cluster with no node of its own goes by what stands in the pods' status.
  static Whereabouts unknown() {
    return (_, _, _) -> Optional.empty();
  }
}
