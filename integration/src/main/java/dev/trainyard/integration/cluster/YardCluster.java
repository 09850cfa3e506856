package dev.trainyard.integration.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.local.DialectDoorman;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.apiserver.Doorman;
import dev.trainyard.yard.autoscaler.Autoscaler;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import dev.trainyard.yard.store.Key;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// The embedded cluster. Its owner may do everything, service accounts what their roles say.
public final class YardCluster implements Cluster {

  /// Often, so that no story waits for it.
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Path directory;
  private final Yard yard;
  private final KubernetesClient client;
  private Optional<Autoscaler> autoscaler = Optional.empty();
  private volatile Doorman doorman = Doorman.open();

  private YardCluster(Path directory) {
    this.directory = directory;
    this.yard =
        Yard.open(
            directory, Yard.Options.defaults().withDoorman(request -> doorman.judge(request)));
    this.client = yard.client();
  }

  public static YardCluster start(Path directory) {
    return new YardCluster(directory);
  }

  @Override
  public String name() {
    return "the yard";
  }

  @Override
  public Path kubeconfig() {
    return yard.kubeconfig();
  }

  @Override
  public KubernetesClient client() {
    return yard.client();
  }

  @Override
  public Path kubeconfigOf(String namespace, String serviceAccount) {
    try (var client = client()) {
      var token = AccountTokens.of(client, namespace, serviceAccount);
      return Files.writeString(
          directory.resolve("%s-%s.kubeconfig".formatted(namespace, serviceAccount)),
          Files.readString(yard.kubeconfig()).replace(yard.token(), token));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void open(String namespace) {
    try (var client = client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
          .create();
    }
  }

  @Override
  public ProcessNode join(Options options) throws IOException {
    var node = ProcessNode.start(client(), options.withDoorway(yard.doorway()));
    yard.logsFrom(node);
    yard.execFrom(node);
    yard.reachBy(node);
    yard.metricsFrom(node);
    startAutoscaler();
    return node;
  }

  /// There is nothing to scale by before a node tells what pods use.
  private synchronized void startAutoscaler() {
    if (autoscaler.isEmpty()) {
      autoscaler = Optional.of(Autoscaler.start(client, InstantSource.system(), BETWEEN_LOOKS));
    }
  }

  /// Stores an object behind the API's back, whatever the API would say of it.
  ///
  /// @param namespace empty where objects of this kind have none
  public void smuggle(String resource, String namespace, String name, ObjectNode object) {
    var metadata = object.withObjectProperty("metadata").put("name", name);
    metadata.put("uid", UUID.randomUUID().toString());
    metadata.put("creationTimestamp", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    yard.ledger().write(all -> all.put(new Key(resource, namespace, name), object));
  }

  /// As `trainyard up` does from the start.
  @Override
  public void judgeJobs(String configuration, int port) {
    doorman = new DialectDoorman(UsualSettings.at(Settings.Place.YARD));
  }

  @Override
  public Map<String, Long> writes(String namespace) {
    var writes = new TreeMap<String, Long>();
    yard.writes()
        .forEach(
            (write, count) -> {
              if (write.namespace().equals(namespace)) {
                writes.put(write.verb() + " " + write.resource(), count);
              }
            });
    return writes;
  }

  @Override
  public synchronized void close() {
    autoscaler.ifPresent(Autoscaler::close);
    client.close();
    yard.close();
  }
}
