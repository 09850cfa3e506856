package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.network.HostsFile.Peer;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The `/etc/hosts` of each pod that shares the machine's network.
///
/// Pods are named at loopback addresses of their own: 127.0.0.0/8 is this machine as a whole, so
/// whoever listens everywhere is reached at any of them. With one address for all, programs such as
/// `mpirun` would take every other host for themselves.
final class SharedNames {

  private static final Path MACHINE = Path.of("/etc/hosts");

  private final Path directory;
  private final Neighbours neighbours;

  SharedNames(Path directory, Neighbours neighbours) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.neighbours = neighbours;
  }

  /// Asks for the Services afresh: a name that is missing now may be asked for at once.
  synchronized Path file(Pod pod) throws IOException {
    var services = neighbours.servicesNow(pod.getMetadata().getNamespace());
    var file = file(pod.getMetadata().getUid());
    HostsFile.write(file, HostsFile.beside(machine(), peer(pod), services, reachable()));
    return file;
  }

  synchronized void refresh() throws IOException {
    var services = neighbours.services();
    var reachable = reachable();
    var machine = machine();
    for (var pod : neighbours.pods()) {
      var file = file(pod.getMetadata().getUid());
      if (Files.exists(file)) {
        HostsFile.write(file, HostsFile.beside(machine, peer(pod), services, reachable));
      }
    }
  }

  private List<Peer> reachable() {
    return neighbours.pods().stream().map(SharedNames::peer).filter(peer -> !peer.ended()).toList();
  }

  private static Peer peer(Pod pod) {
    return new Peer(pod, address(pod.getMetadata().getUid()));
  }

  /// Any that is not the usual one. Two pods that share it are as well off as all with the same.
  static String address(String uid) {
    int hash = uid.hashCode();
    return "127.%d.%d.%d".formatted(64 + (hash >>> 26), (hash >>> 16) & 0xff, 1 + (hash & 0x7f));
  }

  private static String machine() throws IOException {
    return Files.isReadable(MACHINE) ? Files.readString(MACHINE) : "";
  }

  synchronized void forget(String uid) throws IOException {
    Files.deleteIfExists(file(uid));
  }

  synchronized void keepOnly(Set<String> uids) throws IOException {
    try (var files = Files.list(directory)) {
      for (var file : files.toList()) {
        if (!uids.contains(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
  }

  private Path file(String uid) {
    return directory.resolve(uid);
  }
}
