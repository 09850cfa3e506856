package dev.trainyard.yard.node.gates;

import dev.trainyard.yard.node.network.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// How a program comes to be refused the system calls that container runtimes refuse by default: by
/// going through a gate, a file that was made for its container.
public final class SystemCalls {

  /// Fixed text; what varies arrives as words. The file may be out of sight when its turn comes.
  private static final String OPEN = "exec 9< \"$1\"; shift; exec \"$@\"";

  private static final int DESCRIPTOR = 9;

  /// How a gate that was opened is called, wherever its file lies.
  public static final String GATE = "/proc/self/fd/" + DESCRIPTOR;

  private static final String SETPRIV = "setpriv";

  /// Makes the gate of a container, unless it is there.
  ///
  /// @param capabilities what the container may do that ordinary programs may not, as `sys_admin`
  /// @return nothing where system calls cannot be filtered
  public static Optional<Path> gate(Path file, Set<String> capabilities) throws IOException {
    var architecture = Architecture.here();
    if (architecture.isEmpty()) {
      return Optional.empty();
    }
    var filter = DefaultProfile.filter(architecture.get(), capabilities);
    Gate.write(file, Gate.filtering(architecture.get(), DESCRIPTOR, filter));
    return Optional.of(file);
  }

  /// Words to put before those that bring a program to where it runs.
  public static List<String> opening(Path gate) {
    return List.of("/bin/sh", "-c", OPEN, "trainyard-gate", gate.toString());
  }

  /// The words by which it goes through, once it is there. Before a program that is named by its
  /// path.
  ///
  /// @param root whether it may do so without giving up that programs of root give more rights
  public static List<String> passing(boolean root, Path setpriv) {
    return root ? List.of(GATE) : List.of(setpriv.toString(), "--no-new-privs", "--", GATE);
  }

  /// Why system calls cannot be filtered here, found out by doing it.
  ///
  /// @param home a directory to do it in
  public static Optional<String> obstacle(Path home) throws IOException {
    var setpriv = Tool.find(SETPRIV).map(Tool::program);
    if (setpriv.isEmpty()) {
      return Optional.of("setpriv is not installed");
    }
    Files.createDirectories(home);
    var file = Files.createTempFile(home, "gate", "");
    try {
      var gate = gate(file, Set.of());
      if (gate.isEmpty()) {
        return Optional.of(
            "there is no filter for this kind of processor, " + System.getProperty("os.arch"));
      }
      var root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
      var words = new ArrayList<>(opening(file));
      words.addAll(passing(root, setpriv.get()));
      words.addAll(List.of(setpriv.get().toString(), "--", "true"));
      var answer =
          new Tool(Path.of(words.getFirst())).ask(words.stream().skip(1).toArray(String[]::new));
      return answer.ok()
          ? Optional.empty()
          : Optional.of(
              "it was tried and failed: "
                  + Stream.of(answer.text().split("\n", 2)).findFirst().orElse("no reason"));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private SystemCalls() {}
}
