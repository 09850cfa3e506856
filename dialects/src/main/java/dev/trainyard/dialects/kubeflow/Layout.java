package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.CONTAINER_NAME;
import static dev.trainyard.api.kubeflow.Training.MASTER;
import static dev.trainyard.api.kubeflow.Training.PORT_NAME;
import static dev.trainyard.api.kubeflow.Training.WORKER;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.api.kubeflow.RunPolicy;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A job and the questions that several parts ask about it.
record Layout(PyTorchJob job) {

  /// In rank order.
  static final List<String> TYPES = List.of(MASTER, WORKER);

  String name() {
    return Objects.requireNonNullElse(job.metadata().getName(), "");
  }

  String namespace() {
    return Objects.requireNonNullElse(job.metadata().getNamespace(), "default");
  }

  Map<String, ReplicaSpec> specs() {
    return job.spec().pytorchReplicaSpecs();
  }

  Optional<ReplicaSpec> spec(String type) {
    return Optional.ofNullable(specs().get(type));
  }

  /// The types the job has, in rank order.
  List<String> types() {
    return TYPES.stream().filter(specs()::containsKey).toList();
  }

  boolean hasMaster() {
    return specs().containsKey(MASTER);
  }

  Optional<RunPolicy> runPolicy() {
    return Optional.ofNullable(job.spec().runPolicy());
  }

  Optional<ElasticPolicy> elasticPolicy() {
    return Optional.ofNullable(job.spec().elasticPolicy());
  }

  boolean elastic() {
    return elasticPolicy().isPresent();
  }

  Optional<String> annotation(String key) {
    return Optional.ofNullable(job.metadata().getAnnotations()).map(all -> all.get(key));
  }

  int replicas(String type) {
    return spec(type).map(ReplicaSpec::replicas).orElse(spec(type).isPresent() ? 1 : 0);
  }

  int totalReplicas() {
    return types().stream().mapToInt(this::replicas).sum();
  }

  String podName(String type, int index) {
    return "%s-%s-%d".formatted(name(), lower(type), index);
  }

  /// The rendezvous port of a type: that of the port named for it in the main container.
  Optional<Integer> port(String type) {
    return spec(type).flatMap(Layout::mainContainer).stream()
        .flatMap(main -> main.getPorts().stream())
        .filter(port -> PORT_NAME.equals(port.getName()))
        .flatMap(port -> Optional.ofNullable(port.getContainerPort()).stream())
        .findFirst();
  }

  static List<Container> containers(ReplicaSpec spec) {
    var pod = spec.template().getSpec();
    return pod == null || pod.getContainers() == null ? List.of() : pod.getContainers();
  }

  static Optional<Container> mainContainer(ReplicaSpec spec) {
    return containers(spec).stream()
        .filter(container -> CONTAINER_NAME.equals(container.getName()))
        .findFirst();
  }

  static List<ContainerPort> ports(Container container) {
    return container.getPorts() == null ? List.of() : container.getPorts();
  }

  static String lower(String type) {
    return type.toLowerCase(Locale.ROOT);
  }
}
