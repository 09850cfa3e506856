package dev.trainyard.yard.node.gates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The environment of a container's program on its way past the programs that bring it there.
///
/// They may do more than the container, and what it says in `LD_PRELOAD` or `PATH` is not for them.
/// So each variable travels under a name that means nothing to anybody, and is unpacked when all
/// rights are given up.
///
/// @param gate the file that unpacks
public record Baggage(Path gate) {

  /// Each variable is the value of another one, `TY000001` and so on.
  static final int FIRST_TWO = 'T' | 'Y' << 8;

  /// How long such a name is with its `=`.
  static final int LABEL = 9;

  private static final int DESCRIPTOR = 8;
  private static final String OPEN = "exec 8< \"$1\"; shift; exec \"$@\"";

  /// How the gate is called by then, wherever its file lies.
  public static final String OPENED = "/proc/self/fd/" + DESCRIPTOR;

  /// What those programs find.
  private static final Map<String, String> PLAIN =
      Map.of(
          "PATH",
          "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          "LC_ALL",
          "C.UTF-8");

  /// Makes the gate; nothing on processors that we cannot speak to.
  public static Optional<Baggage> make(Path gate) throws IOException {
    var architecture = Architecture.here();
    if (architecture.isEmpty()) {
      return Optional.empty();
    }
    Gate.write(gate, Gate.unpacking(architecture.get(), DESCRIPTOR));
    return Optional.of(new Baggage(gate));
  }

  /// The one that was made, if any.
  public static Optional<Baggage> of(Path gate) {
    return Optional.of(gate).filter(Files::exists).map(Baggage::new);
  }

  /// Makes words that bring a program to its place, and that stand before those of the program,
  /// carry its environment past themselves.
  ///
  /// @param setpriv finds the program by its name, once the environment says where to look
  public List<String> around(List<String> enter, Path setpriv) {
    var words = new ArrayList<>(List.of("/bin/sh", "-c", OPEN, "trainyard-baggage"));
    words.add(gate.toString());
    words.addAll(enter);
    words.addAll(List.of(OPENED, setpriv.toString(), "--"));
    return words;
  }

  public static Map<String, String> packed(Map<String, String> environment) {
    var packed = new HashMap<>(PLAIN);
    environment.forEach(
        (name, value) -> packed.put("TY%06d".formatted(packed.size()), name + "=" + value));
    return packed;
  }
}
