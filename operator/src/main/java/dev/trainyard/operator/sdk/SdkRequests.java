package dev.trainyard.operator.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Requests of one pass through the client. The job itself is written through the SDK, which keeps
/// our own change from waking us and shows it to the next pass.
final class SdkRequests<W extends RawResource> implements Requests {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final Context<W> context;
  private final KubernetesClient client;
  private final ApiPaths paths;

  SdkRequests(Context<W> context, ApiPaths paths) {
    this.context = context;
    this.client = context.getClient();
    this.paths = paths;
  }

  @Override
  public ObjectNode patch(ObjectNode job, ObjectNode merge) {
    return storePrimary(job, raw -> client.resource(raw).patch(MERGE, merge.toString()));
  }

  @Override
  public ObjectNode updateStatus(ObjectNode job) {
    return storePrimary(job, raw -> client.resource(raw).updateStatus());
  }

  private ObjectNode storePrimary(ObjectNode job, UnaryOperator<W> write) {
    return tree(
        context
            .resourceOperations()
            .resourcePatch(
                typed(job), write, context.eventSourceRetriever().getControllerEventSource()));
  }

  private W typed(ObjectNode job) {
    return client
        .getKubernetesSerialization()
        .convertValue(job, context.getControllerConfiguration().getResourceClass());
  }

  private ObjectNode tree(W job) {
    return client.getKubernetesSerialization().convertValue(job, ObjectNode.class);
  }

  @Override
  public Optional<ObjectNode> latest(ObjectNode job) {
    return Optional.ofNullable(client.resource(typed(job)).get()).map(this::tree);
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return client.resource(object).create();
  }

  @Override
  public <T extends HasMetadata> Optional<T> standing(T object) {
    return Optional.ofNullable(client.resource(object).get());
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return client.resource(object).update();
  }

  @Override
  public GenericKubernetesResource updateStatusOf(GenericKubernetesResource object) {
    return client.resource(object).updateStatus();
  }

  @Override
  public List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels) {
    return client
        .genericKubernetesResources(apiVersion, kind)
        .inNamespace(namespace)
        .withLabels(labels)
        .list()
        .getItems();
  }

  @Override
  public void delete(Target target, DeleteOptions options) {
    client.raw(paths.of(target), "DELETE", options);
  }

  @Override
  public void record(Event event) {
    client.resource(event).create();
  }
}
