package dev.trainyard.yard.node.view;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where mounts go on this machine's tree, symbolic links followed as the kernel would.
///
/// A mount point that the machine lacks is not made there. The nearest directory that exists gets a
/// stand-in instead: another directory that shows the same entries and has room for more. What is
/// hidden gets one that shows nothing.
///
/// @param standIns by the directory they stand in for, outer ones first
/// @param placed the mounts in the order they are to be made, outer ones first
/// @param hidden the directories whose stand-ins begin empty
record Layout(SequencedMap<Path, Path> standIns, List<Placed> placed, Set<Path> hidden) {

  /// @param target the mount's place with every symbolic link followed
  record Placed(Mount mount, String target) {}

  static Layout of(List<Mount> mounts, List<Path> hidden, Path scratch) throws IOException {
    var empty = real(hidden);
    var covered = new TreeSet<>(Comparator.comparingInt(Path::getNameCount).thenComparing(p -> p));
    var placed = new ArrayList<Placed>();
    var outerFirst =
        mounts.stream()
            .sorted(Comparator.comparingInt(mount -> Path.of(mount.at()).getNameCount()))
            .toList();
    for (var mount : outerFirst) {
      var around = around(placed, mount);
      if (around.isPresent()) {
        // Below another volume the mount point is made in that volume, as everywhere.
        var rest = mount.at().substring(around.get().mount.at().length());
        checkWay(mount, around.get().mount, rest);
        placed.add(new Placed(mount, around.get().target + rest));
        continue;
      }
      var existing = nearest(Path.of(mount.at()));
      var real = existing.toRealPath();
      var target = real.resolve(existing.relativize(Path.of(mount.at())));
      checkFoundations(mount, target);
      checkKind(mount, real, target);
      if (!target.equals(real) && empty.stream().noneMatch(real::startsWith)) {
        covered.add(real);
      }
      placed.add(new Placed(mount, target.toString()));
    }
    // Below a volume there is nothing of the machine left to hide.
    empty.stream()
        .filter(it -> placed.stream().noneMatch(outer -> it.startsWith(outer.target)))
        .forEach(covered::add);
    var standIns = new LinkedHashMap<Path, Path>();
    for (var directory : covered) {
      standIns.put(directory, scratch.resolve("cover-" + standIns.size()));
    }
    return new Layout(standIns, List.copyOf(placed), empty);
  }

  /// Those that are there, each once: what is inside another is hidden with it.
  private static Set<Path> real(List<Path> hidden) throws IOException {
    var all = new TreeSet<Path>();
    for (var path : hidden) {
      if (Files.isDirectory(path)) {
        all.add(path.toRealPath());
      }
    }
    return all.stream()
        .filter(path -> all.stream().noneMatch(it -> !it.equals(path) && path.startsWith(it)))
        .collect(Collectors.toUnmodifiableSet());
  }

  /// Where a path is found before any stand-in covers its directory: inside the innermost one.
  String place(String path) {
    return through(Path.of(path), standIns.reversed().keySet().stream()).toString();
  }

  /// The same for a covered directory itself.
  String placeOf(Path directory) {
    var others = standIns.reversed().keySet().stream().filter(it -> !it.equals(directory));
    return through(directory, others).toString();
  }

  private Path through(Path path, Stream<Path> innerFirst) {
    return innerFirst
        .filter(path::startsWith)
        .findFirst()
        .map(outer -> standIn(outer).resolve(outer.relativize(path)))
        .orElse(path);
  }

  Path standIn(Path directory) {
    return Optional.ofNullable(standIns.get(directory)).orElseThrow();
  }

  private static Optional<Placed> around(List<Placed> placed, Mount mount) {
    return placed.stream()
        .filter(outer -> !outer.mount.at().equals(mount.at()) && outer.mount.holds(mount.at()))
        .max(Comparator.comparingInt(outer -> outer.mount.at().length()));
  }

  private static Path nearest(Path path) {
    var at = path;
    while (!Files.exists(at)) {
      at = Optional.ofNullable(at.getParent()).orElseThrow();
    }
    return at;
  }

  /// A link in the outer volume would lead the making of the mount point out of it.
  private static void checkWay(Mount mount, Mount outer, String rest) throws Unmountable {
    var at = outer.from();
    for (var step : Path.of(rest.substring(1))) {
      at = at.resolve(step);
      if (Files.isSymbolicLink(at)) {
        throw new Unmountable(
            ("Volume %s cannot be mounted at %s: the way there leads through a symbolic link of"
                    + " volume %s. Choose another mountPath.")
                .formatted(mount.volume(), mount.at(), outer.volume()));
      }
    }
  }

  private static void checkFoundations(Mount mount, Path target) throws Unmountable {
    if (Foundations.hold(target)) {
      throw new Unmountable(
          ("Volume %s cannot be mounted at %s: the programs and libraries that mount it are found"
                  + " there. Choose another mountPath.")
              .formatted(mount.volume(), mount.at()));
    }
  }

  private static void checkKind(Mount mount, Path real, Path target) throws Unmountable {
    var wantsDirectory = !target.equals(real) || Files.isDirectory(mount.from());
    if (Files.isDirectory(real) != wantsDirectory) {
      throw new Unmountable(
          "Volume %s cannot be mounted at %s: %s is a %s on this machine. Choose another mountPath."
              .formatted(mount.volume(), mount.at(), real, wantsDirectory ? "file" : "directory"));
    }
  }

  /// The entries a stand-in must show, as lines of a table for `mount --all`. Directories and files
  /// become mounts; for each an empty place is made in `standIn`. Links are simply made again.
  List<String> fill(Path covered, Path standIn) throws IOException {
    Files.createDirectories(standIn);
    if (hidden.contains(covered)) {
      return List.of();
    }
    for (var attribute : List.of("unix:mode", "unix:gid", "unix:uid")) {
      var wanted = Files.getAttribute(covered, attribute);
      if (!wanted.equals(Files.getAttribute(standIn, attribute))) {
        setIfAllowed(standIn, attribute, wanted);
      }
    }
    var lines = new ArrayList<String>();
    try (var entries = Files.newDirectoryStream(covered)) {
      for (var entry : entries) {
        var stand = standIn.resolve(covered.relativize(entry));
        if (Files.isSymbolicLink(entry)) {
          Files.createSymbolicLink(stand, Files.readSymbolicLink(entry));
        } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectory(stand);
          lines.add("%s %s none rbind 0 0".formatted(escaped(entry), escaped(stand)));
        } else {
          Files.createFile(stand);
          lines.add("%s %s none bind 0 0".formatted(escaped(entry), escaped(stand)));
        }
      }
    }
    return lines;
  }

  /// An ordinary user's stand-in belongs to that user, whoever the directory belongs to.
  private static void setIfAllowed(Path path, String attribute, Object value) throws IOException {
    try {
      Files.setAttribute(path, attribute, value);
    } catch (FileSystemException e) {
      if (attribute.equals("unix:mode")) {
        throw e;
      }
    }
  }

  /// As fstab(5) wants it.
  static String escaped(Path path) {
    var text = new StringBuilder();
    for (var c : path.toString().toCharArray()) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '#') {
        text.append('\\').append(String.format("%03o", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
