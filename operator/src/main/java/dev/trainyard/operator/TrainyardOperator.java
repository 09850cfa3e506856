package dev.trainyard.operator;

import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.RawResource;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.sdk.ControllerSettings;
import dev.trainyard.operator.sdk.DialectController;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches every kind of job that the cluster serves and drives each to its end. Runs until closed,
/// in a process of its own or beside the embedded cluster; the client stays the caller's.
public final class TrainyardOperator implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TrainyardOperator.class);

  private final Operator operator;

  public static TrainyardOperator start(
      KubernetesClient client, Settings settings, InstantSource clock, MeterRegistry registry) {
    return start(client, settings, clock, registry, Limits.defaults());
  }

  /// Returns once every cache is filled and the first jobs are being looked at.
  ///
  /// @throws IllegalStateException when the cluster serves none of the kinds
  public static TrainyardOperator start(
      KubernetesClient client,
      Settings settings,
      InstantSource clock,
      MeterRegistry registry,
      Limits limits) {
    var served = served(client);
    var started =
        new TrainyardOperator(
            new Operator(common -> ControllerSettings.common(common, client, registry)));
    var inFlight = new InFlight(limits.requestsInFlight());
    inFlight.measure(registry);
    var shared =
        new Shared(
            client,
            settings,
            clock,
            limits,
            inFlight,
            new JobCounters(registry),
            new Semaphore(limits.jobsAtOnce()));
    served.forEach(kind -> started.register(kind, shared));
    started.operator.start();
    return started;
  }

  /// What the controllers of all kinds have in common.
  private record Shared(
      KubernetesClient client,
      Settings settings,
      InstantSource clock,
      Limits limits,
      InFlight inFlight,
      JobCounters counters,
      Semaphore passes) {}

  private static List<Registration<?, ?>> served(KubernetesClient client) {
    var byServed =
        Kinds.all().stream().collect(Collectors.partitioningBy(kind -> kind.servedBy(client)));
    byServed
        .getOrDefault(false, List.of())
        .forEach(
            kind ->
                log.atInfo()
                    .addKeyValue("kind", kind.name())
                    .log("The cluster does not serve this kind of job, so it is left alone"));
    var served = byServed.getOrDefault(true, List.of());
    if (served.isEmpty()) {
      throw new IllegalStateException(
          "the cluster serves none of %s; install their definitions first"
              .formatted(Kinds.all().stream().map(Registration::name).toList()));
    }
    return served;
  }

  private <W extends RawResource, R> void register(Registration<W, R> kind, Shared shared) {
    var reconciler =
        new TrainingReconciler<>(
            kind.dialect(),
            kind.codec(),
            Lifecycle::decide,
            shared.inFlight(),
            shared.counters(),
            shared.clock());
    var controller =
        new DialectController<W, R>(
            reconciler, shared.settings(), shared.clock(), shared.passes(), shared.client());
    operator.register(
        controller,
        ControllerSettings.of(kind.raw(), shared.limits(), operator.getConfigurationService()));
  }

  /// Whether every watch is alive; a probe may restart an operator that says no for long.
  public boolean healthy() {
    return operator.getRuntimeInfo().allEventSourcesAreHealthy();
  }

  /// Lets passes that are under way finish. What was not reached is done by the next start.
  @Override
  public void close() {
    operator.stop();
    // The SDK leaves this one running, and with it a thread that keeps the process alive.
    operator
        .getConfigurationService()
        .getExecutorServiceManager()
        .scheduledExecutorService()
        .shutdownNow();
  }

  private TrainyardOperator(Operator operator) {
    this.operator = operator;
  }
}
