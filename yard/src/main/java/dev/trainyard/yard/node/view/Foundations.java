package dev.trainyard.yard.node.view;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the making of a view itself stands on: the programs that mount, where they are looked for,
/// and what the loader of programs reads. They are run with more rights than the container has, so
/// no volume takes their place.
final class Foundations {

  /// Where programs are looked for.
  private static final Set<Path> SEARCHED =
      Set.of(
          Path.of("/bin"),
          Path.of("/sbin"),
          Path.of("/usr/bin"),
          Path.of("/usr/sbin"),
          Path.of("/usr/local/bin"),
          Path.of("/usr/local/sbin"));

  private static final Set<Path> OTHERS =
      Set.of(
          Path.of("/lib"),
          Path.of("/lib32"),
          Path.of("/lib64"),
          Path.of("/usr/lib"),
          Path.of("/usr/lib32"),
          Path.of("/usr/lib64"),
          Path.of("/etc"),
          Path.of("/proc"));

  /// Those that `OwnView` and what comes after it call by name.
  private static final List<String> PROGRAMS =
      List.of(
          "hostname",
          "mkdir",
          "mount",
          "nsenter",
          "pivot_root",
          "rmdir",
          "setpriv",
          "sh",
          "umount",
          "unshare");

  /// Libraries, and directories in which the loader looks for better ones.
  private static final Pattern LIBRARIES =
      Pattern.compile(
          "(/usr)?/lib(32|64)?(/[^/]+-linux-[^/]+)?(/([^/]+\\.so[^/]*|glibc-hwcaps(/.*)?|tls(/.*)?))?");

  private static final Pattern LOADER = Pattern.compile("/etc/ld\\.so\\.[^/]*(/.*)?");

  /// Whether something mounted here, with every link followed, could be taken for any of it.
  static boolean hold(Path target) {
    var text = target.toString();
    return Stream.concat(SEARCHED.stream(), OTHERS.stream()).anyMatch(it -> it.startsWith(target))
        || LIBRARIES.matcher(text).matches()
        || LOADER.matcher(text).matches()
        || text.startsWith("/proc/")
        || (SEARCHED.contains(target.getParent())
            && PROGRAMS.contains(target.getFileName().toString()));
  }

  private Foundations() {}
}
