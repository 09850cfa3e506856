package dev.trainyard.integration;

import dev.trainyard.api.Crds;
import dev.trainyard.dialects.Settings;
import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.operator.TrainyardOperator;
import dev.trainyard.scheduler.shell.Binder;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A cluster with all that Trainyard adds to one: definitions, operator, scheduler, and a node that
/// runs pods as processes.
final class Site implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Site.class);
  private static final Duration AT_ONCE = Duration.ofMillis(100);

  private final Path directory;
  private final Cluster cluster;
  private final KubernetesClient client;
  private final ProcessNode node;
  private final Binder scheduler;
  private TrainyardOperator operator;

  static Site open() {
    try {
      var directory = Files.createTempDirectory("site");
      var cluster = Cluster.start(directory.resolve("cluster"));
      log.atInfo().log("Stories on {}", cluster.name());
      try {
        return new Site(directory, cluster);
      } catch (IOException | RuntimeException e) {
        cluster.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Site(Path directory, Cluster cluster) throws IOException {
    this.directory = directory;
    this.cluster = cluster;
    client = cluster.client();
    Crds.all().forEach(definition -> client.resource(definition).create());
    node =
        cluster.join(
            Options.of("node-1", directory.resolve("node"))
                .withInitialBackoff(Duration.ofMillis(10)));
    scheduler = Binder.start(client);
    operator = startOperator(AT_ONCE);
  }

  private TrainyardOperator startOperator(Duration tellBy) {
    var defaults = Settings.defaults(Settings.Place.CLUSTER);
    return TrainyardOperator.begin(
        client,
        new Settings(defaults.place(), defaults.masterWait(), defaults.fenceAfter(), tellBy),
        InstantSource.system(),
        new SimpleMeterRegistry());
  }

  /// What happens meanwhile happens without an operator.
  void restartOperator(Runnable meanwhile) {
    restartOperator(AT_ONCE, meanwhile);
  }

  /// The next operator tells bare details only after this long.
  void restartOperator(Duration tellBy, Runnable meanwhile) {
    operator.close();
    meanwhile.run();
    operator = startOperator(tellBy);
  }

  Cluster cluster() {
    return cluster;
  }

  KubernetesClient client() {
    return client;
  }

  /// A place for files that programs of pods and stories share.
  Path shared() {
    return directory.resolve("shared");
  }

  @Override
  public void close() throws IOException {
    operator.close();
    scheduler.close();
    try {
      node.stopAll();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    node.close();
    client.close();
    cluster.close();
  }
}
