package dev.trainyard.cli.local;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import dev.trainyard.api.Crds;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.api.tensorstack.Queue;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.cli.install.Priorities;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
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

  private static final String WRAPPERS = AppWrapper.PLURAL + "." + AppWrapper.GROUP;

  private static final String QUEUES = "localqueues." + Kueue.GROUP;

  /// What only Kueue itself brings, and with it the other kinds of its own.
  private static final String WORKLOADS = Kueue.WORKLOADS + "." + Kueue.GROUP;

  /// On each definition: which Trainyard's it is.
  private static final String DIGEST = "trainyard.dev/definitions";

  /// Creates what is missing and updates what another Trainyard left; a start that changes nothing
  /// writes nothing, and does not even parse what it would have written.
  static void register(KubernetesClient client) {
    var digest = Crds.digest();
    var definitions = client.genericKubernetesResources(CONTEXT);
    boolean kueue = definitions.withName(WORKLOADS).get() != null;
    var names = kueue ? Crds.names() : joined(Crds.names(), Crds.namesOfQueues());
    var found =
        names.stream()
            .map(name -> definitions.withName(name).get())
            .filter(Objects::nonNull)
            .collect(toMap(one -> one.getMetadata().getName(), identity()));
    if (found.size() == names.size()
        && found.values().stream().allMatch(one -> digest.equals(digestOf(one)))) {
      return;
    }
    for (var wanted : kueue ? Crds.all() : joined(Crds.all(), Crds.ofQueues())) {
      var old = Optional.ofNullable(found.get(wanted.getMetadata().getName()));
      wanted.setMetadata(
          new ObjectMetaBuilder(old.orElse(wanted).getMetadata())
              .addToAnnotations(wanted.getMetadata().getAnnotations())
              .addToAnnotations(DIGEST, digest)
              .build());
      if (old.isEmpty()) {
        definitions.resource(wanted).create();
      } else {
        definitions.resource(wanted).update();
      }
    }
    if (found.isEmpty()) {
      openDefaultQueue(client);
    }
    if (!found.containsKey(WRAPPERS)) {
      setPriorities(client);
    }
    if (!kueue && !found.containsKey(QUEUES)) {
      WrapperQueues.all().forEach(object -> client.resource(object).create());
    }
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  /// A yard that learns of AppWrappers has the priorities that they name; whoever removes one means
  /// it.
  private static void setPriorities(KubernetesClient client) {
    Priorities.all().stream()
        .filter(level -> client.resource(level).get() == null)
        .forEach(level -> client.resource(level).create());
  }

  /// A new yard has the queue that every namespace may use; whoever removes it means it.
  private static void openDefaultQueue(KubernetesClient client) {
    client
        .namespaces()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(TensorStack.SYSTEM_NAMESPACE)
                .endMetadata()
                .build())
        .create();
    var queue = new GenericKubernetesResource();
    queue.setApiVersion(Queue.API_VERSION);
    queue.setKind(Queue.KIND);
    queue.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(TensorStack.SYSTEM_NAMESPACE)
            .withName("default")
            .build());
    queue.setAdditionalProperty("spec", Map.of("priority", 0));
    client.genericKubernetesResources(Queue.API_VERSION, Queue.KIND).resource(queue).create();
  }

  private static @Nullable String digestOf(GenericKubernetesResource definition) {
    return definition.getMetadata().getAnnotations().get(DIGEST);
  }

  private Definitions() {}
}
