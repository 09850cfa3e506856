package dev.trainyard.operator.sdk;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.UnreadableMark;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.ShownJobs;
import dev.trainyard.operator.TrainingReconciler;
import dev.trainyard.operator.cache.ApiWriter;
import dev.trainyard.operator.cache.CachedCluster;
import dev.trainyard.operator.cache.Company;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Brings one kind of job to its `TrainingReconciler`: the SDK wakes it, serialises the passes of
/// one job and retries; nothing about training is known here.
public final class DialectController<W extends RawResource, R> implements Reconciler<W> {

  private final TrainingReconciler<R> reconciler;
  private final Settings settings;
  private final InstantSource clock;
  private final Passes passes;
  private final ApiPaths paths;
  private final UnreadableNotices notices;
  private final Company company;
  private final Optional<ShownJobs> shown;
  private @Nullable JobSources<W> sources;

  public DialectController(
      TrainingReconciler<R> reconciler,
      Settings settings,
      InstantSource clock,
      Passes passes,
      KubernetesClient client,
      UnreadableNotices notices,
      Company company,
      Optional<ShownJobs> shown) {
    this.reconciler = reconciler;
    this.settings = settings;
    this.clock = clock;
    this.passes = passes;
    this.paths = new ApiPaths(client);
    this.notices = notices;
    this.company = company;
    this.shown = shown;
    company.attached().forEach(kind -> paths.know(kind.apiVersion(), kind.kind(), kind.plural()));
  }

  @Override
  public List<EventSource<?, W>> prepareEventSources(EventSourceContext<W> context) {
    sources = new JobSources<>(context, company, notices);
    return Stream.<EventSource<?, W>>concat(
            sources.all().stream(), shown.stream().map(ShownJobsSource<W>::new))
        .toList();
  }

  @Override
  public UpdateControl<W> reconcile(W raw, Context<W> context) throws InterruptedException {
    return UnreadableMark.on(notices.note(raw))
        ? UpdateControl.noUpdate()
        : passes.run(raw, context, () -> pass(raw, context));
  }

  private Optional<Instant> pass(W raw, Context<W> context) {
    var known = requireNonNull(sources);
    paths.know(raw.getApiVersion(), raw.getKind(), raw.getPlural());
    var json = context.getClient().getKubernetesSerialization();
    var caches = known.around(raw);
    return reconciler.reconcile(
        json.convertValue(raw, ObjectNode.class),
        new CachedCluster(caches, known.departures(), settings, company),
        new ApiWriter(new SdkRequests<>(context, paths), caches, known.departures(), clock));
  }
}
