package dev.trainyard.yard.node.cgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// The groups of one node, in the words of the version of cgroups that this machine has.
///
/// ```
/// <base>/<pod>/<container>
/// ```
sealed interface Tree {

  List<String> CONTROLLERS = List.of("cpu", "memory", "pids");

  /// The group of all pods in every tree it takes, by what is bounded there.
  SequencedMap<String, Path> bases();

  /// Sees to it that groups can be made in this one.
  void open(Path group) throws IOException;

  /// The same for the group around it.
  default void openAbove(Path group) throws IOException {
    open(Optional.ofNullable(group.getParent()).orElseThrow());
  }

  void bound(Path group, String controller, Bounds bounds) throws IOException;

  /// The directories to make, each once.
  default List<Path> directories() {
    return bases().values().stream().distinct().toList();
  }

  default Set<String> controllers() {
    return bases().keySet();
  }

  /// Where groups of this name may be made, as it seems; nothing where there are no cgroups.
  static Optional<Tree> find(List<Hierarchy> hierarchies, String name) throws IOException {
    var bases = new LinkedHashMap<String, Path>();
    for (var controller : CONTROLLERS) {
      hierarchies.stream()
          .filter(it -> it.controllers().contains(controller))
          .findFirst()
          .ifPresent(it -> bases.put(controller, it.own().resolve(name)));
    }
    if (!bases.isEmpty()) {
      return Optional.of(new Version1(bases));
    }
    for (var hierarchy : hierarchies) {
      if (hierarchy.controllers().isEmpty()) {
        return Version2.find(hierarchy, name);
      }
    }
    return Optional.empty();
  }

  /// As an earlier node noted it.
  static Tree of(Map<String, Path> bases) {
    var ordered = new LinkedHashMap<>(bases);
    var one = bases.values().stream().distinct().count() == 1;
    var version2 =
        one
            && bases.values().stream()
                .allMatch(it -> Files.exists(it.resolve("cgroup.controllers")));
    return version2 ? new Version2(ordered) : new Version1(ordered);
  }

  /// A tree for each thing that is bounded.
  record Version1(SequencedMap<String, Path> bases) implements Tree {

    private static final long PERIOD = 100_000;
    private static final long LEAST_QUOTA = 1_000;
    private static final long LEAST_SHARES = 2;
    private static final long MOST_SHARES = 262_144;

    @Override
    public void open(Path group) {
      // Groups may always be made here.
    }

    @Override
    public void bound(Path group, String controller, Bounds bounds) throws IOException {
      switch (controller) {
        case "cpu" -> {
          put(group, "cpu.shares", shares(bounds.share()));
          if (bounds.cpu().isPresent()) {
            put(group, "cpu.cfs_period_us", PERIOD);
            put(group, "cpu.cfs_quota_us", quota(bounds.cpu().getAsLong()));
          }
        }
        case "memory" -> {
          if (bounds.memory().isPresent()) {
            var bytes = bounds.memory().getAsLong();
            put(group, "memory.limit_in_bytes", bytes);
            // With swap, a program over its limit would be slow instead of ended.
            putIfThere(group, "memory.memsw.limit_in_bytes", bytes);
          }
        }
        case "pids" -> {
          if (bounds.processes().isPresent()) {
            put(group, "pids.max", bounds.processes().getAsLong());
          }
        }
        default -> throw new IllegalArgumentException(controller);
      }
    }

    static long quota(long milli) {
      return Math.max(LEAST_QUOTA, milli * PERIOD / 1000);
    }

    static long shares(long milli) {
      return Math.clamp(milli * 1024 / 1000, LEAST_SHARES, MOST_SHARES);
    }
  }

  /// One tree for everything.
  record Version2(SequencedMap<String, Path> bases) implements Tree {

    /// The nearest group above us in which groups can be made: one that has no processes of its
    /// own, or the very first.
    static Optional<Tree> find(Hierarchy hierarchy, String name) throws IOException {
      for (var at :
          Stream.iterate(hierarchy.own(), Path::getParent)
              .takeWhile(it -> it.startsWith(hierarchy.mount()))
              .toList()) {
        var first = !Files.exists(at.resolve("cgroup.type"));
        if (Files.isWritable(at)
            && Files.isWritable(at.resolve("cgroup.subtree_control"))
            && (first || Files.readString(at.resolve("cgroup.procs")).isBlank())) {
          var given = words(at.resolve("cgroup.controllers"));
          var bases = new LinkedHashMap<String, Path>();
          CONTROLLERS.stream()
              .filter(given::contains)
              .forEach(it -> bases.put(it, at.resolve(name)));
          return bases.isEmpty() ? Optional.empty() : Optional.of(new Version2(bases));
        }
      }
      return Optional.empty();
    }

    private static List<String> words(Path file) throws IOException {
      return List.of(Files.readString(file).strip().split(" +", -1));
    }

    @Override
    public void open(Path group) throws IOException {
      var wanted = new ArrayList<String>();
      controllers().forEach(it -> wanted.add("+" + it));
      Files.writeString(group.resolve("cgroup.subtree_control"), String.join(" ", wanted));
    }

    @Override
    public void bound(Path group, String controller, Bounds bounds) throws IOException {
      switch (controller) {
        case "cpu" -> {
          put(group, "cpu.weight", weight(Version1.shares(bounds.share())));
          if (bounds.cpu().isPresent()) {
            Files.writeString(
                group.resolve("cpu.max"),
                "%d %d".formatted(Version1.quota(bounds.cpu().getAsLong()), Version1.PERIOD));
          }
        }
        case "memory" -> {
          if (bounds.memory().isPresent()) {
            put(group, "memory.max", bounds.memory().getAsLong());
            putIfThere(group, "memory.swap.max", 0);
            // As a kubelet has it: a container ends as a whole, not one program of it.
            putIfThere(group, "memory.oom.group", 1);
          }
        }
        case "pids" -> {
          if (bounds.processes().isPresent()) {
            put(group, "pids.max", bounds.processes().getAsLong());
          }
        }
        default -> throw new IllegalArgumentException(controller);
      }
    }

    static long weight(long shares) {
      return 1
          + (shares - Version1.LEAST_SHARES)
              * 9999
              / (Version1.MOST_SHARES - Version1.LEAST_SHARES);
    }
  }

  private static void put(Path group, String file, long value) throws IOException {
    Files.writeString(group.resolve(file), Long.toString(value));
  }

  private static void putIfThere(Path group, String file, long value) throws IOException {
    if (Files.exists(group.resolve(file))) {
      put(group, file, value);
    }
  }
}
