package dev.trainyard.integration.weather;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.proof.KubeflowMakers;
import dev.trainyard.simulation.proof.Violation;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// One seed played in real time: jobs, programs, incidents and the fate of every request are drawn
/// from it. The operator is the real one.
final class StormyRun {

  private static final Duration STORM = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String JOBS = "/apis/kubeflow.org/v1/namespaces/%s/pytorchjobs";

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final long seed;
  private final String namespace;
  private final Dice dice;
  private final KubernetesClient user;
  private final WatchedYard yard;
  private final BadWeather weather;
  private final Scene scene;
  private final SmallNode node;
  private final Operators operators;
  private final List<CompletableFuture<?>> acts = new ArrayList<>();

  /// What came of a run.
  record Outcome(
      long seed,
      long requests,
      Map<String, Long> faults,
      Optional<String> violation,
      List<String> story) {}

  /// @param namespace its own
  StormyRun(long seed, String namespace, WatchedYard yard) {
    this.seed = seed;
    this.namespace = namespace;
    this.yard = yard;
    this.dice = new Dice(seed);
    this.user = yard.client();
    this.weather = new BadWeather(seed);
    this.scene = new Scene(weather);
    this.node = new SmallNode(scene, user, seed);
    this.operators = new Operators(yard.address(), namespace, weather, scene);
  }

  Outcome play() throws InterruptedException {
    Optional<String> violation = Optional.empty();
    user.resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    yard.follow(namespace, scene::happened);
    try (operators) {
      operators.start();
      operators.awaitStart(PATIENCE);
      storm();
      weather.clear();
      scene.say("the weather clears");
      scene.awaitTheEnd(PATIENCE);
    } catch (Violation broken) {
      violation = Optional.of(String.valueOf(broken.getMessage()));
    } finally {
      yard.leave(namespace);
    }
    return new Outcome(seed, scene.requests(), weather.faults(), violation, scene.lines());
  }

  private void storm() {
    var length = Duration.ofSeconds(1).plus(dice.upTo(STORM.minusSeconds(1)));
    int jobs = dice.between(1, 3);
    for (int i = 0; i < jobs; i++) {
      var job = hurried(KubeflowMakers.anyJob("job-" + i, dice));
      at(dice.upTo(length.dividedBy(2)), () -> submit(job));
    }
    int incidents = dice.between(0, 5);
    for (int i = 0; i < incidents; i++) {
      incident(dice.split(), length);
    }
    at(length, () -> {});
    CompletableFuture.allOf(acts.toArray(CompletableFuture[]::new)).join();
  }

  /// The jobs of a simulation, a hundred times as fast.
  private ObjectNode hurried(ObjectNode job) {
    job.withObject("/metadata").put("namespace", namespace);
    var policy = job.withObject("/spec/runPolicy");
    for (var time : List.of("activeDeadlineSeconds", "ttlSecondsAfterFinished")) {
      if (policy.has(time)) {
        policy.put(time, 1 + policy.path(time).asInt() / 200);
      }
    }
    return job;
  }

  private void incident(Dice own, Duration length) {
    var at = own.upTo(length);
    var job = "job-" + own.below(3);
    switch (own.below(6)) {
      case 0 -> strike(at, "operator crash", operators::crash);
      case 1 -> strike(at, "operator restart", operators::restart);
      case 2 -> strike(at, "job deleted", () -> touch(job, () -> delete(job)));
      case 3, 4 -> {
        strike(at, "job suspended", () -> touch(job, () -> suspend(job, true)));
        if (!own.oneIn(4)) {
          at(at.plus(own.upTo(length)), () -> touch(job, () -> suspend(job, false)));
        }
      }
      default -> {
        var code = own.oneOf(List.of(1, 2, 137, 143, 0));
        strike(at, "program killed", () -> node.killAny(own, code));
      }
    }
  }

  private void strike(Duration at, String kind, Runnable act) {
    at(
        at,
        () -> {
          weather.strikes(kind);
          scene.say(kind);
          act.run();
        });
  }

  private void at(Duration moment, Runnable act) {
    acts.add(
        CompletableFuture.runAsync(
            act,
            CompletableFuture.delayedExecutor(
                moment.toMillis(), MILLISECONDS, Thread::startVirtualThread)));
  }

  private void submit(ObjectNode job) {
    user.raw(JOBS.formatted(namespace), "POST", job);
  }

  private void delete(String job) {
    user.raw(path(job), "DELETE", null);
  }

  private void suspend(String job, boolean suspended) {
    user.genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
        .inNamespace(namespace)
        .withName(job)
        .patch(MERGE, KubeflowMakers.suspension(suspended).toString());
  }

  private String path(String job) {
    return JOBS.formatted(namespace) + "/" + job;
  }

  /// A job that is not there is left alone.
  private void touch(String job, Runnable act) {
    try {
      scene.say("it is " + job);
      act.run();
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404) {
        throw e;
      }
    }
  }
}
