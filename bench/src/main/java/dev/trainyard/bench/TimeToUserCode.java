package dev.trainyard.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How long it takes from a typed command until the user's code runs on four ranks: with no yard
/// up, with one up, and, to compare, when a shell starts the four by itself. Ratios are to the time
/// of `version`, the least that any command takes.
final class TimeToUserCode {

  private static final int RANKS = 4;
  private static final int ROUNDS = 5;

  private final Path trainyard;
  private final Path directory;

  private TimeToUserCode(Path trainyard, Path directory) {
    this.trainyard = trainyard;
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var bench =
        new TimeToUserCode(
            Path.of(arguments[0]).toAbsolutePath(), Files.createTempDirectory("time-to-user-code"));
    bench.measure();
  }

  private void measure() throws IOException, InterruptedException {
    var bare = new ArrayList<Duration>();
    var cold = new ArrayList<Duration>();
    var warm = new ArrayList<Duration>();
    var version = new ArrayList<Duration>();
    var up = new ArrayList<Duration>();
    var home = directory.resolve("known");
    untilUserCode(run("first"), home);
    for (int round = 0; round < ROUNDS; round++) {
      bare.add(untilUserCode(List.of("sh", "-c", bareScript()), home));
      cold.add(untilUserCode(run("cold-" + round), directory.resolve("cold-" + round)));
      version.add(untilEnd(List.of(trainyard.toString(), "version"), home));
      up.add(untilUp(home));
      warm.add(untilUserCode(run("warm-" + round), home));
      untilEnd(List.of(trainyard.toString(), "down", "--force"), home);
    }
    System.out.println("| what | median of %d | times `version` |".formatted(ROUNDS));
    System.out.println("|---|---|---|");
    row("`version`", version, version);
    row("`up` in a known home, until it is up", up, version);
    row("`run` in a new home, no yard up", cold, version);
    row("`run`, a yard up", warm, version);
    row("four processes of a shell", bare, version);
  }

  private static void row(String what, List<Duration> times, List<Duration> least) {
    System.out.printf(
        "| %s | %.2f s | %.2f |%n",
        what, seconds(median(times)), seconds(median(times)) / seconds(median(least)));
  }

  private static Duration median(List<Duration> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /// Every rank stays until all have begun: a job is done when its master is.
  private List<String> run(String name) throws IOException {
    var manifest = directory.resolve("ranks.yaml");
    Files.writeString(
        manifest,
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata:
          name: %4$s
        spec:
          pytorchReplicaSpecs:
            Master:
              replicas: 1
              template: &rank
                spec:
                  containers:
                  - name: pytorch
                    image: none
                    command:
                    - sh
                    - -c
                    - |
                      touch "%1$s/$RANK"
                      until [ "$(ls "%1$s" | wc -l)" = %3$d ]; do sleep 0.05; done
            Worker:
              replicas: %2$d
              template: *rank
        """
            .formatted(marks(), RANKS - 1, RANKS, name));
    return List.of(trainyard.toString(), "run", "--plain", manifest.toString());
  }

  private String bareScript() {
    return "for rank in %s; do touch \"%s/$rank\" & done; wait"
        .formatted(
            String.join(" ", IntStream.range(0, RANKS).mapToObj(Integer::toString).toList()),
            marks());
  }

  private Path marks() {
    return directory.resolve("marks");
  }

  /// The last rank's mark counts: its file's own time says when the user's code ran.
  private Duration untilUserCode(List<String> command, Path home)
      throws IOException, InterruptedException {
    Files.createDirectories(marks());
    for (int rank = 0; rank < RANKS; rank++) {
      Files.deleteIfExists(marks().resolve(Integer.toString(rank)));
    }
    var began = Instant.now();
    untilEnd(command, home);
    var last = began;
    for (int rank = 0; rank < RANKS; rank++) {
      var at = Files.getLastModifiedTime(marks().resolve(Integer.toString(rank))).toInstant();
      last = at.isAfter(last) ? at : last;
    }
    return Duration.between(began, last);
  }

  /// A yard says an empty line when it is up; it stays up.
  private Duration untilUp(Path home) throws IOException {
    var began = Instant.now();
    var yard = command(List.of(trainyard.toString(), "up", "--plain"), home).start();
    var output = yard.inputReader();
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.isEmpty()) {
        return Duration.between(began, Instant.now());
      }
    }
    throw new IllegalStateException("the yard did not come up");
  }

  private Duration untilEnd(List<String> command, Path home)
      throws IOException, InterruptedException {
    var began = Instant.now();
    var output = directory.resolve("output.txt").toFile();
    var code = command(command, home).redirectOutput(output).start().waitFor();
    if (code != 0) {
      throw new IllegalStateException(
          "%s ended with %d: %s"
              .formatted(command, code, Files.readString(directory.resolve("output.txt"))));
    }
    return Duration.between(began, Instant.now());
  }

  private static ProcessBuilder command(List<String> command, Path home) {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TRAINYARD_HOME", home.toString());
    return builder;
  }
}
