package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Everything one container runs: the process group of its main process, whatever left that group
/// but still carries the container's mark in its environment, as `torchrun` workers do, and
/// whatever is in the container's cgroups.
public record ProcessGroup(Optional<ProcessId> leader, Optional<String> mark, List<Path> cgroups) {

  /// The variable whose value tells which run of which container a process belongs to.
  public static final String MARK = "TRAINYARD_RUN";

  private static final Duration BETWEEN_KILLS = Duration.ofMillis(20);

  /// The members that still run.
  public List<ProcessId> members() {
    var group = leader.filter(this::groupIsOurs).map(ProcessId::pid);
    var marked = mark.map(it -> (MARK + "=" + it).getBytes(StandardCharsets.UTF_8));
    var grouped = grouped();
    var found = new ArrayList<ProcessId>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var directory : processes) {
        var pid = Long.parseLong(directory.getFileName().toString());
        ProcStat.read(pid)
            .filter(stat -> !stat.ended())
            .filter(
                stat ->
                    group.filter(id -> id == stat.group()).isPresent()
                        || grouped.contains(pid)
                        || marked.filter(it -> carries(directory, it)).isPresent())
            .flatMap(_ -> ProcessId.find(pid))
            .ifPresent(found::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("/proc cannot be listed", e);
    }
    return List.copyOf(found);
  }

  private Set<Long> grouped() {
    var pids = new HashSet<Long>();
    for (var cgroup : cgroups) {
      try {
        Files.readAllLines(cgroup.resolve("cgroup.procs")).stream()
            .map(Long::valueOf)
            .forEach(pids::add);
      } catch (IOException _) {
        // The group is gone, and so is everything that was in it.
      }
    }
    return pids;
  }

  /// Sends SIGTERM to the whole group at once, so that no member forked meanwhile is missed.
  public void terminate() {
    var group = leader.filter(this::groupIsOurs);
    if (group.isEmpty()) {
      members().forEach(ProcessId::terminate);
      return;
    }
    try {
      // Java has no kill(2) for groups; the shell's own `kill` is there on every machine.
      new ProcessBuilder(
              "/bin/sh", "-c", "kill -s TERM -- \"-$1\"", "sh", Long.toString(group.get().pid()))
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException _) {
      members().forEach(ProcessId::terminate);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Kills until nothing is left: a member may fork between being seen and being killed.
  public void kill() throws InterruptedException {
    for (var left = members(); !left.isEmpty(); left = members()) {
      left.forEach(ProcessId::kill);
      Thread.sleep(BETWEEN_KILLS);
    }
  }

  /// A group's number is not given away while it has members. So when another process has it, the
  /// group is gone; when no process has it, the leader ended before its children.
  private boolean groupIsOurs(ProcessId leader) {
    return leader.ofThisBoot()
        && ProcStat.read(leader.pid())
            .map(stat -> stat.startTicks() == leader.startTicks())
            .orElse(true);
  }

  /// Never true for our own process: only processes started by a supervisor carry a mark.
  private static boolean carries(Path process, byte[] mark) {
    try {
      return contains(Files.readAllBytes(process.resolve("environ")), mark);
    } catch (IOException _) {
      return false; // Another user's process, or one that has just ended.
    }
  }

  /// True when `entry` is one whole entry of a NUL-separated environment.
  static boolean contains(byte[] environment, byte[] entry) {
    var start = 0;
    for (var at = 0; at <= environment.length; at++) {
      if (at == environment.length || environment[at] == 0) {
        if (Arrays.equals(environment, start, at, entry, 0, entry.length)) {
          return true;
        }
        start = at + 1;
      }
    }
    return false;
  }
}
