package dev.trainyard.operator.sdk;

import dev.trainyard.operator.Limits;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetricsV2;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How we use the SDK, for every kind of job alike.
final class ControllerSettings {

  /// Without a limit the client lists from whatever cache the API server has (resource version 0),
  /// which may be older than what we wrote before a restart: a job that has ended would start
  /// again.
  static final long LISTED_AT_ONCE = 500;

  private static final Logger log = LoggerFactory.getLogger(ControllerSettings.class);

  private static final String FIELD_MANAGER = "trainyard";
  private static final Duration PATIENCE_AT_START = Duration.ofSeconds(30);
  private static final Duration PATIENCE_AT_STOP = Duration.ofSeconds(10);

  /// The SDK's default is to end the process when a watch stops, which is not ours to do: we may
  /// share it with an API server. A stopped watch shows in the health instead.
  static void common(
      ConfigurationServiceOverrider common,
      KubernetesClient client,
      MeterRegistry registry,
      ExecutorService passes) {
    common
        .withKubernetesClient(client)
        .withCloseClientOnStop(false)
        .checkingCRDAndValidateLocalModel(false)
        .withUseSSAToPatchPrimaryResource(false)
        .withExecutorService(passes)
        .withStopOnInformerErrorDuringStartup(false)
        .withCacheSyncTimeout(PATIENCE_AT_START)
        .withReconciliationTerminationTimeout(PATIENCE_AT_STOP)
        .withMetrics(MicrometerMetricsV2.newBuilder(registry).build())
        .withInformerStoppedHandler(
            (informer, failure) -> {
              if (failure != null) {
                log.atError()
                    .addKeyValue("kind", informer.getApiTypeClass().getSimpleName())
                    .setCause(failure)
                    .log("A watch stopped; restart the operator");
              }
            });
  }

  /// Every change of a job wakes us, not only one of its spec: the memory and switches of ours are
  /// annotations. There is no finalizer, because owner references take the children, and no
  /// interval, because when to look again is the engine's to say. An AppWrapper does have one, and
  /// keeps it itself; for the SDK to bring one that is being deleted, it must bring everything.
  static <W extends RawResource> ControllerConfiguration<W> of(
      Class<W> raw,
      Reconciler<W> controller,
      Set<String> namespaces,
      Limits limits,
      ConfigurationService service) {
    return new ResolvedControllerConfiguration<>(
        HasMetadata.getPlural(raw),
        false,
        controller.getClass().getName(),
        new GenericRetry()
            .withoutMaxAttempts()
            .setInitialInterval(limits.firstRetry())
            .setIntervalMultiplier(2)
            .setMaxInterval(limits.longestRetry().toMillis()),
        LinearRateLimiter.deactivatedRateLimiter(),
        null,
        null,
        Map.of(),
        FIELD_MANAGER,
        service,
        informer(raw, namespaces),
        controller instanceof WrapperController,
        null);
  }

  private static <W extends RawResource> InformerConfiguration<W> informer(
      Class<W> raw, Set<String> namespaces) {
    var informer = InformerConfiguration.builder(raw).withInformerListLimit(LISTED_AT_ONCE);
    return namespaces.isEmpty()
        ? informer.buildForController()
        : informer.withNamespaces(namespaces).buildForController();
  }

  private ControllerSettings() {}
}
