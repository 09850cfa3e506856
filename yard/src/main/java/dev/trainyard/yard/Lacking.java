package dev.trainyard.yard;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What an object must say for anybody to know what to do with it, and a type cannot demand.
final class Lacking {

  static Optional<String> of(Object object) {
    return switch (object) {
      case Pod pod -> pod.getSpec() == null ? spec() : of(pod.getSpec());
      case Service service -> service.getSpec() == null ? spec() : of(service.getSpec());
      default -> Optional.empty();
    };
  }

  private static Optional<String> of(PodSpec spec) {
    return unnamed("spec.initContainers", spec.getInitContainers())
        .or(() -> unnamed("spec.containers", spec.getContainers()));
  }

  private static Optional<String> unnamed(String path, List<Container> containers) {
    return first(path, containers, it -> it == null || it.getName() == null, "name");
  }

  private static Optional<String> of(ServiceSpec spec) {
    return first("spec.ports", spec.getPorts(), it -> it == null || it.getPort() == null, "port");
  }

  private static <T> Optional<String> first(
      String path, List<T> all, Predicate<T> lacks, String field) {
    for (int i = 0; i < all.size(); i++) {
      if (lacks.test(all.get(i))) {
        return Optional.of("%s[%d].%s is required.".formatted(path, i, field));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> spec() {
    return Optional.of("spec is required.");
  }

  private Lacking() {}
}
