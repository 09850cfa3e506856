package dev.trainyard.integration.weather;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.yard.Clients;
import dev.trainyard.yard.apiserver.ApiServer;
import dev.trainyard.yard.apiserver.Doorman;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.SqliteStore;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A yard whose every change is seen from inside, one version after the other.
final class WatchedYard implements AutoCloseable {

  private static final String TOKEN = "in-bad-weather";
  private static final Duration HEARTBEAT = Duration.ofSeconds(5);

  /// Nobody falls behind by that much, so that nobody misses a version.
  private static final int ALL = 1_000_000;

  private static final Map<String, Class<? extends HasMetadata>> TYPED =
      Map.of("Pod", Pod.class, "Service", Service.class, "Node", Node.class, "Event", Event.class);

  private final Ledger ledger;
  private final ApiServer server;
  private final KubernetesClient client;
  private final Map<String, Consumer<Change>> followers = new TreeMap<>();
  private final Map<Key, Change> nodes = new TreeMap<>();
  private final Thread watch = Thread.ofVirtual().name("watch").unstarted(this::watch);

  static WatchedYard open(Path directory) throws IOException {
    var ledger = new Ledger(SqliteStore.open(directory), new Ledger.Limits(ALL, ALL));
    var yard = new WatchedYard(ledger);
    yard.watch.start();
    return yard;
  }

  private WatchedYard(Ledger ledger) throws IOException {
    this.ledger = ledger;
    this.server =
        ApiServer.start(
            ledger,
            new ApiServer.Settings(
                0,
                TOKEN,
                InstantSource.system(),
                HEARTBEAT,
                Optional.empty(),
                ApiServer.Credentials.temporary(),
                Doorman.open()));
    this.client = clientOf(server.address());
  }

  URI address() {
    return server.address();
  }

  /// Straight to the API, whatever the weather.
  KubernetesClient client() {
    return client;
  }

  /// A client of this yard by another address.
  static KubernetesClient clientOf(URI address) {
    return Clients.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(address.toString())
            .withOauthToken(TOKEN)
            .withNamespace("default")
            .withOnlyHttpWatches(true)
            .build());
  }

  /// Tells every change in this namespace and of the nodes, in order, by one thread.
  synchronized void follow(String namespace, Consumer<Change> follower) {
    nodes.values().forEach(follower);
    followers.put(namespace, follower);
  }

  synchronized void leave(String namespace) {
    followers.remove(namespace);
  }

  private void watch() {
    long position = 0;
    try {
      while (!ledger.closed()) {
        var news = ledger.changesAfter(position, HEARTBEAT);
        news.changes().forEach(this::tell);
        position = news.upTo();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void tell(dev.trainyard.yard.store.Change stored) {
    var namespace = stored.key().namespace();
    var change = read(stored);
    if (change.isEmpty()) {
      return;
    }
    if (change.get().key().kind().equals("Node")) {
      nodes.put(change.get().key(), change.get());
      followers.values().forEach(follower -> follower.accept(change.get()));
    } else {
      followers.getOrDefault(namespace, _ -> {}).accept(change.get());
    }
  }

  /// Nothing for kinds that no promise is about.
  private Optional<Change> read(dev.trainyard.yard.store.Change stored) {
    var tree = stored.after().or(stored::before).orElseThrow();
    return content(tree)
        .map(
            content ->
                new Change(
                    stored.revision(),
                    type(stored),
                    new Item(
                        new Key(
                            tree.path("kind").asText(),
                            stored.key().namespace(),
                            stored.key().name()),
                        tree.at("/metadata/uid").asText(),
                        stored.revision(),
                        content)));
  }

  private Optional<Content> content(ObjectNode tree) {
    var kind = tree.path("kind").asText();
    if (kind.equals("PyTorchJob")) {
      return Optional.of(new Content.Raw(tree));
    }
    return Optional.ofNullable(TYPED.get(kind))
        .map(type -> client.getKubernetesSerialization().convertValue(tree, type))
        .map(Content.Typed::new);
  }

  private static Change.Type type(dev.trainyard.yard.store.Change stored) {
    if (stored.after().isEmpty()) {
      return Change.Type.DELETED;
    }
    return stored.before().isEmpty() ? Change.Type.ADDED : Change.Type.MODIFIED;
  }

  @Override
  public void close() {
    client.close();
    server.close();
    ledger.close();
  }
}
