package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/// What stands around a workload, which may become something else.
final class Surroundings implements Lookup {

  private Lookup now;

  Surroundings(Lookup now) {
    this.now = now;
  }

  void become(Lookup other) {
    now = other;
  }

  @Override
  public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
    return now.find(kind, namespace, name);
  }

  @Override
  public List<GenericKubernetesResource> list(String kind, String namespace) {
    return now.list(kind, namespace);
  }

  @Override
  public boolean sees(String kind) {
    return now.sees(kind);
  }

  @Override
  public Settings settings() {
    return now.settings();
  }
}
