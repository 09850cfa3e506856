package dev.trainyard.simulation.wrapped;

import dev.trainyard.operator.wrapper.WrapperView;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;

/// Caches that have not seen any component yet.
record Blindfold(WrapperView next) implements WrapperView {

  @Override
  public List<GenericKubernetesResource> components() {
    return List.of();
  }

  @Override
  public List<Pod> pods() {
    return next.pods();
  }

  @Override
  public Map<String, String> labels(String node) {
    return next.labels(node);
  }

  @Override
  public List<Pod> standingPods() {
    return next.standingPods();
  }

  @Override
  public boolean serves(String apiVersion, String kind) {
    return next.serves(apiVersion, kind);
  }
}
