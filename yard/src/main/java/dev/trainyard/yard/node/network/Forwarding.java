package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.supervisor.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Lets packets pass between the yard's bridge and the devices that lead out, and nothing else: the
/// machine-wide switch stays as it is.
record Forwarding(Tool ip, Path memory) {

  private static final Pattern DEVICE = Pattern.compile("\\bdev (\\S+)");

  /// What we switch on is written down first, so that it is switched off again, by whoever closes.
  void allow(String bridge) throws IOException {
    var off =
        DEVICE
            .matcher(ip.ask("-4", "route", "show", "default").text())
            .results()
            .map(match -> match.group(1))
            .distinct()
            .filter(device -> !on(device))
            .toList();
    if (!off.isEmpty()) {
      DurableFile.write(memory, String.join("\n", off));
    }
    for (var device : off) {
      Files.writeString(setting(device), "1");
    }
    Files.writeString(setting(bridge), "1");
  }

  /// Another yard may need the same devices; the last one out switches off.
  void restore(boolean othersNeedIt) throws IOException {
    if (!Files.exists(memory)) {
      return;
    }
    var devices = othersNeedIt ? List.<String>of() : Files.readAllLines(memory);
    for (var device : devices) {
      if (Files.exists(setting(device))) {
        Files.writeString(setting(device), "0");
      }
    }
    Files.delete(memory);
  }

  private static boolean on(String device) {
    try {
      return Files.readString(setting(device)).strip().equals("1");
    } catch (IOException _) {
      return true; // Not ours to change.
    }
  }

  private static Path setting(String device) {
    return Path.of("/proc/sys/net/ipv4/conf", device, "forwarding");
  }
}
