package dev.trainyard.bench;

import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.integration.cluster.ControlPlane.Storage;
import dev.trainyard.integration.cluster.KubernetesCluster;
import dev.trainyard.integration.cluster.YardCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// How many objects of 3.5 kB each cluster makes durable per second, with 1, 16 and 64 requests in
/// flight. Both take turns, so that whatever else the machine does falls on both.
final class DurableCreates {

  private static final List<Integer> IN_FLIGHT = List.of(1, 16, 64);
  private static final Duration TURN = Duration.ofSeconds(5);
  private static final int TURNS = 3;
  private static final String CONTENT = "x".repeat(3_400);
  private static final AtomicInteger NAMES = new AtomicInteger();

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var directory = Files.createTempDirectory("durable-creates");
    try (var yard = YardCluster.start(directory.resolve("yard"));
        var kubernetes =
            KubernetesCluster.start(directory.resolve("kubernetes"), Storage.DURABLE)) {
      var clusters = List.<Cluster>of(yard, kubernetes);
      for (var cluster : clusters) {
        turn(cluster, 16); // Warms both sides up.
      }
      System.out.println("| in flight | the yard | %s | ratio |".formatted(kubernetes.name()));
      System.out.println("|---|---|---|---|");
      for (int inFlight : IN_FLIGHT) {
        var rates = rates(clusters, inFlight);
        var ours = rates.getOrDefault(yard, 0.0);
        var theirs = rates.getOrDefault(kubernetes, 0.0);
        System.out.printf(
            "| %d | %.0f/s | %.0f/s | %.2f |%n", inFlight, ours, theirs, ours / theirs);
      }
    }
  }

  private static Map<Cluster, Double> rates(List<Cluster> clusters, int inFlight)
      throws InterruptedException {
    var rates = new LinkedHashMap<Cluster, Double>();
    for (int i = 0; i < TURNS; i++) {
      for (var cluster : clusters) {
        rates.merge(cluster, turn(cluster, inFlight) / TURNS, Double::sum);
      }
    }
    return rates;
  }

  /// Creates per second during one turn.
  private static double turn(Cluster cluster, int inFlight) throws InterruptedException {
    var made = new AtomicInteger();
    var began = Instant.now();
    try (var client = cluster.client();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var places = new Semaphore(inFlight);
      while (Duration.between(began, Instant.now()).compareTo(TURN) < 0) {
        places.acquire();
        var _ =
            threads.submit(
                () -> {
                  try {
                    create(client);
                    made.incrementAndGet();
                  } finally {
                    places.release();
                  }
                });
      }
      places.acquire(inFlight);
    }
    return made.get() / (Duration.between(began, Instant.now()).toMillis() / 1000.0);
  }

  private static void create(KubernetesClient client) {
    client.resource(object()).create();
  }

  private static ConfigMap object() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("object-" + NAMES.incrementAndGet())
        .endMetadata()
        .addToData("content", CONTENT)
        .build();
  }

  private DurableCreates() {}
}
