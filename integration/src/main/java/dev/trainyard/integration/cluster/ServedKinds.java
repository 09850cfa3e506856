package dev.trainyard.integration.cluster;

import static java.util.concurrent.CompletableFuture.runAsync;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/// Creates objects, and waits until objects of the kinds that they define can be created and
/// watched too.
public final class ServedKinds {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  public static void create(KubernetesClient client, Collection<? extends HasMetadata> objects) {
    objects.forEach(object -> client.resource(object).create());
    var definitions =
        objects.stream().filter(object -> object.getKind().equals("CustomResourceDefinition"));
    // Each takes the second that a watch takes.
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture.allOf(
              definitions
                  .map(definition -> runAsync(() -> awaitServed(client, definition), threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  private static void awaitServed(KubernetesClient client, HasMetadata definition) {
    var json = client.getKubernetesSerialization();
    var spec = json.convertValue(definition, CustomResourceDefinition.class).getSpec();
    for (var version : spec.getVersions()) {
      var path =
          "/apis/%s/%s/%s"
              .formatted(spec.getGroup(), version.getName(), spec.getNames().getPlural());
      await(path + " is served")
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(KubernetesClientException.class)
          .until(() -> canBeWatched(client, path));
    }
  }

  /// Whether a watch can begin where a list ends. An API server that has just learned a kind may
  /// answer a list before it remembers any change, and then calls the list's version too old.
  private static boolean canBeWatched(KubernetesClient client, String path) {
    var list = client.raw(path);
    if (list == null) {
      return false;
    }
    var version =
        client
            .getKubernetesSerialization()
            .unmarshal(list, GenericKubernetesResourceList.class)
            .getMetadata()
            .getResourceVersion();
    return !client
        .raw(path + "?watch=true&timeoutSeconds=1&resourceVersion=" + version)
        .contains("\"ERROR\"");
  }

  private ServedKinds() {}
}
