package dev.trainyard.cli.cluster;

import dev.trainyard.cli.local.YardHome;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.Access;
import dev.trainyard.yard.Clients;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/// The cluster a command talks to.
///
/// @param description how people know it
/// @param yard the home of the yard, when it is one on this machine
/// @param namespace where things are that name no namespace
public record Cluster(
    KubernetesClient client, String description, Optional<YardHome> yard, String namespace)
    implements AutoCloseable {

  /// The yard of this very process; the client stays its owner's.
  public static Cluster here(KubernetesClient client, YardHome home) {
    return here(client, home, Optional.empty());
  }

  public static Cluster here(KubernetesClient client, YardHome home, Optional<String> namespace) {
    return new Cluster(client, "this yard", Optional.of(home), namespace.orElse("default"));
  }

  static Cluster yard(YardHome home, Access access, Optional<String> namespace) {
    return new Cluster(
        access.client(namespace.orElse("default")),
        "the yard at %s".formatted(access.address()),
        Optional.of(home),
        namespace.orElse("default"));
  }

  static Cluster elsewhere(Config config, Optional<String> namespace) {
    var context = Optional.ofNullable(config.getCurrentContext()).map(named -> named.getName());
    return new Cluster(
        Clients.of(config),
        "%s%s"
            .formatted(
                config.getMasterUrl().replaceFirst("//[^/@]*@", "//"),
                context.map(" (context %s)"::formatted).orElse("")),
        Optional.empty(),
        namespace.or(() -> Optional.ofNullable(config.getNamespace())).orElse("default"));
  }

  /// The cluster whose pod this process runs in, with the rights of the pod's account.
  public static Cluster ofThisPod() {
    return elsewhere(Config.autoConfigure(null), Optional.empty());
  }

  public Settings.Place place() {
    return yard.isPresent() ? Settings.Place.YARD : Settings.Place.CLUSTER;
  }

  @Override
  public void close() {
    client.close();
  }
}
