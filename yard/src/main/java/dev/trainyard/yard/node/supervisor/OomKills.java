package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// How often the kernel killed a process for want of memory. A container that fails while this
/// rises, and that nobody asked to stop, ran out of memory.
///
/// @param file where the kernel counts
/// @param own whether it counts the container's processes alone, or all of the machine
record OomKills(Path file, boolean own) {

  private static final int SIGKILL = 137;

  static OomKills in(List<Path> cgroups) {
    return cgroups.stream()
        .flatMap(
            group -> Stream.of(group.resolve("memory.events"), group.resolve("memory.oom_control")))
        .filter(Files::exists)
        .findFirst()
        .map(file -> new OomKills(file, true))
        .orElseGet(() -> new OomKills(Path.of("/proc/vmstat"), false));
  }

  /// Any process of the container may have been the victim, and its parent may have ended with
  /// another code; of the machine's victims only a killed one can be ours.
  boolean mayEndWith(int exitCode) {
    return own ? exitCode != 0 : exitCode == SIGKILL;
  }

  long count() {
    try {
      return count(Files.readAllLines(file));
    } catch (IOException _) {
      return 0;
    }
  }

  static long count(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("oom_kill "))
        .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length()).strip()))
        .findFirst()
        .orElse(0);
  }
}
