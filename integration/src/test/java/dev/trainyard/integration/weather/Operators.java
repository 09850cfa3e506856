package dev.trainyard.integration.weather;

import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Limits;
import dev.trainyard.operator.Scope;
import dev.trainyard.operator.TrainyardOperator;
import dev.trainyard.simulation.proof.Violation;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One operator after the other for one namespace, each behind a proxy of its own. One that cannot
/// start is followed by another, as a cluster would see to it.
final class Operators implements AutoCloseable {

  /// As everywhere but for the pace.
  private static final Limits HASTY =
      new Limits(64, 32, Duration.ofMillis(50), Duration.ofSeconds(1), Duration.ofMillis(500));

  private static final Duration TELL_BY = Duration.ofMillis(100);

  private final URI server;
  private final String namespace;
  private final BadWeather weather;
  private final Scene scene;
  private final CountDownLatch begun = new CountDownLatch(1);
  private @Nullable Incarnation current;
  private boolean over;

  Operators(URI server, String namespace, BadWeather weather, Scene scene) {
    this.server = server;
    this.namespace = namespace;
    this.weather = weather;
    this.scene = scene;
  }

  private final class Incarnation {
    private final Proxy proxy = Proxy.before(server, weather, scene::saw);
    private final KubernetesClient client = WatchedYard.clientOf(proxy.address());
    private final CompletableFuture<TrainyardOperator> started =
        CompletableFuture.supplyAsync(this::start, Thread::startVirtualThread);

    private TrainyardOperator start() {
      var defaults = Settings.defaults(Settings.Place.CLUSTER);
      return TrainyardOperator.start(
          client,
          defaults.tellingBy(TELL_BY),
          InstantSource.system(),
          new SimpleMeterRegistry(),
          HASTY,
          new Scope(Set.of(namespace), _ -> true),
          () -> true);
    }

    /// Once it has started; one that never does has nothing to end.
    void end(Consumer<TrainyardOperator> how) {
      try {
        how.accept(started.join());
      } catch (CompletionException _) {
        scene.say("an operator had not started");
      }
      client.close();
      proxy.sever();
    }
  }

  synchronized void start() {
    if (over) {
      return;
    }
    var fresh = new Incarnation();
    current = fresh;
    var _ =
        fresh.started.whenComplete(
            (_, failure) -> {
              if (failure == null) {
                begun.countDown();
              } else {
                failed(fresh, failure);
              }
            });
  }

  /// Returns once the first one has started.
  void awaitStart(Duration patience) throws InterruptedException {
    if (!begun.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new Violation("no operator starts in this weather");
    }
  }

  private synchronized void failed(Incarnation incarnation, Throwable failure) {
    if (incarnation == current) {
      scene.say("the operator could not start: " + failure);
      weather.strikes("failed start");
      incarnation.client.close();
      incarnation.proxy.sever();
      start();
    }
  }

  /// Ends it where it stands, and starts another one.
  synchronized void crash() {
    var victim = current;
    if (victim == null) {
      return;
    }
    victim.proxy.sever();
    Thread.startVirtualThread(() -> victim.end(TrainyardOperator::abandon));
    start();
  }

  /// Lets it finish what it does, and starts another one.
  synchronized void restart() {
    var last = current;
    if (last != null) {
      last.end(TrainyardOperator::close);
    }
    start();
  }

  @Override
  public synchronized void close() {
    over = true;
    var last = current;
    if (last != null) {
      last.end(TrainyardOperator::close);
    }
  }
}
