package dev.trainyard.integration;

import static java.util.concurrent.CompletableFuture.runAsync;
import static org.awaitility.Awaitility.await;

import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A cluster with a node that runs pods as processes, and nothing of Trainyard's own yet.
///
/// @param directory for all files of whatever is built on it; it goes when the ground is closed
record Ground(Path directory, Cluster cluster, KubernetesClient client, ProcessNode node)
    implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Ground.class);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// What is built on new ground. If it cannot be built, the ground is left as it was found.
  static <T> T under(Function<Ground, T> building) {
    try {
      var ground = open();
      try {
        return building.apply(ground);
      } catch (RuntimeException | Error e) {
        ground.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Ground open() throws IOException {
    var directory = Files.createTempDirectory("site");
    var cluster = Cluster.start(directory.resolve("cluster"));
    log.atInfo().log("Stories on {}", cluster.name());
    try {
      var node =
          cluster.join(
              Options.of("node-1", directory.resolve("node"))
                  .withInitialBackoff(Duration.ofMillis(10)));
      return new Ground(directory, cluster, cluster.client(), node);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /// Creates these, and waits until objects of the kinds that they define can be created and
  /// watched too.
  void create(Collection<? extends HasMetadata> objects) {
    objects.forEach(object -> client.resource(object).create());
    var definitions =
        objects.stream().filter(object -> object.getKind().equals("CustomResourceDefinition"));
    // Each takes the second that a watch takes.
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture.allOf(
              definitions
                  .map(definition -> runAsync(() -> awaitServed(definition), threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  private void awaitServed(HasMetadata definition) {
    var json = client.getKubernetesSerialization();
    var spec = json.convertValue(definition, CustomResourceDefinition.class).getSpec();
    for (var version : spec.getVersions()) {
      var path =
          "/apis/%s/%s/%s"
              .formatted(spec.getGroup(), version.getName(), spec.getNames().getPlural());
      await(path + " is served")
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(KubernetesClientException.class)
          .until(() -> canBeWatched(path));
    }
  }

  /// Whether a watch can begin where a list ends. An API server that has just learned a kind may
  /// answer a list before it remembers any change, and then calls the list's version too old.
  private boolean canBeWatched(String path) {
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

  @Override
  public void close() throws IOException {
    try {
      node.stopAll();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    node.close();
    client.close();
    cluster.close();
    Trees.delete(directory);
  }
}
