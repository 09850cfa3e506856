package dev.trainyard.yard.node;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Set;

/// How a node takes part in a cluster whose control plane is another process: it renews a Lease,
/// and answers the API server when people ask for logs and commands.
///
/// @param address where the node listens and the API server finds it
/// @param port 0 is any free one
/// @param clientAuthority a file with the certificates that sign the API server's own
/// @param callers the common names under which an API server calls its nodes
/// @param notReadyOnClose whether the cluster is told at once that the node has gone
public record Joining(
    InetAddress address,
    int port,
    Path clientAuthority,
    Set<String> callers,
    boolean notReadyOnClose) {

  /// The names that common installers put into the API server's certificate.
  private static final Set<String> API_SERVERS =
      Set.of(
          "kube-apiserver-kubelet-client",
          "kube-apiserver",
          "system:kube-apiserver",
          "system:apiserver");

  public Joining {
    callers = Set.copyOf(callers);
  }

  /// On loopback, for an API server on the same machine.
  public static Joining onLoopback(Path clientAuthority) {
    return at(InetAddress.getLoopbackAddress(), clientAuthority);
  }

  public static Joining at(InetAddress address, Path clientAuthority) {
    return new Joining(address, 0, clientAuthority, API_SERVERS, true);
  }
}
