package dev.trainyard.operator.sdk;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.operator.ClusterWriter;
import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.net.HttpURLConnection;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Writes through the API server, and lets the caches see every write at once: a stale cache must
/// not make the next pass repeat it.
final class ApiWriter<W extends RawResource> implements ClusterWriter {

  private static final int UNPROCESSABLE = 422;
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final Context<W> context;
  private final KubernetesClient client;
  private final JobSources<W> sources;
  private final ApiPaths paths;
  private final InstantSource clock;

  ApiWriter(Context<W> context, JobSources<W> sources, ApiPaths paths, InstantSource clock) {
    this.context = context;
    this.client = context.getClient();
    this.sources = sources;
    this.paths = paths;
    this.clock = clock;
  }

  @Override
  public ObjectNode annotate(ObjectNode job, Map<String, Optional<String>> annotations) {
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata");
    metadata.set("resourceVersion", job.path("metadata").path("resourceVersion"));
    var changes = metadata.putObject("annotations");
    annotations.forEach((key, value) -> changes.put(key, value.orElse(null)));
    return storePrimary(job, raw -> client.resource(raw).patch(MERGE, patch.toString()));
  }

  @Override
  public ObjectNode storeStatus(ObjectNode job) {
    return storePrimary(job, raw -> client.resource(raw).updateStatus());
  }

  /// Through the SDK, which keeps our own change from waking us and shows it to the next pass.
  private ObjectNode storePrimary(ObjectNode job, UnaryOperator<W> write) {
    var json = client.getKubernetesSerialization();
    var raw = json.convertValue(job, type());
    try {
      var stored =
          context
              .resourceOperations()
              .resourcePatch(raw, write, context.eventSourceRetriever().getControllerEventSource());
      return json.convertValue(stored, ObjectNode.class);
    } catch (KubernetesClientException e) {
      throw switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND ->
            new Conflict("the job has changed: " + message(e), e);
        default -> e;
      };
    }
  }

  private Class<W> type() {
    return context.getControllerConfiguration().getResourceClass();
  }

  @Override
  public Creation create(HasMetadata object) {
    try {
      saw(client.resource(object).create());
      return new Creation.Made();
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT -> taken(object, e);
        case HttpURLConnection.HTTP_FORBIDDEN, UNPROCESSABLE -> new Creation.Refused(message(e));
        default -> throw e;
      };
    }
  }

  private Creation taken(HasMetadata object, KubernetesClientException refusal) {
    if (!alreadyExists(refusal)) {
      throw new Conflict(message(refusal), refusal);
    }
    var standing = client.resource(object).get();
    if (standing == null) {
      throw new Conflict("%s came and went".formatted(object.getMetadata().getName()), refusal);
    }
    saw(standing);
    return new Creation.Taken(
        standing.getMetadata().getOwnerReferences().stream()
            .filter(owner -> Boolean.TRUE.equals(owner.getController()))
            .map(OwnerReference::getUid)
            .findFirst(),
        standing.isMarkedForDeletion());
  }

  @Override
  public void update(GenericKubernetesResource object, String uid) {
    var standing = client.resource(object).get();
    if (standing == null || !uid.equals(standing.getMetadata().getUid())) {
      throw new Conflict("%s is another one by now".formatted(object.getMetadata().getName()));
    }
    object.getMetadata().setUid(uid);
    object.getMetadata().setResourceVersion(standing.getMetadata().getResourceVersion());
    try {
      saw(client.resource(object).update());
    } catch (KubernetesClientException e) {
      throw e.getCode() == HttpURLConnection.HTTP_CONFLICT ? new Conflict(message(e), e) : e;
    }
  }

  @Override
  public void delete(Target target, Haste haste) {
    var departures = sources.departures();
    departures.ask(target.uid(), clock.instant());
    try {
      client.raw(paths.of(target), "DELETE", options(target, haste));
    } catch (KubernetesClientException e) {
      switch (e.getCode()) {
        // Gone, or another object has its name: either way the one we meant is no more.
        case HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT -> {}
        default -> {
          departures.forget(target.uid());
          throw e;
        }
      }
    }
    if (!sources.shows(target.kind(), target.namespace(), target.name(), target.uid())) {
      departures.forget(target.uid());
    }
  }

  private static DeleteOptions options(Target target, Haste haste) {
    var options =
        new DeleteOptionsBuilder()
            .withPropagationPolicy("Background")
            .withNewPreconditions()
            .withUid(target.uid())
            .endPreconditions();
    return switch (haste) {
      case GRACEFUL -> options.build();
      case FORCED -> options.withGracePeriodSeconds(0L).build();
    };
  }

  @Override
  public void record(Event event) {
    try {
      client.resource(event).create();
    } catch (KubernetesClientException e) {
      if (!alreadyExists(e)) {
        throw e;
      }
    }
  }

  /// Attachments are written without their type; the caches hold them with it.
  private void saw(HasMetadata object) {
    boolean map =
        object instanceof GenericKubernetesResource && "ConfigMap".equals(object.getKind());
    sources.saw(
        map ? client.getKubernetesSerialization().convertValue(object, ConfigMap.class) : object);
  }

  private static boolean alreadyExists(KubernetesClientException e) {
    return e.getStatus() != null && "AlreadyExists".equals(e.getStatus().getReason());
  }

  private static String message(KubernetesClientException e) {
    return e.getStatus() != null && e.getStatus().getMessage() != null
        ? e.getStatus().getMessage()
        : String.valueOf(e.getMessage());
  }
}
