package dev.trainyard.yard.node.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Which `resolv.conf` works inside a pod. One that points to a resolver on the machine's own
/// loopback does not, because a pod has a loopback of its own.
final class Resolver {

  private static final Path MACHINE = Path.of("/etc/resolv.conf");
  private static final Path BEHIND = Path.of("/run/systemd/resolve/resolv.conf");

  /// What to put in the place of the machine's, if anything has to be.
  static Optional<Path> replacement() throws IOException {
    var needed = Files.isReadable(MACHINE) && loopback(Files.readString(MACHINE));
    return needed && Files.isReadable(BEHIND) && !loopback(Files.readString(BEHIND))
        ? Optional.of(BEHIND)
        : Optional.empty();
  }

  static boolean loopback(String configuration) {
    return configuration
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("nameserver"))
        .map(line -> line.substring("nameserver".length()).strip())
        .anyMatch(address -> address.startsWith("127.") || address.equals("::1"));
  }

  private Resolver() {}
}
