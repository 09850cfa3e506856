package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a supervisor is to run. Travels in a private file, because the environment may hold secrets
/// and a command line is readable by everyone.
///
/// @param enter the words put before the command to bring it into the pod's namespaces, if any
/// @param shown what messages may say of the command
/// @param directory where the command begins, as this machine calls it
/// @param places where the container's paths are on this machine
/// @param grace how long the processes may take to end after SIGTERM
public record RunSpec(
    List<String> enter,
    List<String> command,
    Shown shown,
    Map<String, String> environment,
    Path directory,
    Places places,
    Duration grace,
    LogLimits logs) {

  public RunSpec {
    enter = List.copyOf(enter);
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("a run needs a command");
    }
  }

  /// A run that sees the machine's own tree.
  public RunSpec(
      List<String> enter,
      List<String> command,
      Map<String, String> environment,
      Path directory,
      Duration grace,
      LogLimits logs) {
    this(
        enter,
        command,
        new Shown(command.getFirst(), environment.getOrDefault("PATH", Shown.USUAL_PATH)),
        environment,
        directory,
        Places.same(),
        grace,
        logs);
  }

  /// A program and where it is looked for, with nothing in them that came from a Secret.
  public record Shown(String program, String path) {
    public static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
  }

  /// How much of what a container prints is kept: `files` files of `bytes` each.
  public record LogLimits(long bytes, int files) {
    public static final LogLimits DEFAULT = new LogLimits(10L << 20, 3);

    public LogLimits {
      if (bytes < 1 || files < 1) {
        throw new IllegalArgumentException("no room for a log: %d × %d".formatted(files, bytes));
      }
    }
  }

  @Override
  public String toString() {
    return "RunSpec[%s in %s, %d variables]"
        .formatted(shown.program, directory, environment.size());
  }

  public void write(Path file) throws IOException {
    var text = new StringBuilder();
    put(text, enter);
    put(text, command);
    put(text, pairs(environment));
    put(text, pairs(places.outsides()));
    put(
        text,
        List.of(
            directory.toString(),
            Long.toString(grace.toMillis()),
            Long.toString(logs.bytes),
            Integer.toString(logs.files),
            shown.program,
            shown.path));
    DurableFile.write(file, text.toString());
  }

  private static List<String> pairs(Map<String, String> map) {
    return map.entrySet().stream()
        .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
        .toList();
  }

  /// NUL ends each word, as in `execve`: no argument and no variable can contain it.
  private static void put(StringBuilder text, List<String> words) {
    text.append(words.size()).append('\0');
    for (var word : words) {
      if (word.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("an argument or variable contains a NUL character");
      }
      text.append(word).append('\0');
    }
  }

  public static RunSpec read(Path file) throws IOException {
    var words =
        List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0", -1))
            .iterator();
    var enter = take(words);
    var command = take(words);
    var environment = map(take(words));
    var places = new Places(map(take(words)));
    var rest = take(words);
    return new RunSpec(
        enter,
        command,
        new Shown(rest.get(4), rest.get(5)),
        environment,
        Path.of(rest.get(0)),
        places,
        Duration.ofMillis(Long.parseLong(rest.get(1))),
        new LogLimits(Long.parseLong(rest.get(2)), Integer.parseInt(rest.get(3))));
  }

  private static Map<String, String> map(List<String> words) {
    var pairs = words.iterator();
    var map = new LinkedHashMap<String, String>();
    while (pairs.hasNext()) {
      map.put(pairs.next(), pairs.next());
    }
    return map;
  }

  private static List<String> take(Iterator<String> words) {
    var count = Integer.parseInt(words.next());
    var taken = new ArrayList<String>(count);
    for (var i = 0; i < count; i++) {
      taken.add(words.next());
    }
    return taken;
  }
}
