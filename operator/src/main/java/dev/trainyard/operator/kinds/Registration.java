package dev.trainyard.operator.kinds;

import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import io.fabric8.kubernetes.client.KubernetesClient;

/// A kind of job as the API server has it, and the dialect that reads it.
public record Registration<W extends RawResource, R>(
    Class<W> raw, Dialect<R> dialect, Codec<R> codec) {

  public String name() {
    return dialect.kind().plural() + "." + dialect.kind().group();
  }

  public boolean servedBy(KubernetesClient client) {
    return client.supports(dialect.kind().apiVersion(), dialect.kind().kind());
  }
}
