package dev.trainyard.operator.sdk;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.UnreadableMark;
import dev.trainyard.operator.cache.ApiWriter;
import dev.trainyard.operator.kinds.RawAppWrapper;
import dev.trainyard.operator.wrapper.WrapperReconciler;
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

/// Brings AppWrappers to their reconciler, and watches whatever they wrap.
public final class WrapperController implements Reconciler<RawAppWrapper> {

  private final WrapperReconciler reconciler;
  private final InstantSource clock;
  private final Passes passes;
  private final ApiPaths paths;
  private final UnreadableNotices notices;
  private final List<EventSource<?, RawAppWrapper>> others;
  private @Nullable WrapperSources sources;

  /// @param others what wakes AppWrappers besides what belongs to them
  public WrapperController(
      WrapperReconciler reconciler,
      InstantSource clock,
      Passes passes,
      KubernetesClient client,
      UnreadableNotices notices,
      List<EventSource<?, RawAppWrapper>> others) {
    this.reconciler = reconciler;
    this.clock = clock;
    this.passes = passes;
    this.paths = new ApiPaths(client);
    this.notices = notices;
    this.others = List.copyOf(others);
  }

  @Override
  public List<EventSource<?, RawAppWrapper>> prepareEventSources(
      EventSourceContext<RawAppWrapper> context) {
    sources = new WrapperSources(context, notices);
    return Stream.concat(sources.all().stream(), others.stream()).toList();
  }

  /// The SDK is told to bring those that are being deleted as well, and brings those that are gone.
  @Override
  public UpdateControl<RawAppWrapper> reconcile(RawAppWrapper raw, Context<RawAppWrapper> context)
      throws InterruptedException {
    return context.isPrimaryResourceDeleted() || UnreadableMark.on(notices.note(raw))
        ? UpdateControl.noUpdate()
        : passes.run(raw, context, () -> pass(raw, context));
  }

  private Optional<Instant> pass(RawAppWrapper raw, Context<RawAppWrapper> context) {
    var known = requireNonNull(sources);
    paths.know(raw.getApiVersion(), raw.getKind(), raw.getPlural());
    var json = context.getClient().getKubernetesSerialization();
    var around = known.around(raw, context);
    return reconciler.reconcile(
        json.convertValue(raw, ObjectNode.class),
        around,
        new ApiWriter(new SdkRequests<>(context, paths), around, known.departures(), clock));
  }
}
