package dev.trainyard.operator.wrapper;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;

/// What is known about one AppWrapper's surroundings right now: snapshots of caches, in which our
/// own writes are visible as soon as they are acknowledged. Only the last two ask the API server.
public interface WrapperView {

  /// What this very AppWrapper controls.
  List<GenericKubernetesResource> components();

  /// The pods that carry its name.
  List<Pod> pods();

  /// The labels of a node; none of one that nobody sees.
  Map<String, String> labels(String node);

  /// The pods that carry its name, as they stand and not as any cache has them.
  List<Pod> standingPods();

  /// Whether the cluster knows such a kind at all.
  boolean serves(String apiVersion, String kind);
}
