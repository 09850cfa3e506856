package dev.trainyard.operator.sdk;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.ObjectRefusedException;
import dev.trainyard.operator.TrainingReconciler;
import dev.trainyard.operator.cache.ApiWriter;
import dev.trainyard.operator.cache.CachedCluster;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Brings one kind of job to its `TrainingReconciler`: the SDK wakes it, serialises the passes of
/// one job and retries; nothing about training is known here.
public final class DialectController<W extends RawResource, R> implements Reconciler<W> {

  private static final Logger log = LoggerFactory.getLogger(DialectController.class);

  /// The watch event of whoever changed the job normally arrives sooner and wakes us.
  private static final Duration REREAD_BY = Duration.ofSeconds(1);

  private final TrainingReconciler<R> reconciler;
  private final Settings settings;
  private final InstantSource clock;
  private final Semaphore passes;
  private final ApiPaths paths;
  private final Set<Attached.Kind> attached;
  private final Set<Attached.Kind> consulted;
  private @Nullable JobSources<W> sources;

  /// `passes` bounds how many jobs are looked at together, over all kinds.
  public DialectController(
      TrainingReconciler<R> reconciler,
      Settings settings,
      InstantSource clock,
      Semaphore passes,
      KubernetesClient client,
      Set<Attached.Kind> attached,
      Set<Attached.Kind> consulted) {
    this.reconciler = reconciler;
    this.settings = settings;
    this.clock = clock;
    this.passes = passes;
    this.paths = new ApiPaths(client);
    this.attached = Set.copyOf(attached);
    this.consulted = Set.copyOf(consulted);
    attached.forEach(kind -> paths.know(kind.apiVersion(), kind.kind(), kind.plural()));
  }

  @Override
  public List<EventSource<?, W>> prepareEventSources(EventSourceContext<W> context) {
    sources = new JobSources<>(context, attached, consulted);
    return sources.all();
  }

  @Override
  public UpdateControl<W> reconcile(W raw, Context<W> context) throws InterruptedException {
    passes.acquire();
    try {
      return pass(raw, context);
    } catch (Conflict conflict) {
      log.atDebug()
          .addKeyValue("job", name(raw))
          .addKeyValue("cause", conflict.getMessage())
          .log("Reading again");
      return UpdateControl.<W>noUpdate().rescheduleAfter(REREAD_BY);
    } catch (ObjectRefusedException | KubernetesClientException | CancellationException e) {
      tell(log.atWarn(), raw, context, e);
      throw new Setback("%s: %s".formatted(name(raw), e.getMessage()));
    } catch (RuntimeException e) {
      tell(log.atError().setCause(e), raw, context, e);
      throw new Setback("%s: %s".formatted(name(raw), e.getMessage()));
    } finally {
      passes.release();
    }
  }

  /// What a cluster may answer on any day is worth a line; only what we did not foresee comes with
  /// its stack trace.
  private void tell(LoggingEventBuilder line, W raw, Context<W> context, RuntimeException cause) {
    line.addKeyValue("job", name(raw))
        .addKeyValue(
            "attempt", context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0) + 1)
        .addKeyValue("cause", cause.getMessage())
        .log("A job could not be advanced; it is tried again");
  }

  private UpdateControl<W> pass(W raw, Context<W> context) {
    var known = requireNonNull(sources);
    paths.know(raw.getApiVersion(), raw.getKind(), raw.getPlural());
    var json = context.getClient().getKubernetesSerialization();
    var caches = known.around(raw);
    var wakeAt =
        reconciler.reconcile(
            json.convertValue(raw, ObjectNode.class),
            new CachedCluster(caches, known.departures(), settings, attached),
            new ApiWriter(new SdkRequests<>(context, paths), caches, known.departures(), clock));
    var control = UpdateControl.<W>noUpdate();
    wakeAt.ifPresent(at -> control.rescheduleAfter(delayUntil(at)));
    return control;
  }

  /// Rounded up to the SDK's milliseconds: a pass that comes early would only be sent to bed again.
  private Duration delayUntil(Instant at) {
    var delay = Duration.between(clock.instant(), at);
    return delay.isPositive() ? delay.plusMillis(1) : Duration.ZERO;
  }

  private String name(W raw) {
    return "%s %s/%s"
        .formatted(raw.getKind(), raw.getMetadata().getNamespace(), raw.getMetadata().getName());
  }
}
