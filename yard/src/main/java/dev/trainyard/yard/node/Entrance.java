package dev.trainyard.yard.node;

import dev.trainyard.yard.node.cgroups.Entry;
import dev.trainyard.yard.node.gates.Baggage;
import dev.trainyard.yard.node.gates.SystemCalls;
import dev.trainyard.yard.node.network.Tool;
import dev.trainyard.yard.node.supervisor.ProcessGroup;
import dev.trainyard.yard.node.supervisor.ProcessId;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.view.OwnView;
import dev.trainyard.yard.node.view.Rights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// How a further program is run where a container runs: with its mounts, network, host name, user,
/// environment and working directory.
///
/// All of it is read from the container's main process, so it holds for containers that an earlier
/// yard started too, and no environment has to be kept on disk. What runs through an entrance
/// carries the container's mark, and therefore ends with it at the latest.
///
/// @param directory where to start the command; it finds the container's own directory by itself
public record Entrance(List<String> command, Map<String, String> environment, Path directory) {

  /// Those a container may have for itself. The pid namespace is always the machine's.
  private static final Map<String, String> NAMESPACES =
      new TreeMap<>(Map.of("mnt", "--mount", "net", "--net", "uts", "--uts"));

  /// How often a container that is about to become its program is looked at: the system tells
  /// nobody when a process does so.
  private static final Duration GLANCE = Duration.ofMillis(10);

  public Entrance {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /// Brings `command` into the newest run of a container, unless it does not run.
  public static Optional<Entrance> into(RunFiles run, List<String> command) throws IOException {
    return into(run, command, environment -> environment);
  }

  /// @param change made to the environment that the container has
  static Optional<Entrance> into(
      RunFiles run, List<String> command, UnaryOperator<Map<String, String>> change)
      throws IOException {
    var main = run.started().map(RunFiles.Started::process).filter(ProcessId::alive);
    if (main.isEmpty()) {
      return Optional.empty();
    }
    var process = Path.of("/proc", Long.toString(main.get().pid()));
    awaitView(main.get(), process);
    var words = new ArrayList<>(intoNamespaces(process));
    var gate = Optional.of(run.gate()).filter(Files::exists);
    words.addAll(asUser(process, gate));
    var directory = words.isEmpty() ? Files.readSymbolicLink(process.resolve("cwd")) : Path.of("/");
    words.addAll(0, gate.map(SystemCalls::opening).orElse(List.of()));
    var environment = change.apply(environment(process));
    var baggage = Baggage.of(run.baggage());
    if (baggage.isPresent()) {
      words = new ArrayList<>(baggage.get().around(words, Path.of(tool("setpriv"))));
      environment = outside(environment);
    }
    words.addAll(command);
    words.addAll(0, intoLimits(run, process));
    var entrance = new Entrance(words, environment, directory);
    return main.filter(ProcessId::alive).map(_ -> entrance);
  }

  /// A container that has only just started may still be on its way into its namespaces.
  private static void awaitView(ProcessId main, Path process) throws IOException {
    while (main.alive() && underConstruction(process)) {
      try {
        Thread.sleep(GLANCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a container started", e);
      }
    }
  }

  private static boolean underConstruction(Path process) throws IOException {
    var words = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
    return words.contains("\0" + OwnView.UNDER_CONSTRUCTION + "\0")
        || words.startsWith(SystemCalls.GATE + "\0")
        || words.startsWith(Baggage.OPENED + "\0")
        || Tool.find("setpriv").filter(it -> words.startsWith(it.program() + "\0")).isPresent();
  }

  /// What enters is bounded with the container, and ended with it when memory runs out.
  private static List<String> intoLimits(RunFiles run, Path process) throws IOException {
    var groups = run.cgroups().stream().filter(Files::isDirectory).toList();
    var sacrifice = Files.readString(process.resolve("oom_score_adj")).strip();
    return Entry.into(groups, Optional.of(Integer.valueOf(sacrifice)));
  }

  private static List<String> intoNamespaces(Path process) throws IOException {
    var words = new ArrayList<String>();
    for (var namespace : NAMESPACES.entrySet()) {
      if (foreign(process, namespace.getKey())) {
        words.add(namespace.getValue() + "=" + process.resolve("ns").resolve(namespace.getKey()));
      }
    }
    if (words.isEmpty()) {
      return words;
    }
    var nsenter = tool("nsenter");
    words.addFirst(nsenter);
    words.add("--wd=" + process.resolve("cwd"));
    if (foreign(process, "user")) {
      // Mounts belong to the user namespace around the one the program runs in.
      words.add("--preserve-credentials");
      words.add("--user=" + mountsOwner(process));
      words.addAll(List.of("--", nsenter, "--preserve-credentials"));
      words.add("--user=" + process.resolve("ns/user"));
    }
    words.add("--");
    return words;
  }

  private static boolean foreign(Path process, String namespace) throws IOException {
    return !Files.readSymbolicLink(process.resolve("ns").resolve(namespace))
        .equals(Files.readSymbolicLink(Path.of("/proc/self/ns", namespace)));
  }

  /// Where the container's own view shows the user namespace that owns its mounts.
  private static Path mountsOwner(Path process) throws IOException {
    try (var mounts = Files.lines(process.resolve("mountinfo"), StandardCharsets.ISO_8859_1)) {
      return mounts
          .map(line -> line.split(" ", 6))
          .filter(fields -> fields[3].startsWith("user:["))
          .map(fields -> Path.of(process + "/root" + fields[4]))
          .findFirst()
          .orElseGet(() -> process.resolve("ns/user"));
    }
  }

  /// Only a node that is root has containers that are less than it.
  private static List<String> asUser(Path process, Optional<Path> gate) throws IOException {
    var theirs = Identity.of(process);
    var ours = Identity.of(Path.of("/proc/self"));
    var words = new ArrayList<String>();
    if (!foreign(process, "user")) {
      if (!theirs.samePerson(ours)) {
        words.addAll(Rights.identity(theirs.user(), theirs.group(), theirs.groups()));
      }
      if (!theirs.capabilities().equals(ours.capabilities())) {
        words.addAll(Rights.keeping(theirs.capabilities()));
      }
    }
    if (!theirs.mayGain() && ours.mayGain()) {
      words.add("--no-new-privs");
    }
    if (!words.isEmpty() || gate.isPresent()) {
      words.addFirst(tool("setpriv"));
      words.add("--");
    }
    if (gate.isPresent()) {
      words.addAll(0, SystemCalls.passing(ours.user() == 0, Path.of(tool("setpriv"))));
    }
    return words;
  }

  private static Map<String, String> environment(Path process) throws IOException {
    var text = new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8);
    var variables = new LinkedHashMap<String, String>();
    Stream.of(text.split("\0", -1))
        .map(entry -> entry.split("=", 2))
        .filter(pair -> pair.length == 2 && !pair[0].isEmpty())
        .forEach(pair -> variables.put(pair[0], pair[1]));
    return variables;
  }

  /// Whoever looks for the container's processes finds those on their way into it too.
  private static Map<String, String> outside(Map<String, String> environment) {
    var packed = Baggage.packed(environment);
    Optional.ofNullable(environment.get(ProcessGroup.MARK))
        .ifPresent(mark -> packed.put(ProcessGroup.MARK, mark));
    return packed;
  }

  private static String tool(String name) throws IOException {
    return Tool.find(name)
        .map(found -> found.program().toString())
        .orElseThrow(() -> new IOException(name + " is not installed; it is part of util-linux"));
  }

  @Override
  public String toString() {
    return "Entrance[%s, %d variables]".formatted(command, environment.size());
  }
}
