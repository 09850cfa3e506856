package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// How often the kernel killed a process for want of memory since the machine started. A container
/// that dies by SIGKILL while this rises, and that nobody asked to stop, ran out of memory.
final class OomKills {

  static long count() {
    try {
      return count(Files.readAllLines(Path.of("/proc/vmstat")));
    } catch (IOException _) {
      return 0;
    }
  }

  static long count(List<String> vmstat) {
    return vmstat.stream()
        .filter(line -> line.startsWith("oom_kill "))
        .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length()).strip()))
        .findFirst()
        .orElse(0);
  }

  private OomKills() {}
}
