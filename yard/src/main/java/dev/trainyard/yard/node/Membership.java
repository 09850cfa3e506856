package dev.trainyard.yard.node;

import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.node.NodeRegistration.Endpoint;
import dev.trainyard.yard.node.kubelet.KubeletEndpoint;
import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Whereabouts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node's place in its cluster: its Node, its Lease and, where the control plane is another
/// process, the endpoint that the API server calls.
final class Membership implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Membership.class);

  private final NodeRegistration registration;
  private final Options options;
  private final Heartbeat heartbeat;
  private final Optional<Ties> ties;

  private record Ties(Joining joining, KubeletEndpoint endpoint) {}

  /// In the yard, whose API asks the node directly.
  static Membership plain(KubernetesClient client, Options options) throws IOException {
    var registration =
        new NodeRegistration(client, options.nodeName(), Machine.capacity(), Optional.empty());
    registration.register(options.clock().instant());
    return new Membership(client, registration, options, Optional.empty());
  }

  static Membership joined(
      KubernetesClient client,
      Options options,
      Joining joining,
      LogSource logs,
      ExecSource commands,
      Whereabouts whereabouts,
      Supplier<List<Pod>> pods)
      throws IOException {
    var settings =
        new KubeletEndpoint.Settings(
            options.nodeName(),
            joining.address(),
            joining.port(),
            joining.clientAuthority(),
            joining.callers());
    var endpoint =
        KubeletEndpoint.start(settings, logs, commands, whereabouts, pods, options.clock());
    try {
      var registration =
          new NodeRegistration(
              client,
              options.nodeName(),
              Machine.capacity(),
              Optional.of(new Endpoint(joining.address(), endpoint.port())));
      registration.register(options.clock().instant());
      return new Membership(
          client, registration, options, Optional.of(new Ties(joining, endpoint)));
    } catch (IOException | RuntimeException e) {
      endpoint.close();
      throw e;
    }
  }

  private Membership(
      KubernetesClient client,
      NodeRegistration registration,
      Options options,
      Optional<Ties> ties) {
    this.registration = registration;
    this.options = options;
    this.heartbeat = Heartbeat.start(client, registration, options.clock());
    this.ties = ties;
  }

  @Override
  public void close() {
    heartbeat.close();
    if (ties.isEmpty()) {
      return;
    }
    var cut = ties.get();
    cut.endpoint.close();
    if (cut.joining.notReadyOnClose()) {
      try {
        registration.withdraw(options.clock().instant());
      } catch (KubernetesClientException e) {
        log.atInfo().setCause(e).log("The cluster was not told that the node has closed");
      }
    }
  }
}
