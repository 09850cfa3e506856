package dev.trainyard.integration;

import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.integration.cluster.ServedKinds;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A cluster with a node that runs pods as processes, and nothing of Trainyard's own yet.
///
/// @param directory for all files of whatever is built on it; it goes when the ground is closed
record Ground(Path directory, Cluster cluster, KubernetesClient client, ProcessNode node)
    implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Ground.class);

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
    ServedKinds.create(client, objects);
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
