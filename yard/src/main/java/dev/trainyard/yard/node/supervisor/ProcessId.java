package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// A process that cannot be mistaken for another: its pid, when it started, and in which boot.
///
/// The kernel uses a pid again once its process is gone, so a pid read from a file proves nothing
/// by itself. The start is in clock ticks since boot, which unlike a date never jumps.
public record ProcessId(long pid, long startTicks, String boot) {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  public static ProcessId self() {
    return find(ProcessHandle.current().pid())
        .orElseThrow(() -> new IllegalStateException("/proc is needed to tell processes apart"));
  }

  public static Optional<ProcessId> find(long pid) {
    return ProcStat.read(pid).map(stat -> new ProcessId(pid, stat.startTicks(), thisBoot()));
  }

  /// True while this very process runs; a zombie has ended.
  public boolean alive() {
    return boot.equals(thisBoot())
        && ProcStat.read(pid)
            .filter(stat -> stat.startTicks() == startTicks && !stat.ended())
            .isPresent();
  }

  /// True while this very process is there and does nothing, as after SIGSTOP.
  public boolean stopped() {
    return alive() && ProcStat.read(pid).filter(ProcStat::stopped).isPresent();
  }

  public boolean ofThisBoot() {
    return boot.equals(thisBoot());
  }

  /// Asks the process to end. Does nothing when it is gone, whoever has its pid now.
  public void terminate() {
    if (alive()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    }
  }

  public void kill() {
    if (alive()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /// One word, fit for a file name.
  public String word() {
    return "%d_%d_%s".formatted(pid, startTicks, boot);
  }

  public static Optional<ProcessId> parse(String word) {
    var parts = word.strip().split("_", 3);
    if (parts.length != 3) {
      return Optional.empty();
    }
    var pid = number(parts[0]);
    var ticks = number(parts[1]);
    return pid.isPresent() && ticks.isPresent()
        ? Optional.of(new ProcessId(pid.getAsLong(), ticks.getAsLong(), parts[2]))
        : Optional.empty();
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  private static String thisBoot() {
    return Boot.ID;
  }

  private static final class Boot {
    static final String ID = read();

    private static String read() {
      try {
        return Files.readString(BOOT_ID).strip();
      } catch (IOException e) {
        throw new IllegalStateException(
            BOOT_ID + " cannot be read, so a process from before a reboot could not be told apart",
            e);
      }
    }
  }
}
