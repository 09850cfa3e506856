package dev.trainyard.operator.kinds;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;

/// The objects of a cluster, as its API server has them right now. Some have no namespace.
public record LiveObjects(KubernetesClient client) implements LiveLookup.Source {

  @Override
  public Optional<GenericKubernetesResource> find(
      Attached.Kind kind, String namespace, String name) {
    var all = all(kind, namespace);
    return Optional.ofNullable(
        namespace.isEmpty()
            ? all.withName(name).get()
            : all.inNamespace(namespace).withName(name).get());
  }

  @Override
  public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
    var all = all(kind, namespace);
    return (namespace.isEmpty() ? all.list() : all.inNamespace(namespace).list()).getItems();
  }

  private MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all(Attached.Kind kind, String namespace) {
    return client.genericKubernetesResources(
        new ResourceDefinitionContext.Builder()
            .withGroup(kind.group())
            .withVersion(kind.version())
            .withKind(kind.kind())
            .withPlural(kind.plural())
            .withNamespaced(!namespace.isEmpty())
            .build());
  }
}
