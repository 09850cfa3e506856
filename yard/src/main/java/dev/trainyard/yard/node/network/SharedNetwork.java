package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// All pods on the machine's own network. Names of Services are replaced in what a process is told,
/// because nothing here could resolve them.
final class SharedNetwork implements Network {

  private static final Address HERE = new Address("127.0.0.1", "127.0.0.1");

  /// To a port of this very machine.
  private static final int PATIENCE_MILLIS = 1000;

  private final Neighbours neighbours;
  private final SharedNames names;
  private final PortBook ports;

  SharedNetwork(Path home, Neighbours neighbours) throws IOException {
    this.neighbours = neighbours;
    this.names = new SharedNames(home.resolve("hosts"), neighbours);
    this.ports = new PortBook(home.resolve("ports"));
  }

  @Override
  public Address join(Pod pod) {
    return HERE;
  }

  /// Asks for the Services afresh: what is missed now stays wrong for the life of the process.
  @Override
  public Launch adapt(Pod pod, Launch launch) {
    var namespace = pod.getMetadata().getNamespace();
    var here = neighbours.servicesNow(namespace);
    return new Rewriting(namespace, names(here), own(pod, here), this::port).apply(launch);
  }

  /// A Service in front of pods that want the machine's own ports has no others.
  private int port(ServiceName service, int port) {
    var real =
        neighbours.services().stream()
            .filter(it -> name(it).equals(service))
            .anyMatch(
                it ->
                    neighbours.pods().stream()
                        .anyMatch(pod -> HostNetwork.wanted(pod) && Selection.selects(it, pod)));
    return real ? port : ports.of(service, port);
  }

  @Override
  public Names names(Pod pod) throws IOException {
    return new Names(names.file(pod), Optional.empty());
  }

  /// A process that was told its port in words we know listens on the one that stands for it; any
  /// other on the port it chose itself.
  @Override
  public InetSocketAddress reach(Pod pod, int port) {
    if (HostNetwork.wanted(pod)) {
      return here(port);
    }
    var namespace = pod.getMetadata().getNamespace();
    var services =
        neighbours.services().stream()
            .filter(service -> service.getMetadata().getNamespace().equals(namespace))
            .toList();
    return Optional.ofNullable(own(pod, services).get(port))
        .flatMap(service -> ports.find(service, port))
        .map(SharedNetwork::here)
        .filter(SharedNetwork::answers)
        .orElseGet(() -> here(port));
  }

  @Override
  public Optional<InetSocketAddress> api(Pod pod) {
    return Optional.empty();
  }

  private static InetSocketAddress here(int port) {
    return new InetSocketAddress(HERE.podIp(), port);
  }

  private static boolean answers(InetSocketAddress address) {
    try (var socket = new Socket()) {
      socket.connect(address, PATIENCE_MILLIS);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static Map<Integer, ServiceName> own(Pod pod, List<Service> services) {
    var own = new TreeMap<Integer, ServiceName>();
    for (var service : services) {
      if (Selection.selects(service, pod)) {
        for (var port : service.getSpec().getPorts()) {
          own.putIfAbsent(port.getPort(), name(service));
          Optional.ofNullable(port.getTargetPort())
              .map(IntOrString::getIntVal)
              .ifPresent(target -> own.putIfAbsent(target, name(service)));
        }
      }
    }
    return own;
  }

  static ServiceName name(Service service) {
    return new ServiceName(service.getMetadata().getNamespace(), service.getMetadata().getName());
  }

  /// A Service that the cache does not know may be too new for it, so the API has the last word.
  @Override
  public void refresh() throws IOException {
    names.refresh();
    var cached = names(neighbours.services());
    for (var service : ports.services()) {
      if (!cached.contains(service)
          && !names(neighbours.servicesNow(service.namespace())).contains(service)) {
        ports.forget(service);
      }
    }
  }

  private static Set<ServiceName> names(List<Service> services) {
    return services.stream().map(SharedNetwork::name).collect(Collectors.toSet());
  }

  @Override
  public void leave(String podUid) throws IOException {
    names.forget(podUid); // Ports belong to Services.
  }

  @Override
  public void keepOnly(Set<String> podUids) throws IOException {
    names.keepOnly(podUids);
  }

  @Override
  public void close() {
    // Nothing was set up.
  }
}
