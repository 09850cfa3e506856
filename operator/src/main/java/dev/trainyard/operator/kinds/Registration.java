package dev.trainyard.operator.kinds;

import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/// A kind of job as the API server has it, and the dialect that reads it.
public record Registration<W extends RawResource, R>(
    Class<W> raw, Dialect<R> dialect, Codec<R> codec) {

  public String name() {
    return dialect.kind().plural() + "." + dialect.kind().group();
  }

  public boolean servedBy(KubernetesClient client) {
    return client.supports(dialect.kind().apiVersion(), dialect.kind().kind());
  }

  /// The versions in which a cluster has the kind beside ours. One definition may serve the jobs of
  /// two operators, whose versions have little in common.
  public List<String> otherVersions(KubernetesClient client) {
    var kind = dialect.kind();
    return Optional.ofNullable(client.getApiGroup(kind.group())).stream()
        .flatMap(group -> group.getVersions().stream())
        .filter(served -> !served.getVersion().equals(kind.version()))
        .filter(served -> client.supports(served.getGroupVersion(), kind.kind()))
        .map(GroupVersionForDiscovery::getVersion)
        .toList();
  }
}
