package dev.trainyard.bench;

import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.integration.cluster.ControlPlane.Storage;
import dev.trainyard.integration.cluster.KubernetesCluster;
import dev.trainyard.integration.cluster.YardCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Drives many jobs through operator and scheduler on nodes without machines, in a yard and, if
/// asked, in a real control plane that is started after it.
final class Hollow {

  private static final int WARM_UP = 20;

  /// @param jobs each of one master and workers
  /// @param pods of each job
  record Load(int jobs, int pods, int nodes, boolean cluster) {

    /// Reads `--jobs 100 --pods 4 --nodes 10 --cluster`, in any order and all optional.
    static Load parse(String words) {
      var given = new LinkedHashMap<String, Integer>();
      var cluster = false;
      var rest = List.of(words.strip().split("\\s+")).iterator();
      while (rest.hasNext()) {
        var word = rest.next();
        switch (word) {
          case "" -> {}
          case "--cluster" -> cluster = true;
          case "--jobs", "--pods", "--nodes" -> given.put(word, Integer.valueOf(rest.next()));
          default ->
              throw new IllegalArgumentException(
                  "%s is not one of --jobs, --pods, --nodes, --cluster".formatted(word));
        }
      }
      return new Load(
          given.getOrDefault("--jobs", 100),
          given.getOrDefault("--pods", 4),
          given.getOrDefault("--nodes", 10),
          cluster);
    }

    private Load of(int fewer) {
      return new Load(fewer, pods, nodes, cluster);
    }
  }

  /// Prints the table.
  ///
  /// @param arguments how much, in one text
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var load = Load.parse(String.join(" ", arguments));
    var directory = Files.createTempDirectory("hollow");
    var names = new ArrayList<String>();
    var results = new ArrayList<HollowRun.Result>();
    try (var yard = YardCluster.start(directory.resolve("yard"))) {
      names.add(yard.name());
      results.add(play(yard, load));
    }
    if (load.cluster()) {
      try (var kubernetes =
          KubernetesCluster.start(directory.resolve("kubernetes"), Storage.DURABLE)) {
        names.add(kubernetes.name());
        results.add(play(kubernetes, load));
      }
    }
    System.out.printf(
        "%d jobs of %d pods on %d nodes.%n%n", load.jobs(), load.pods(), load.nodes());
    print(names, results);
  }

  private static HollowRun.Result play(Cluster cluster, Load load)
      throws IOException, InterruptedException {
    try (var run = HollowRun.on(cluster, load)) {
      var _ = run.play("warm-up", load.of(Math.min(WARM_UP, load.jobs())));
      return run.play("load", load);
    }
  }

  private static void print(List<String> names, List<HollowRun.Result> results) {
    var compared = results.size() > 1;
    System.out.println(
        "| what | %s |%s".formatted(String.join(" | ", names), compared ? " ratio |" : ""));
    System.out.println("|---|" + "---|".repeat(results.size() + (compared ? 1 : 0)));
    row(
        "until the last job has ended",
        "%.1f s",
        results.stream().map(it -> it.seconds()).toList());
    row("pods a second", "%.1f", results.stream().map(it -> it.pods() / it.seconds()).toList());
    row(
        "from submission until a pod runs, median",
        "%.2f s",
        results.stream().map(it -> it.untilRunning(0.5)).toList());
    row("the same, 99 %", "%.2f s", results.stream().map(it -> it.untilRunning(0.99)).toList());
    row("processor time", "%.1f s", results.stream().map(it -> it.processor()).toList());
    var writes = new TreeSet<>(Comparator.<String>naturalOrder());
    results.forEach(it -> writes.addAll(it.writes().keySet()));
    for (var write : writes) {
      row(
          "`%s` per pod".formatted(write),
          "%.2f",
          results.stream().map(it -> perPod(it.writes(), write, it.pods())).toList());
    }
  }

  private static double perPod(Map<String, Long> writes, String write, int pods) {
    return writes.getOrDefault(write, 0L) / (double) pods;
  }

  private static void row(String what, String format, List<Double> values) {
    var row = new StringBuilder("| " + what + " |");
    values.forEach(value -> row.append(" ").append(format.formatted(value)).append(" |"));
    if (values.size() > 1) {
      row.append(" %.2f |".formatted(values.getFirst() / values.getLast()));
    }
    System.out.println(row);
  }

  private Hollow() {}
}
