package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.network.HostsFile.Peer;
import dev.trainyard.yard.node.supervisor.DurableFile;
import dev.trainyard.yard.streams.Doorway;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Each pod in a network namespace of its own, on a bridge of this yard. Namespaces are kept by
/// name, so they outlive the yard as the processes in them do.
final class IsolatedNetwork implements Network {

  private static final Logger log = LoggerFactory.getLogger(IsolatedNetwork.class);

  /// The tools that every pod needs.
  record Tools(Tool ip, Tool nsenter, Tool unshare, Tool mount) {
    static Optional<Tools> find() {
      var found =
          Stream.of("ip", "nsenter", "unshare", "mount").flatMap(n -> Tool.find(n).stream());
      var tools = found.toList();
      return tools.size() < 4
          ? Optional.empty()
          : Optional.of(new Tools(tools.get(0), tools.get(1), tools.get(2), tools.get(3)));
    }
  }

  private final Path directory;
  private final Neighbours neighbours;
  private final Tools tools;
  private final Optional<WayOut> wayOut;
  private final Forwarding forwarding;
  private final String bridge;
  private final AddressBook addresses;
  private final Subnet subnet;
  private final Doorway doorway;
  private final Set<Integer> ready = new HashSet<>();
  private Optional<InetSocketAddress> api = Optional.empty();
  private boolean bridged;

  IsolatedNetwork(Path home, Neighbours neighbours, Tools tools, Doorway doorway)
      throws IOException {
    this.doorway = doorway;
    this.directory = home.resolve("network");
    this.neighbours = neighbours;
    this.tools = tools;
    var id = id(home);
    this.bridge = "ty" + id;
    this.wayOut = WayOut.find(id);
    Files.createDirectories(directory.resolve("hosts"));
    this.forwarding = new Forwarding(tools.ip, directory.resolve("forwarding"));
    this.addresses = new AddressBook(directory.resolve("addresses"));
    this.subnet = subnet(id);
  }

  /// Six letters that tell this home's devices from any other's.
  static String id(Path home) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256")
              .digest(home.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 3);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private Subnet subnet(String id) throws IOException {
    var file = directory.resolve("subnet");
    var known =
        Files.exists(file) ? Subnet.parse(Files.readString(file)) : Optional.<Subnet>empty();
    if (known.isPresent()) {
      return known.get();
    }
    var routes = tools.ip.ask("-4", "route", "show", "table", "all").text();
    var chosen =
        Subnet.choose(Integer.parseInt(id, 16), routes)
            .orElseThrow(() -> new IOException("no private subnet is free on this machine"));
    DurableFile.write(file, chosen.block());
    return chosen;
  }

  String description() {
    return "Each pod has its own network, %s on bridge %s%s."
        .formatted(
            subnet.block(),
            bridge,
            wayOut.isPresent() ? "" : ", without a way out: neither iptables nor nft is installed");
  }

  @Override
  public synchronized Address join(Pod pod) throws IOException {
    if (HostNetwork.wanted(pod)) {
      raiseBridge();
      return onTheMachine();
    }
    var number = addresses.of(pod.getMetadata().getUid());
    if (!ready.contains(number)) {
      raiseBridge();
      if (!connected(number)) {
        disconnect(number);
        connect(number);
      }
      ready.add(number);
      refresh();
    }
    return new Address(subnet.address(number), subnet.gateway());
  }

  /// Where other pods find the machine itself.
  private Address onTheMachine() {
    return new Address(subnet.gateway(), subnet.gateway());
  }

  private void raiseBridge() throws IOException {
    if (bridged) {
      return;
    }
    if (!tools.ip.succeeds("link", "show", bridge)) {
      tools.ip.run("link", "add", bridge, "type", "bridge");
    }
    tools.ip.run("address", "replace", subnet.gateway() + "/24", "dev", bridge);
    tools.ip.run("link", "set", bridge, "up");
    if (wayOut.isPresent()) {
      wayOut.get().open(bridge, subnet);
      forwarding.allow(bridge);
    }
    openDoorway();
    bridged = true;
  }

  /// The address is there from now on. A machine on which the API cannot listen there has pods that
  /// do without.
  private void openDoorway() {
    var gateway = InetAddress.ofLiteral(subnet.gateway());
    try {
      var port = doorway.open(gateway, subnet::contains);
      api =
          port.isPresent()
              ? Optional.of(new InetSocketAddress(gateway, port.getAsInt()))
              : Optional.empty();
    } catch (IOException e) {
      log.atWarn().log("Pods cannot reach the API: {}", e.getMessage());
    }
  }

  @Override
  public synchronized Optional<InetSocketAddress> api(Pod pod) throws IOException {
    join(pod);
    return HostNetwork.wanted(pod) ? Optional.empty() : api;
  }

  private boolean connected(int number) throws IOException {
    return tools
        .ip
        .ask("-n", namespace(number), "-4", "address", "show", "dev", "eth0")
        .text()
        .contains(subnet.address(number) + "/24");
  }

