package dev.trainyard.cli.local;

import dev.trainyard.api.Crds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Makes a yard serve the kinds of this Trainyard.
final class Definitions {

  private static final ResourceDefinitionContext CONTEXT =
      new ResourceDefinitionContext.Builder()
          .withGroup("apiextensions.k8s.io")
          .withVersion("v1")
          .withKind("CustomResourceDefinition")
          .withPlural("customresourcedefinitions")
          .withNamespaced(false)
          .build();

  /// Creates what is missing and updates what differs; a start that changes nothing writes nothing.
  static void register(KubernetesClient client) {
    for (var wanted : Crds.all()) {
      var found =
          Optional.ofNullable(
              client
                  .genericKubernetesResources(CONTEXT)
                  .withName(wanted.getMetadata().getName())
                  .get());
      if (found.isEmpty()) {
        client.genericKubernetesResources(CONTEXT).resource(wanted).create();
      } else if (!holds(spec(found.get()), spec(wanted))) {
        client.genericKubernetesResources(CONTEXT).resource(merged(found.get(), wanted)).update();
      }
    }
  }

  /// The API adds defaults of its own, so what it holds may be more than what was asked for.
  private static boolean holds(@Nullable Object found, @Nullable Object wanted) {
    return switch (wanted) {
      case Map<?, ?> fields ->
          found instanceof Map<?, ?> given
              && fields.entrySet().stream()
                  .allMatch(field -> holds(given.get(field.getKey()), field.getValue()));
      case List<?> items ->
          found instanceof List<?> given
              && given.size() == items.size()
              && IntStream.range(0, items.size()).allMatch(i -> holds(given.get(i), items.get(i)));
      case null -> found == null;
      case Object value -> value.equals(found);
    };
  }

  private static GenericKubernetesResource merged(
      GenericKubernetesResource found, GenericKubernetesResource wanted) {
    wanted.setMetadata(
        new ObjectMetaBuilder(found.getMetadata())
            .addToAnnotations(wanted.getMetadata().getAnnotations())
            .build());
    return wanted;
  }

  private static @Nullable Object spec(GenericKubernetesResource definition) {
    return definition.getAdditionalProperties().get("spec");
  }

  private Definitions() {}
}
