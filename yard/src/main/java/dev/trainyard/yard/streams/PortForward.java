package dev.trainyard.yard.streams;

import dev.trainyard.yard.http.RefusedException;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.http.WebSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;

/// Connections to ports of a pod over one web socket: as `kubectl port-forward` makes them, as many
/// as it likes, or one for each port that the request names, as other clients do.
public final class PortForward implements Routes.Conversation {

  private static final String TUNNEL = "SPDY/3.1+portforward.k8s.io";
  private static final String CHANNELS = "v4.channel.k8s.io";

  private final Pod pod;
  private final List<Integer> ports;

  /// The pod that is forwarded to.
  public record Pod(Whereabouts whereabouts, String namespace, String name) {

    InetSocketAddress address(int port) throws IOException {
      return whereabouts
          .locate(namespace, name, port)
          .orElseThrow(() -> new IOException("the pod does not run"));
    }

    /// Why a port was not reached, as a kubelet says it.
    String failure(Object port, Exception why) {
      return "error forwarding port %s to pod %s: %s".formatted(port, name, why.getMessage());
    }
  }

  private PortForward(Pod pod, List<Integer> ports) {
    this.pod = pod;
    this.ports = List.copyOf(ports);
  }

  /// What a route answers a request for such connections with.
  ///
  /// @param ports those the request names, several with commas between them; a tunnel names its
  ///   ports itself
  public static Routes.Upgrade upgrade(Pod pod, List<String> ports) {
    var numbers =
        ports.stream()
            .flatMap(several -> Arrays.stream(several.split(",", -1)))
            .map(PortForward::port)
            .toList();
    var protocols = numbers.isEmpty() ? List.of(TUNNEL) : List.of(TUNNEL, CHANNELS);
    return new Routes.Upgrade(protocols, new PortForward(pod, numbers));
  }

  static int port(String text) {
    var port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > 65535) {
      throw new RefusedException(400, "\"%s\" is not a port".formatted(text));
    }
    return port;
  }

  @Override
  public void hold(WebSocket socket) throws IOException, InterruptedException {
    if (socket.protocol().equals(TUNNEL)) {
      new PortForwardTunnel(pod, socket).hold();
    } else {
      new PortForwardChannels(pod, ports, socket).hold();
    }
  }
}
