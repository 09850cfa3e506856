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

/// A pod's own `/etc/hosts`, in which the cluster's Services have addresses.
final class HostsFile {

  /// A pod and where it is reached.
  record Peer(Pod pod, String address) {}

  /// What `self` shall read. A Service stands for the pods it selects, each on a line of its own.
  static String content(Peer self, List<Service> services, List<Peer> peers) {
    var namespace = self.pod.getMetadata().getNamespace();
    var lines = new ArrayList<String>();
    lines.add("127.0.0.1 localhost");
    lines.add("::1 localhost ip6-localhost ip6-loopback");
    lines.add(self.address + " " + Hostname.ofPod(self.pod));
    services.stream()
        .sorted(Comparator.comparing(service -> SharedNetwork.name(service).toString()))
        .forEach(
            service ->
                peers.stream()
                    .filter(peer -> Selection.selects(service, peer.pod))
                    .sorted(Comparator.comparing(peer -> peer.pod.getMetadata().getName()))
                    .forEach(peer -> lines.add(line(service, peer, namespace))));
    return String.join("\n", lines) + "\n";
  }

  private static String line(Service service, Peer peer, String from) {
    var name = SharedNetwork.name(service);
    var names = new ArrayList<>(name.spellings(from));
    // A pod that names the Service as its subdomain is also known below it.
    var spec = peer.pod.getSpec();
    Optional.ofNullable(spec.getHostname())
        .filter(_ -> name.name().equals(spec.getSubdomain()))
        .ifPresent(host -> name.spellings(from).forEach(below -> names.add(host + "." + below)));
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
