package dev.trainyard.bench;

import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.integration.cluster.ControlPlane.Storage;
import dev.trainyard.integration.cluster.KubernetesCluster;
import dev.trainyard.integration.cluster.YardCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// How long lists of many objects take, as bytes and without being read, and how soon watchers hear
/// of changes. Both clusters take turns, so that whatever else the machine does falls on both.
final class ListsAndWatches {

  private static final String PATH = "/api/v1/namespaces/listed/configmaps";
  private static final String CONTENT = "x".repeat(1_000);
  private static final int OBJECTS = 5_000;
  private static final int PAGE = 500;
  private static final int ROUNDS = 7;
  private static final int CHANGES = 500;
  private static final int CHANGED_AT_ONCE = 8;
  private static final List<Integer> WATCHERS = List.of(1, 50);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String WROTE = "wrote";

  /// One cluster, and what it took for each question so far.
  private record Side(Cluster cluster, KubernetesClient client, Map<String, List<Double>> times) {

    static Side of(Cluster cluster) {
      return new Side(cluster, cluster.client(), new LinkedHashMap<>());
    }

    void note(String what, double seconds) {
      times.computeIfAbsent(what, _ -> new ArrayList<>()).add(seconds);
    }

    double median(String what) {
      var sorted = times.getOrDefault(what, List.of()).stream().sorted().toList();
      return sorted.get(sorted.size() / 2);
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var directory = Files.createTempDirectory("lists-and-watches");
    try (var yard = YardCluster.start(directory.resolve("yard"));
        var kubernetes =
            KubernetesCluster.start(directory.resolve("kubernetes"), Storage.DURABLE)) {
      var sides = List.of(Side.of(yard), Side.of(kubernetes));
      for (var side : sides) {
        fill(side);
        ask(side);
        watch(side, "warm-up", WATCHERS.getFirst());
        side.times().clear();
      }
      for (int round = 0; round < ROUNDS; round++) {
        sides.forEach(ListsAndWatches::ask);
      }
      for (int watchers : WATCHERS) {
        for (var side : sides) {
          watch(side, "watched-" + watchers, watchers);
        }
      }
      print(sides, kubernetes.name());
      sides.forEach(side -> side.client().close());
    }
  }

  private static void print(List<Side> sides, String theirName) {
    System.out.println("| what | the yard | %s | ratio |".formatted(theirName));
    System.out.println("|---|---|---|---|");
    for (var what : sides.getFirst().times().keySet()) {
      var ours = sides.getFirst().median(what);
      var theirs = sides.getLast().median(what);
      System.out.printf(
          "| %s | %.0f ms | %.0f ms | %.2f |%n", what, ours * 1e3, theirs * 1e3, ours / theirs);
    }
  }

  private static void fill(Side side) throws InterruptedException {
    side.cluster().open("listed");
    eachOf(OBJECTS, 32, i -> side.client().resource(object(i)).create());
  }

  private static ConfigMap object(int number) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("listed")
        .withName("object-%05d".formatted(number))
        .addToLabels("tenth", Integer.toString(number % 10))
        .endMetadata()
        .addToData("content", CONTENT)
        .build();
  }

  private interface Numbered {
    void run(int number);
  }

  private static void eachOf(int number, int atOnce, Numbered work) throws InterruptedException {
    var places = new Semaphore(atOnce);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < number; i++) {
        var mine = i;
        places.acquire();
        var _ =
            threads.submit(
                () -> {
                  try {
                    work.run(mine);
                  } finally {
                    places.release();
                  }
                });
      }
    }
  }

  private static void ask(Side side) {
    var client = side.client();
    timed(side, "a list of 5,000", () -> client.raw(PATH));
    timed(side, "the same, in pages of 500", () -> pages(client));
    timed(side, "a tenth of them, by label", () -> client.raw(PATH + "?labelSelector=tenth%3D3"));
    timed(
        side,
        "one of them, by field",
        () -> client.raw(PATH + "?fieldSelector=metadata.name%3Dobject-04000"));
  }

  private static void timed(Side side, String what, Runnable question) {
    var began = Instant.now();
    question.run();
    side.note(what, Duration.between(began, Instant.now()).toNanos() / 1e9);
  }

  /// Of a page nothing is read but where the next one begins.
  private static void pages(KubernetesClient client) {
    var next = Optional.of("");
    while (next.isPresent()) {
      var token = next.get();
      var page =
          client.raw(
              PATH + "?limit=%d%s".formatted(PAGE, token.isEmpty() ? "" : "&continue=" + token));
      next = following(page);
    }
  }

  private static Optional<String> following(String page) {
    var mark = "\"continue\":\"";
    var head = page.substring(0, Math.min(page.length(), 1_000));
    var begin = head.indexOf(mark) + mark.length();
    return begin < mark.length()
        ? Optional.empty()
        : Optional.of(head.substring(begin, head.indexOf('"', begin))).filter(it -> !it.isEmpty());
  }

  /// Every watcher hears of every change; each change says when it was sent.
  private static void watch(Side side, String namespace, int watchers) throws InterruptedException {
    var delays = new ConcurrentLinkedQueue<Double>();
    var left = new CountDownLatch(watchers * CHANGES);
    side.cluster().open(namespace);
    var maps = side.client().configMaps().inNamespace(namespace);
    var version = maps.list().getMetadata().getResourceVersion();
    var open = new ArrayList<Watch>();
    for (int i = 0; i < watchers; i++) {
      open.add(maps.watch(options(version), new Listener(delays, left)));
    }
    var began = Instant.now();
    eachOf(CHANGES, CHANGED_AT_ONCE, i -> side.client().resource(change(namespace, i)).create());
    if (!left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("%d changes were not heard of".formatted(left.getCount()));
    }
    var all = Duration.between(began, Instant.now()).toNanos() / 1e9;
    open.forEach(Watch::close);
    var sorted = delays.stream().sorted().toList();
    var what = "%d changes, 8 at once, heard by %d".formatted(CHANGES, watchers);
    side.note(what, all);
    side.note(what + ": from sending to hearing, median", sorted.get(sorted.size() / 2));
    side.note(what + ": the same, 99 %", sorted.get(sorted.size() * 99 / 100));
  }

  private static ConfigMap change(String namespace, int number) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName("change-" + number)
        .endMetadata()
        .addToData("content", CONTENT)
        .addToData(WROTE, Long.toString(System.nanoTime()))
        .build();
  }

  private static ListOptions options(String version) {
    return new ListOptionsBuilder().withResourceVersion(version).build();
  }

  private record Listener(Queue<Double> delays, CountDownLatch left) implements Watcher<ConfigMap> {

    @Override
    public void eventReceived(Action action, ConfigMap map) {
      var wrote = map.getData() == null ? null : map.getData().get(WROTE);
      if (wrote != null) {
        delays.add((System.nanoTime() - Long.parseLong(wrote)) / 1e9);
        left.countDown();
      }
    }

    @Override
    public void onClose(WatcherException cause) {
      throw new IllegalStateException("A watch ended", cause);
    }
  }

  private ListsAndWatches() {}
}
