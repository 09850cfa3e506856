package dev.trainyard.yard.node.cgroups;

import dev.trainyard.yard.node.supervisor.DurableFile;
import dev.trainyard.yard.node.supervisor.ProcessGroup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The cgroups of one node: one of all pods, in it one of each pod, in that one of each container.
///
/// They outlive the node as the processes in them do. Where they are is noted in the home, for the
/// next node may be started in another group than this one.
public final class Cgroups {

  private static final Logger log = LoggerFactory.getLogger(Cgroups.class);

  private static final String PROBE = "probe";

  /// How often a group is looked at whose processes were killed, and how long apart.
  private static final int GLANCES = 200;

  private static final long BETWEEN_GLANCES = 10;

  private final Tree tree;
  private final Bounds all;

  /// @param all what the pods may use together
  Cgroups(Tree tree, Bounds all) {
    this.tree = tree;
    this.all = all;
  }

  /// The groups that keep limits here, or why none do.
  public sealed interface Found {
    record Here(Cgroups cgroups) implements Found {}

    record Nowhere(String why) implements Found {}
  }

  /// Finds the groups of an earlier node with this home, or the place for new ones.
  ///
  /// @param all what the pods may use together
  public static Found find(Path home, Bounds all) throws IOException {
    var note = home.resolve("cgroups");
    var noted = noted(note);
    if (noted.isPresent()) {
      return new Found.Here(new Cgroups(noted.get(), all));
    }
    var id = UUID.nameUUIDFromBytes(home.toString().getBytes(StandardCharsets.UTF_8));
    var tree =
        Tree.find(
            Hierarchy.all(
                Files.readAllLines(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1),
                Files.readAllLines(Path.of("/proc/self/cgroup"))),
            "trainyard-" + id);
    if (tree.isEmpty()) {
      return new Found.Nowhere("there are no cgroups here in which this user may make others");
    }
    var obstacle = obstacle(tree.get());
    if (obstacle.isPresent()) {
      return new Found.Nowhere("it was tried and failed: " + obstacle.get());
    }
    var lines = new StringBuilder();
    tree.get().bases().forEach((name, path) -> lines.append("%s %s\n".formatted(name, path)));
    DurableFile.write(note, lines.toString());
    return new Found.Here(new Cgroups(tree.get(), all));
  }

  /// Why limits cannot be kept here, found out by making a group and putting a process into it.
  public static Optional<String> obstacle(Path home) throws IOException {
    Files.createDirectories(home);
    var probe = Files.createTempDirectory(home, PROBE);
    try {
      return switch (find(probe, Bounds.NONE)) {
        case Found.Nowhere(var why) -> Optional.of(why);
        case Found.Here(var cgroups) -> {
          cgroups.close();
          yield Optional.empty();
        }
      };
    } finally {
      Files.deleteIfExists(probe.resolve("cgroups"));
      Files.delete(probe);
    }
  }

  private static Optional<Tree> noted(Path note) throws IOException {
    if (!Files.exists(note)) {
      return Optional.empty();
    }
    var bases = new LinkedHashMap<String, Path>();
    for (var line : Files.readAllLines(note)) {
      var words = line.split(" ", 2);
      if (words.length == 2 && Files.isDirectory(Path.of(words[1]))) {
        bases.put(words[0], Path.of(words[1]));
      } else {
        return Optional.empty(); // The machine was restarted, or somebody cleaned up.
      }
    }
    return bases.isEmpty() ? Optional.empty() : Optional.of(Tree.of(bases));
  }

  private static Optional<String> obstacle(Tree tree) throws IOException {
    var made = new ArrayList<Path>();
    try {
      for (var base : tree.directories()) {
        tree.openAbove(base);
        make(base);
        tree.open(base);
        made.add(make(base.resolve(PROBE)));
      }
      return attempt(made);
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } finally {
      for (var group : made) {
        Files.deleteIfExists(group);
      }
    }
  }

  private static Optional<String> attempt(List<Path> groups) throws IOException {
    var words = new ArrayList<>(Entry.into(groups, Optional.empty()));
    words.add("true");
    var process =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    try (var out = process.getInputStream()) {
      var said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0
          ? Optional.empty()
          : Optional.of(said.lines().findFirst().orElse("no reason"));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while trying to make a cgroup", e);
    }
  }

  /// What of `cpu`, `memory` and `pids` the kernel bounds here.
  public Set<String> controllers() {
    return new LinkedHashSet<>(tree.controllers());
  }

  /// Makes the groups of a container with its limits, and says which to enter.
  public synchronized List<Path> prepare(Pod pod, Container container) throws IOException {
    var uid = pod.getMetadata().getUid();
    for (var base : tree.directories()) {
      make(base);
      tree.open(base);
      make(base.resolve(uid));
      tree.open(base.resolve(uid));
      make(base.resolve(uid).resolve(container.getName()));
    }
    var ofPod = Bounds.of(pod, oneOf(all.processes()));
    var ofContainer = Bounds.of(container);
    for (var base : tree.bases().entrySet()) {
      var group = base.getValue().resolve(uid);
      tree.bound(base.getValue(), base.getKey(), all);
      tree.bound(group, base.getKey(), ofPod);
      tree.bound(group.resolve(container.getName()), base.getKey(), ofContainer);
    }
    return tree.directories().stream()
        .map(base -> base.resolve(uid).resolve(container.getName()))
        .toList();
  }

  /// Two pods that fill themselves with processes still leave room for a third.
  private static OptionalLong oneOf(OptionalLong processes) {
    return processes.isPresent()
        ? OptionalLong.of(processes.getAsLong() / 3)
        : OptionalLong.empty();
  }

  private static Path make(Path group) throws IOException {
    return Files.isDirectory(group) ? group : Files.createDirectory(group);
  }

  /// Nothing of the pod is to run any more: whoever still does is ended, and the groups go.
  public synchronized void leave(String uid) throws IOException {
    for (var base : tree.directories()) {
      var pod = base.resolve(uid);
      if (Files.isDirectory(pod)) {
        for (var container : groups(pod)) {
          remove(container);
        }
        remove(pod);
      }
    }
  }

  /// Ends what a killed node left of pods that nobody knows any more.
  public void keepOnly(Set<String> uids) throws IOException {
    for (var base : tree.directories()) {
      for (var pod : groups(base)) {
        if (!uids.contains(pod.getFileName().toString())) {
          leave(pod.getFileName().toString());
        }
      }
    }
  }

  /// Removes the group of all pods, unless there is still one.
  public void close() throws IOException {
    for (var base : tree.directories()) {
      if (Files.isDirectory(base) && groups(base).isEmpty()) {
        Files.deleteIfExists(base);
      }
    }
  }

  private static List<Path> groups(Path group) throws IOException {
    if (!Files.isDirectory(group)) {
      return List.of();
    }
    try (var entries = Files.list(group)) {
      return entries.filter(Files::isDirectory).toList();
    }
  }

  /// A group goes when the last of its processes has ended, which takes a moment.
  private static void remove(Path group) throws IOException {
    try {
      for (var i = 0; i < GLANCES; i++) {
        new ProcessGroup(Optional.empty(), Optional.empty(), List.of(group)).kill();
        try {
          Files.deleteIfExists(group);
          return;
        } catch (FileSystemException _) {
          Thread.sleep(BETWEEN_GLANCES);
        }
      }
      log.atWarn().addKeyValue("group", group).log("A cgroup could not be removed");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a cgroup was removed", e);
    }
  }
}
