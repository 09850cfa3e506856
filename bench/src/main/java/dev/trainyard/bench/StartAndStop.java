package dev.trainyard.bench;

import dev.trainyard.integration.cluster.FinishedJobs;
import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How long `up` takes until it is up, and to its end once it is told to stop, and how long a new
/// job waits for its process, in homes with many jobs that have ended. Ratios are to a home without
/// any; all homes take turns.
final class StartAndStop {

  private static final int ROUNDS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration LOOKING = Duration.ofMillis(10);

  private final Path trainyard;
  private final Path directory;

  private record Times(List<Duration> starts, List<Duration> stops, List<Duration> jobs) {

    static Times none() {
      return new Times(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  private StartAndStop(Path trainyard, Path directory) {
    this.trainyard = trainyard;
    this.directory = directory;
  }

  /// Prints the table.
  ///
  /// @param arguments the command, then how many finished jobs each home has
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var bench =
        new StartAndStop(
            Path.of(arguments[0]).toAbsolutePath(), Files.createTempDirectory("start-and-stop"));
    bench.measure(Arrays.stream(arguments).skip(1).map(Integer::valueOf).toList());
  }

  private void measure(List<Integer> numbers) throws IOException, InterruptedException {
    var times = new LinkedHashMap<Integer, Times>();
    times.put(0, Times.none());
    upAndDown(home(0));
    for (int jobs : numbers) {
      times.put(jobs, Times.none());
      FinishedJobs.in(home(jobs)).add(jobs);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (var entry : times.entrySet()) {
        var taken = upAndDown(home(entry.getKey()));
        entry.getValue().starts().add(taken.getFirst());
        entry.getValue().stops().add(taken.getLast());
        entry.getValue().jobs().add(untilProcess(home(entry.getKey()), "new-" + round));
      }
    }
    print(times);
  }

  private static void print(Map<Integer, Times> times) {
    System.out.println(
        "| finished jobs | until it is up | ratio | until it has stopped | ratio | from `up` until"
            + " a new job's process runs | ratio |");
    System.out.println("|---|---|---|---|---|---|---|");
    var empty = times.values().iterator().next();
    times.forEach(
        (jobs, taken) ->
            System.out.printf(
                "| %d | %.2f s | %.2f | %.2f s | %.2f | %.2f s | %.2f |%n",
                jobs,
                median(taken.starts()),
                median(taken.starts()) / median(empty.starts()),
                median(taken.stops()),
                median(taken.stops()) / median(empty.stops()),
                median(taken.jobs()),
                median(taken.jobs()) / median(empty.jobs())));
  }

  private static double median(List<Duration> times) {
    return times.stream().sorted().toList().get(times.size() / 2).toNanos() / 1e9;
  }

  private Path home(int jobs) {
    return directory.resolve("jobs-" + jobs);
  }

  private List<Duration> upAndDown(Path home) throws IOException, InterruptedException {
    var began = Instant.now();
    var yard = up(home);
    var up = Instant.now();
    yard.destroy();
    yard.waitFor();
    return List.of(Duration.between(began, up), Duration.between(up, Instant.now()));
  }

  /// From the start of a yard, of which a job is asked as soon as it is up.
  private Duration untilProcess(Path home, String job) throws IOException, InterruptedException {
    var mark = directory.resolve("ran");
    Files.deleteIfExists(mark);
    var began = Instant.now();
    var yard = up(home);
    try (var client = Yard.connect(home)) {
      client
          .resource(
              client
                  .getKubernetesSerialization()
                  .unmarshal(manifest(job, mark), GenericKubernetesResource.class))
          .inNamespace("default")
          .create();
      while (!Files.exists(mark)) {
        if (!yard.isAlive() || Duration.between(began, Instant.now()).compareTo(PATIENCE) > 0) {
          throw new IllegalStateException("The job has not run.");
        }
        Thread.sleep(LOOKING);
      }
      return Duration.between(began, Files.getLastModifiedTime(mark).toInstant());
    } finally {
      yard.destroy();
      yard.waitFor();
    }
  }

  private static String manifest(String job, Path mark) {
    return """
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    metadata: {name: %s}
    spec:
      pytorchReplicaSpecs:
        Master:
          replicas: 1
          template:
            spec: {containers: [{name: pytorch, image: none, command: [touch, "%s"]}]}
    """
        .formatted(job, mark);
  }

  /// A yard says an empty line when it is up.
  private Process up(Path home) throws IOException {
    var builder = new ProcessBuilder(trainyard.toString(), "up", "--plain");
    builder.environment().put("TRAINYARD_HOME", home.toString());
    var yard = builder.redirectErrorStream(true).start();
    var output = yard.inputReader();
    for (var line = output.readLine(); line != null && !line.isEmpty(); ) {
      line = output.readLine();
    }
    return yard;
  }
}
