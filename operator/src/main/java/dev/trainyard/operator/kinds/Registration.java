package dev.trainyard.operator.kinds;

import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Set;

/// A kind of job as the API server has it, and the dialect that reads it.
///
/// @param attaches the kinds of objects its jobs bring besides pods and services; no others are
///   watched, so that we need no right to see them
public record Registration<W extends RawResource, R>(
    Class<W> raw, Dialect<R> dialect, Codec<R> codec, Set<Class<? extends HasMetadata>> attaches) {

  public String name() {
    return dialect.kind().plural() + "." + dialect.kind().group();
  }

  public boolean servedBy(KubernetesClient client) {
    return client.supports(dialect.kind().apiVersion(), dialect.kind().kind());
  }
}
