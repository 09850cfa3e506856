package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;
import java.util.Optional;

/// Which pods stand behind a Service.
final class Selection {

  static boolean selects(Service service, Pod pod) {
    var selector =
        Optional.ofNullable(service.getSpec()).map(spec -> spec.getSelector()).orElse(Map.of());
    var labels = Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
    return !selector.isEmpty()
        && service.getMetadata().getNamespace().equals(pod.getMetadata().getNamespace())
        && labels.entrySet().containsAll(selector.entrySet());
  }

  private Selection() {}
}
