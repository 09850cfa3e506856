package dev.trainyard.yard.node.cgroups;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words by which a program enters cgroups before it is itself, so that all its children are
/// there too.
public final class Entry {

  /// Fixed text; what varies arrives as words. Zero stands for whoever writes it.
  private static final String ENTER =
      """
      [ -z "$1" ] || echo "$1" 2>/dev/null > /proc/self/oom_score_adj || :
      shift
      while [ -n "$1" ]; do
        echo 0 > "$1/cgroup.procs" || exit 128
        shift
      done
      shift
      exec "$@"
      """;

  /// The words to put before those of the program.
  ///
  /// @param sacrifice how readily the kernel ends the program when memory runs out, up to 1000; the
  ///   kernel lets only root lower it, and then what was before holds
  public static List<String> into(List<Path> groups, Optional<Integer> sacrifice) {
    if (groups.isEmpty() && sacrifice.isEmpty()) {
      return List.of();
    }
    var words = new ArrayList<>(List.of("/bin/sh", "-c", ENTER, "trainyard-limits"));
    words.add(sacrifice.map(String::valueOf).orElse(""));
    groups.forEach(group -> words.add(group.toString()));
    words.add("");
    return words;
  }

  private Entry() {}
}
