package dev.trainyard.yard.node.cgroups;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One tree of cgroups that is mounted here.
///
/// @param controllers what it bounds, in version 1; in version 2 each group says so itself
/// @param mount where the tree is
/// @param own the group in it that this process belongs to
record Hierarchy(Set<String> controllers, Path mount, Path own) {

  /// @param mounts the lines of `/proc/self/mountinfo`
  /// @param groups the lines of `/proc/self/cgroup`
  static List<Hierarchy> all(List<String> mounts, List<String> groups) {
    var found = new ArrayList<Hierarchy>();
    for (var line : mounts) {
      var halves = line.split(" - ", 2);
      var left = halves[0].split(" ", -1);
      var right = halves.length == 2 ? halves[1].split(" ", 3) : new String[0];
      if (left.length > 4 && right.length == 3 && right[0].startsWith("cgroup")) {
        var controllers =
            right[0].equals("cgroup2") ? Set.<String>of() : Set.of(right[2].split(",", -1));
        own(controllers, groups)
            .ifPresent(
                path -> {
                  var mount = Path.of(left[4]);
                  found.add(new Hierarchy(controllers, mount, below(mount, left[3], path)));
                });
      }
    }
    return List.copyOf(found);
  }

  private static Optional<String> own(Set<String> controllers, List<String> groups) {
    for (var line : groups) {
      var fields = line.split(":", 3);
      var named = Set.copyOf(new LinkedHashSet<>(List.of(fields[1].split(",", -1))));
      var version2 = fields[0].equals("0") && fields[1].isEmpty();
      if (controllers.isEmpty() ? version2 : !version2 && controllers.containsAll(named)) {
        return Optional.of(fields[2]);
      }
    }
    return Optional.empty();
  }

  /// Inside of a container only a part of the tree may be mounted.
  private static Path below(Path mount, String root, String path) {
    var inside = Path.of(path).startsWith(root) ? Path.of(root).relativize(Path.of(path)) : null;
    return inside == null ? mount : mount.resolve(inside).normalize();
  }
}
