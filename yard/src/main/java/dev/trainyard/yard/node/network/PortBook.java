package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.supervisor.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Which port of this machine stands for which port of which Service. Kept on disk, so that a
/// worker started by the next yard still finds a master started by this one.
final class PortBook {

  /// Below the range from which Linux takes the ports of outgoing connections.
  private static final int FIRST = 20_000;

  private static final int COUNT = 12_000;

  private final Path file;
  private final Map<Entry, Integer> entries = new TreeMap<>();

  private record Entry(ServiceName service, int port) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return "%s/%s:%d".formatted(service.namespace(), service.name(), port);
    }

    static Optional<Entry> parse(String word) {
      var slash = word.indexOf('/');
      var colon = word.lastIndexOf(':');
      return slash < 0 || colon < slash
          ? Optional.empty()
          : Optional.of(
              new Entry(
                  new ServiceName(word.substring(0, slash), word.substring(slash + 1, colon)),
                  Integer.parseInt(word.substring(colon + 1))));
    }
  }

  PortBook(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (var line : Files.readAllLines(file)) {
        var words = line.split(" ", 2);
        Entry.parse(words[0]).ifPresent(entry -> entries.put(entry, Integer.parseInt(words[1])));
      }
    }
  }

  /// The port that stands for `port` of `service`; chosen and written down on the first question.
  synchronized int of(ServiceName service, int port) {
    var entry = new Entry(service, port);
    var known = Optional.ofNullable(entries.get(entry));
    if (known.isPresent()) {
      return known.get();
    }
    var chosen = free(Math.floorMod(entry.hashCode(), COUNT));
    entries.put(entry, chosen);
    save();
    return chosen;
  }

  /// The port that stands for it, if anybody has asked for one yet.
  synchronized Optional<Integer> find(ServiceName service, int port) {
    return Optional.ofNullable(entries.get(new Entry(service, port)));
  }

  synchronized Set<ServiceName> services() {
    return entries.keySet().stream().map(Entry::service).collect(Collectors.toSet());
  }

  /// The Service is gone; its ports are free again.
  synchronized void forget(ServiceName service) {
    if (entries.keySet().removeIf(entry -> entry.service.equals(service))) {
      save();
    }
  }

  private int free(int start) {
    for (var step = 0; step < COUNT; step++) {
      var port = FIRST + (start + step) % COUNT;
      if (!entries.containsValue(port) && unused(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "every port from %d to %d of this machine is in use".formatted(FIRST, FIRST + COUNT - 1));
  }

  private static boolean unused(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[4]), port));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private void save() {
    var text = new StringBuilder();
    entries.forEach((entry, port) -> text.append(entry).append(' ').append(port).append('\n'));
    try {
      DurableFile.write(file, text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }
}
