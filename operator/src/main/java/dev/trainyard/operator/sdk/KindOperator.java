package dev.trainyard.operator.sdk;

import dev.trainyard.operator.Limits;
import dev.trainyard.operator.kinds.RawResource;
import dev.trainyard.operator.kinds.Registration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The SDK at work for one kind of job. Every kind has its own, because the SDK takes no further
/// kinds once it runs, and a cluster may learn one later.
public final class KindOperator implements AutoCloseable {

  private final Operator operator;
  private final ExecutorService passes;

  /// Returns once every cache is filled and the first jobs are being looked at.
  public static <W extends RawResource, R> KindOperator start(
      Registration<W, R> kind,
      Reconciler<W> controller,
      Set<String> namespaces,
      Limits limits,
      KubernetesClient client,
      MeterRegistry registry) {
    var passes = Executors.newVirtualThreadPerTaskExecutor();
    var operator =
        new Operator(common -> ControllerSettings.common(common, client, registry, passes));
    operator.register(
        controller,
        ControllerSettings.of(
            kind.raw(), controller, namespaces, limits, operator.getConfigurationService()));
    var started = new KindOperator(operator, passes);
    try {
      operator.start();
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /// Whether every watch is alive.
  public boolean healthy() {
    return operator.getRuntimeInfo().allEventSourcesAreHealthy();
  }

  /// Interrupts passes that are under way instead of letting them finish.
  public void abandon() {
    passes.shutdownNow();
    close();
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

  private KindOperator(Operator operator, ExecutorService passes) {
    this.operator = operator;
    this.passes = passes;
  }
}
