package dev.trainyard.operator.leader;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// This process' part in the election. It is elected at most once: an operator that has lost its
/// lease ends, and its successor starts with nothing but what the cluster tells.
public final class Leadership implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Leadership.class);

  private final Terms terms;
  private final InstantSource clock;
  private final SeenLock lock;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CompletableFuture<Void> elected = new CompletableFuture<>();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private final CompletableFuture<?> election;

  /// Stands for election at once and until closed.
  public static Leadership seek(KubernetesClient client, Terms terms, InstantSource clock) {
    return new Leadership(client, terms, clock);
  }

  private Leadership(KubernetesClient client, Terms terms, InstantSource clock) {
    this.terms = terms;
    this.clock = clock;
    this.lock =
        new SeenLock(new LeaseLock(terms.namespace(), terms.lease(), terms.identity()), clock);
    var elector =
        new LeaderElector(
            impatient(client, terms),
            new LeaderElectionConfig(
                lock,
                terms.lasts(),
                terms.renewWithin(),
                terms.tryEvery(),
                new LeaderCallbacks(this::begin, () -> end("another operator took it"), this::seen),
                true,
                terms.lease()),
            threads);
    this.election = elector.start();
  }

  /// A request that hangs, or is repeated for long, must not keep us from the next attempt.
  private static KubernetesClient impatient(KubernetesClient client, Terms terms) {
    return client
        .newClient(
            new RequestConfigBuilder()
                .withRequestTimeout((int) terms.renewWithin().dividedBy(2).toMillis())
                .withRequestRetryBackoffLimit(0)
                .build())
        .adapt(KubernetesClient.class);
  }

  private void begin() {
    log.atInfo()
        .addKeyValue("lease", terms.namespace() + "/" + terms.lease())
        .addKeyValue("identity", terms.identity())
        .log("Leading");
    elected.complete(null);
    threads.execute(this::watchTheClock);
  }

  /// Nobody leads for as long as it takes the next to notice that a lease was given back.
  private void seen(@Nullable String leader) {
    if (leader != null && !leader.isEmpty() && !leader.equals(terms.identity())) {
      log.atInfo()
          .addKeyValue("lease", terms.namespace() + "/" + terms.lease())
          .addKeyValue("leader", leader)
          .log("Standing by");
    }
  }

  /// The elector looks at the time only between its requests; this looks at nothing else.
  private void watchTheClock() {
    try {
      for (var left = left(); left.isPositive(); left = left()) {
        Thread.sleep(left.plusMillis(1));
      }
      end("it could not be renewed within %ds".formatted(terms.renewWithin().toSeconds()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration left() {
    return lock.renewed()
        .map(at -> Duration.between(clock.instant(), at.plus(terms.renewWithin())))
        .orElse(Duration.ZERO);
  }

  private void end(String why) {
    if (elected.isDone()) {
      lost.complete(why);
    }
  }

  /// Done when this process may begin to act.
  public CompletableFuture<Void> elected() {
    return elected.copy();
  }

  /// Done, with the reason, when this process must not act any more.
  public CompletableFuture<String> lost() {
    return lost.copy();
  }

  /// Whether this process may act right now. It turns false by itself in time for a successor.
  public boolean held() {
    return elected.isDone() && !lost.isDone() && left().isPositive();
  }

  /// Gives the lease back, so that a successor need not wait for it to run out. Whoever calls this
  /// has stopped acting.
  @Override
  public void close() {
    election.cancel(true);
    threads.shutdownNow();
  }
}
