package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Optional;

/// The replicas of one type, as they are written.
///
/// @param path where in the resource they are written
/// @param weight their share in an elastic job; 0 where they have none
/// @param usualContainer the name of the container that trains; without one of that name, the first
record ReplicaType(
    String name,
    String path,
    int replicas,
    String restartPolicy,
    PodTemplateSpec template,
    int weight,
    String usualContainer) {

  static final String MASTER = "master";

  List<Container> containers() {
    return Optional.ofNullable(template.getSpec()).map(PodSpec::getContainers).orElse(List.of());
  }

  Optional<Container> trainingContainer() {
    return containers().stream()
        .filter(container -> usualContainer.equals(container.getName()))
        .findFirst()
        .or(() -> containers().stream().findFirst());
  }

  /// Where in the resource the container that trains is written.
  String trainingPath() {
    int index = trainingContainer().map(containers()::indexOf).orElse(0);
    return "%s.template.spec.containers[%d]".formatted(path, index);
  }

  List<String> command() {
    return trainingContainer().map(Container::getCommand).map(ReplicaType::words).orElse(List.of());
  }

  List<String> args() {
    return trainingContainer().map(Container::getArgs).map(ReplicaType::words).orElse(List.of());
  }

  private static List<String> words(List<String> words) {
    return words.stream().map(word -> requireNonNullElse(word, "")).toList();
  }
}
