package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.install.Manifests;
import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// A cluster on which Trainyard has been installed by its own manifests, with a node that runs pods
/// as processes, and no operator yet.
final class Installed implements AutoCloseable {

  static final String NAMESPACE = "trainyard-system";

  private final Path directory;
  private final Cluster cluster;
  private final KubernetesClient client;
  private final ProcessNode node;

  static Installed open(Path directory) {
    try {
      return new Installed(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Installed(Path directory) throws IOException {
    this.directory = directory;
    cluster = Cluster.start(directory.resolve("cluster"));
    client = cluster.client();
    install();
    node =
        cluster.join(
            Options.of("node-1", directory.resolve("node"))
                .withInitialBackoff(Duration.ofMillis(10)));
  }

  /// As people do it, but for the kinds that the yard has no use for. No controller here runs
  /// deployments.
  private void install() {
    var printed =
        new CommandLine(Map.of(), directory)
            .type("install", "--set", "schedulers=trainyard,default-scheduler", "--image=none:1");
    assertThat(printed.status()).as(printed.err()).isZero();
    client
        .load(new ByteArrayInputStream(printed.out().getBytes(StandardCharsets.UTF_8)))
        .items()
        .stream()
        .filter(object -> client.supports(object.getApiVersion(), object.getKind()))
        .forEach(object -> client.resource(object).create());
  }

  Cluster cluster() {
    return cluster;
  }

  KubernetesClient client() {
    return client;
  }

  /// The rights that were installed and no others.
  Path kubeconfig() {
    return cluster.kubeconfigOf(NAMESPACE, Manifests.NAME);
  }

  OperatorJvm operator(String name) {
    return OperatorJvm.start(
        directory,
        name,
        kubeconfig(),
        "--scheduler=trainyard,default-scheduler",
        "--lease-namespace=" + NAMESPACE);
  }

  /// People who have never been here before.
  Team team() {
    return Team.of(cluster, client, directory, "default");
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
  }
}
