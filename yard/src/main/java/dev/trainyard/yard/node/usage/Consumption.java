package dev.trainyard.yard.node.usage;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What something has used up to now.
///
/// @param cpu processor time, of ended children too
/// @param age since when, for whoever was not looked at before
record Consumption(Duration cpu, long memoryBytes, Duration age) {

  /// What Linux counts times in, for every program that reads `/proc`.
  private static final Duration TICK = Duration.ofMillis(10);

  private static final int PAGE_BYTES = 4096;

  /// Both used together.
  Consumption plus(Consumption other) {
    return new Consumption(
        cpu.plus(other.cpu),
        memoryBytes + other.memoryBytes,
        age.compareTo(other.age) > 0 ? age : other.age);
  }

  /// Of one process: its `stat`, counted from behind its name, which may hold anything. Nothing of
  /// one that has ended.
  static Optional<Consumption> ofProcess(String stat, Duration uptime) {
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length < 22 || fields[0].equals("Z") || fields[0].equals("X")) {
      return Optional.empty();
    }
    var ticks = 0L;
    for (int used = 11; used <= 14; used++) { // its own, in both modes, and its children's
      ticks += Long.parseLong(fields[used]);
    }
    var begun = TICK.multipliedBy(Long.parseLong(fields[19]));
    return Optional.of(
        new Consumption(
            TICK.multipliedBy(ticks),
            Long.parseLong(fields[21]) * PAGE_BYTES,
            uptime.minus(begun)));
  }

  /// Of the whole machine: the first line of its `stat`, and its `meminfo`.
  static Consumption ofMachine(String stat, List<String> memory, Duration uptime) {
    var fields = stat.strip().split("\\s+", -1);
    var ticks = 0L;
    for (int used = 1; used <= 8 && used < fields.length; used++) {
      var idle = used == 4 || used == 5; // waiting for a disk is idling too
      ticks += idle ? 0 : Long.parseLong(fields[used]);
    }
    return new Consumption(
        TICK.multipliedBy(ticks),
        kibibytes(memory, "MemTotal") - kibibytes(memory, "MemAvailable"),
        uptime);
  }

  private static long kibibytes(List<String> memory, String name) {
    return memory.stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(number -> Long.parseLong(number) * 1024)
        .findFirst()
        .orElse(0);
  }
}