  private void connect(int number) throws IOException {
    var namespace = namespace(number);
    var ip = tools.ip;
    ip.run("netns", "add", namespace);
    ip.run(
        "link", "add", device(number), "type", "veth", "peer", "name", "eth0", "netns", namespace);
    ip.run("link", "set", device(number), "master", bridge, "up");
    ip.run("-n", namespace, "link", "set", "lo", "up");
    ip.run("-n", namespace, "link", "set", "eth0", "up");
    ip.run("-n", namespace, "address", "add", subnet.address(number) + "/24", "dev", "eth0");
    ip.run("-n", namespace, "route", "add", "default", "via", subnet.gateway());
  }

  private void disconnect(int number) throws IOException {
    // The names may be there or not; what counts is that they are gone afterwards.
    tools.ip.ask("link", "delete", device(number));
    tools.ip.ask("netns", "delete", namespace(number));
    Files.deleteIfExists(hosts(number));
  }

  private String namespace(int number) {
    return "%s-%d".formatted(bridge, number);
  }

  private String device(int number) {
    return "%s-%d".formatted(bridge, number);
  }

  private Path hosts(Pod pod) throws IOException {
    var uid = pod.getMetadata().getUid();
    return HostNetwork.wanted(pod)
        ? directory.resolve("hosts").resolve(uid)
        : hosts(addresses.of(uid));
  }

  private Path hosts(int number) {
    return directory.resolve("hosts").resolve(Integer.toString(number));
  }

  @Override
  public synchronized Launch adapt(Pod pod, Launch launch) throws IOException {
    join(pod);
    if (HostNetwork.wanted(pod)) {
      return launch;
    }
    var number = addresses.of(pod.getMetadata().getUid());
    var enter = new ArrayList<>(launch.enter());
    enter.addAll(
        List.of(tools.nsenter.program().toString(), "--net=/run/netns/" + namespace(number), "--"));
    return new Launch(enter, launch.command(), launch.environment());
  }

  @Override
  public synchronized Names names(Pod pod) throws IOException {
    join(pod);
    if (!Files.exists(hosts(pod))) {
      refresh();
    }
    return new Names(hosts(pod), Resolver.replacement());
  }

  @Override
  public InetSocketAddress reach(Pod pod, int port) throws IOException {
    return new InetSocketAddress(HostNetwork.wanted(pod) ? "127.0.0.1" : join(pod).podIp(), port);
  }

  /// Rewrites every pod's hosts file that no longer tells the truth.
  @Override
  public synchronized void refresh() throws IOException {
    var services = neighbours.services();
    var peers = new ArrayList<Peer>();
    for (var pod : neighbours.pods()) {
      if (HostNetwork.wanted(pod)) {
        var peer = new Peer(pod, onTheMachine().podIp());
        if (!peer.ended()) {
          peers.add(peer);
        }
      } else {
        addresses
            .find(pod.getMetadata().getUid())
            .ifPresent(number -> peers.add(new Peer(pod, subnet.address(number))));
      }
    }
    var reachable = peers.stream().filter(peer -> !peer.ended()).toList();
    for (var self : peers) {
      HostsFile.write(
          hosts(self.pod()),
          HostsFile.content(self, services, reachable, api.map(_ -> subnet.gateway())));
    }
  }

  @Override
  public synchronized void leave(String podUid) throws IOException {
    Files.deleteIfExists(directory.resolve("hosts").resolve(podUid));
    var number = addresses.find(podUid);
    if (number.isPresent()) {
      endWhoeverIsLeft(namespace(number.get()));
      disconnect(number.get());
      ready.remove(number.get());
      addresses.forget(podUid);
    }
  }

  @Override
  public synchronized void keepOnly(Set<String> podUids) throws IOException {
    for (var uid : addresses.pods()) {
      if (!podUids.contains(uid) && unused(namespace(addresses.of(uid)))) {
        leave(uid);
      }
    }
    var known = new HashSet<String>();
    for (var uid : addresses.pods()) {
      known.add(namespace(addresses.of(uid)));
    }
    for (var stray : namespaces()) {
      if (!known.contains(stray) && unused(stray)) {
        tools.ip.ask("link", "delete", stray);
        tools.ip.ask("netns", "delete", stray);
      }
    }
  }

  private Set<String> namespaces() throws IOException {
    return tools
        .ip
        .ask("netns", "list")
        .text()
        .lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(name -> name.startsWith(bridge + "-"))
        .collect(Collectors.toSet());
  }

  /// A program that made itself a daemon, as `sshd` does, has left its container and goes with its
  /// pod.
  private void endWhoeverIsLeft(String namespace) throws IOException {
    tools
        .ip
        .ask("netns", "pids", namespace)
        .text()
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("\\d+"))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
        .forEach(ProcessHandle::destroyForcibly);
  }

  private boolean unused(String namespace) throws IOException {
    var processes = tools.ip.ask("netns", "pids", namespace);
    return !processes.ok() || processes.text().isEmpty();
  }

  /// Once no pod is left, the machine is as it was before.
  @Override
  public synchronized void close() throws IOException {
    if (!addresses.pods().isEmpty()) {
      return;
    }
    if (wayOut.isPresent()) {
      wayOut.get().close();
    }
    tools.ip.ask("link", "delete", bridge);
    var others =
        tools
            .ip
            .ask("-o", "link", "show", "type", "bridge")
            .text()
            .lines()
            .anyMatch(line -> line.matches("\\d+: ty[0-9a-f]{6}:.*"));
    forwarding.restore(others);
    bridged = false;
  }
}
