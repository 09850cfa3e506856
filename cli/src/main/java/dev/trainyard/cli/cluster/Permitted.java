package dev.trainyard.cli.cluster;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The objects that whoever asks may see. A job is shown to all who may see it, though what it was
/// made of is not for everybody.
record Permitted(LiveLookup.Source all) implements LiveLookup.Source {

  @Override
  public Optional<GenericKubernetesResource> find(
      Attached.Kind kind, String namespace, String name) {
    return seen(() -> all.find(kind, namespace, name), Optional.empty());
  }

  @Override
  public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
    return seen(() -> all.list(kind, namespace), List.of());
  }

  private static <T> T seen(Supplier<T> look, T nothing) {
    try {
      return look.get();
    } catch (KubernetesClientException refused) {
      if (refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return nothing;
      }
      throw refused;
    }
  }
}
