package dev.trainyard.integration.weather;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Work;
import dev.trainyard.simulation.cluster.Pods;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.proof.Violation;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Runs the pods of one namespace, or says so: there are no processes. It talks to the API server
/// past the proxy, as a node does not depend on how well an operator is connected.
final class SmallNode {

  static final String NAME = "n1";

  private static final Set<Integer> TOO_LATE = Set.of(404, 409);
  private static final Duration PACE = Duration.ofMillis(60);
  private static final Duration LONGEST = Duration.ofMillis(400);

  private final Scene scene;
  private final KubernetesClient client;
  private final long seed;
  private final InstantSource clock = InstantSource.system();
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<String, Care> cares = new HashMap<>();

  SmallNode(Scene scene, KubernetesClient client, long seed) {
    this.scene = scene;
    this.client = client;
    this.seed = seed;
    scene.store().listen(this::attend);
  }

  private void attend(Change change) {
    if (!change.key().kind().equals("Pod")) {
      return;
    }
    var uid = change.item().uid();
    switch (change.type()) {
      case ADDED -> {
        int count = counts.merge(change.key().name(), 1, Integer::sum);
        var dice = new Dice(31 * (31 * seed + change.key().name().hashCode()) + count).split();
        var welcome = dice.upTo(PACE);
        var care = new Care(change.item(), count, dice);
        cares.put(uid, care);
        in(welcome, care::begin);
      }
      case MODIFIED -> {
        var care = cares.get(uid);
        if (change.item().leaving() && care != null && !care.leaving) {
          care.leaving = true;
          in(care.farewell, care::end);
        }
      }
      case DELETED -> {
        cares.remove(uid);
        scene.processes().remove(uid);
      }
    }
  }

  /// Ends any process with this code.
  void killAny(Dice dice, int code) {
    Optional<Work> victim;
    synchronized (scene) {
      var running = new ArrayList<>(scene.processes().values());
      victim = running.isEmpty() ? Optional.empty() : Optional.of(dice.oneOf(running));
    }
    victim.ifPresent(
        work -> {
          scene.say("%s ends with %d".formatted(work.pod(), code));
          care(work.uid()).ifPresent(care -> care.exit(work.start(), code));
        });
  }

  private Optional<Care> care(String uid) {
    synchronized (scene) {
      return Optional.ofNullable(cares.get(uid));
    }
  }

  /// One pod from its binding to its end. Its own lock keeps what is told about it in order.
  private final class Care {

    private final Key key;
    private final String uid;
    private final Optional<String> job;
    private final int count;
    private final Dice dice;
    private final Duration farewell;
    private Pod pod;

    /// Held by the lock of the scene, like everything that others look at.
    private boolean leaving;

    /// @param count how many pods of this name there were, this one included
    Care(Item item, int count, Dice dice) {
      this.key = item.key();
      this.uid = item.uid();
      this.job = item.controller();
      this.pod = (Pod) item.typed();
      this.count = count;
      this.dice = dice;
      this.farewell = dice.upTo(PACE);
    }

    void begin() {
      if (tried(this::bind)) {
        start(1);
      }
    }

    private void bind() {
      client
          .bindings()
          .inNamespace(key.namespace())
          .resource(
              new BindingBuilder()
                  .withNewMetadata()
                  .withName(key.name())
                  .withUid(uid)
                  .endMetadata()
                  .withNewTarget()
                  .withKind("Node")
                  .withName(NAME)
                  .endTarget()
                  .build())
          .create();
    }

    private synchronized void start(int start) {
      synchronized (scene) {
        if (leaving || !cares.containsKey(uid)) {
          return;
        }
        scene.processes().put(uid, new Work(key, uid, job, NAME, start));
      }
      tell(Pods.running(pod, start, clock.instant()));
      var ending = ending(start);
      in(ending.after(), () -> exit(start, ending.code()));
    }

    /// Nothing fails for ever.
    private Ending ending(int start) {
      var fails = count + start < 6 && dice.oneIn(5);
      var code = fails ? dice.oneOf(List.of(1, 137, 143, 255)) : 0;
      return new Ending(dice.upTo(LONGEST), code);
    }

    synchronized void exit(int start, int code) {
      boolean again;
      synchronized (scene) {
        var process = scene.processes().get(uid);
        if (process == null || process.start() != start) {
          return;
        }
        scene.processes().remove(uid);
        again = code != 0 && !leaving && "OnFailure".equals(pod.getSpec().getRestartPolicy());
      }
      var reason = code == 0 ? "Completed" : "Error";
      if (again) {
        tell(Pods.restarting(pod, code, reason, start, clock.instant()));
        in(dice.upTo(PACE), () -> start(start + 1));
      } else {
        tell(Pods.ended(pod, code, reason, start, clock.instant()));
      }
    }

    private void tell(Pod news) {
      news.getMetadata().setResourceVersion(null);
      pod = news;
      tried(() -> client.resource(news).updateStatus());
    }

    void end() {
      synchronized (scene) {
        scene.processes().remove(uid);
      }
      tried(this::remove);
    }

    private void remove() {
      client.raw(
          "/api/v1/namespaces/%s/pods/%s".formatted(key.namespace(), key.name()),
          "DELETE",
          new DeleteOptionsBuilder()
              .withGracePeriodSeconds(0L)
              .withNewPreconditions()
              .withUid(uid)
              .endPreconditions()
              .build());
    }
  }

  /// Whether it was done; the pod may be gone, or another one by now.
  private static boolean tried(Runnable request) {
    try {
      request.run();
      return true;
    } catch (KubernetesClientException e) {
      if (!TOO_LATE.contains(e.getCode())) {
        throw e;
      }
      return false;
    }
  }

  private void in(Duration delay, Runnable act) {
    var _ =
        CompletableFuture.runAsync(
                act,
                CompletableFuture.delayedExecutor(
                    delay.toMillis(), MILLISECONDS, Thread::startVirtualThread))
            .exceptionally(
                e -> {
                  scene.broke(new Violation("the node itself is broken: " + e));
                  return null;
                });
  }
}
