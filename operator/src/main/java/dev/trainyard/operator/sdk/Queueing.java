package dev.trainyard.operator.sdk;

import dev.trainyard.api.kueue.Kueue;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What a cluster has for queues: Kueue itself, or only its kinds, or nothing of it.
///
/// @param kueue whether somebody else says when AppWrappers begin
/// @param version under which its kinds are served
/// @param kinds those of them that are
public record Queueing(boolean kueue, Optional<String> version, Set<String> kinds) {

  public Queueing {
    kinds = new TreeSet<>(kinds);
  }

  /// The workloads are what only Kueue brings; its other kinds may be ours.
  public static Queueing of(KubernetesClient client) {
    for (var version : Kueue.VERSIONS) {
      var served = client.getApiResources(Kueue.GROUP + "/" + version);
      if (served != null && !served.getResources().isEmpty()) {
        var resources = served.getResources();
        return new Queueing(
            resources.stream().anyMatch(one -> one.getName().equals(Kueue.WORKLOADS)),
            Optional.of(version),
            resources.stream()
                .filter(one -> !one.getName().contains("/"))
                .map(APIResource::getKind)
                .collect(Collectors.toSet()));
      }
    }
    return none();
  }

  public static Queueing none() {
    return new Queueing(false, Optional.empty(), Set.of());
  }

  public boolean serves(String kind) {
    return kinds.contains(kind);
  }

  String apiVersion() {
    return Kueue.GROUP + "/" + version.orElseThrow();
  }
}
