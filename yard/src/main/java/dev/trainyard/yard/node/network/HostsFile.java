package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/// A pod's own `/etc/hosts`, in which the cluster's Services have addresses.
final class HostsFile {

  private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed");

  private static final Comparator<Peer> BY_NAME =
      Comparator.comparing(peer -> peer.pod.getMetadata().getName());

  /// This machine, as a server of both kinds of addresses sees it.
  private static final String MAPPED_LOOPBACK = "::ffff:127.0.0.1 mapped-localhost";

  /// A pod and where it is reached.
  record Peer(Pod pod, String address) {
    boolean ended() {
      return pod.getStatus() != null
          && pod.getStatus().getPhase() != null
          && TERMINAL.contains(pod.getStatus().getPhase());
    }
  }

  /// What `self` shall read. A Service stands for the pods it selects, each on a line of its own.
  ///
  /// @param api where the API of the cluster is reached by the name of its Service
  static String content(Peer self, List<Service> services, List<Peer> peers, Optional<String> api) {
    var namespace = self.pod.getMetadata().getNamespace();
    var lines = new ArrayList<String>();
    lines.add("127.0.0.1 localhost");
    lines.add("::1 localhost ip6-localhost ip6-loopback");
    lines.add(MAPPED_LOOPBACK);
    lines.add(self.address + " " + Hostname.ofPod(self.pod));
    api.ifPresent(
        address ->
            lines.add(address + " " + String.join(" ", ServiceName.API.spellings(namespace))));
    selected(
        services,
        peers,
        (service, peer) -> {
          var names = new ArrayList<>(SharedNetwork.name(service).spellings(namespace));
          names.addAll(below(service, peer, namespace));
          lines.add(line(peer, names));
        });
    peers.stream().sorted(BY_NAME).forEach(peer -> lines.addAll(whoCalls(peer)));
    return String.join("\n", lines) + "\n";
  }

  /// The same on the machine's own network, where Services cannot have names: the ports of their
  /// pods are not theirs. A pod that has a name of its own has it here too.
  ///
  /// @param machine what the machine's own file says
  static String beside(String machine, Peer self, List<Service> services, List<Peer> peers) {
    var namespace = self.pod.getMetadata().getNamespace();
    var lines = new ArrayList<>(machine.lines().toList());
    lines.add("127.0.0.1 " + Hostname.ofPod(self.pod));
    lines.add(MAPPED_LOOPBACK);
    selected(
        services,
        peers,
        (service, peer) -> {
          var names = below(service, peer, namespace);
          if (!names.isEmpty()) {
            lines.add(line(peer, names));
          }
        });
    return String.join("\n", lines) + "\n";
  }

  private static void selected(
      List<Service> services, List<Peer> peers, BiConsumer<Service, Peer> each) {
    services.stream()
        .sorted(Comparator.comparing(service -> SharedNetwork.name(service).toString()))
        .forEach(
            service ->
                peers.stream()
                    .filter(peer -> Selection.selects(service, peer.pod))
                    .sorted(BY_NAME)
                    .forEach(peer -> each.accept(service, peer)));
  }

  /// A pod that names a Service as its subdomain is known below it.
  private static List<String> below(Service service, Peer peer, String from) {
    var name = SharedNetwork.name(service);
    var spec = peer.pod.getSpec();
    return Optional.ofNullable(spec.getHostname())
        .filter(_ -> name.name().equals(spec.getSubdomain()))
        .map(host -> name.spellings(from).stream().map(below -> host + "." + below).toList())
        .orElse(List.of());
  }

  /// The name that a cluster gives every pod, for those who ask whom they serve: torchrun's store
  /// does and serves nobody else meanwhile, and a name server knows none of these addresses. A
  /// server of both kinds of addresses sees them in the form of the second line.
  private static List<String> whoCalls(Peer peer) {
    var host = peer.address.replace('.', '-');
    var namespace = peer.pod.getMetadata().getNamespace();
    var line = line(peer, List.of("%s.%s.pod.%s".formatted(host, namespace, ServiceName.DOMAIN)));
    return List.of(line, "::ffff:" + line);
  }

  private static String line(Peer peer, List<String> names) {
    return peer.address + " " + String.join(" ", names);
  }

  /// Writes in place: the file is mounted in running pods, which would never see a new one.
  static void write(Path file, String content) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(content)) {
      return;
    }
    var bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      var length = bytes.remaining();
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.truncate(length);
    }
  }

  private HostsFile() {}
}
