package dev.trainyard.yard.node;

import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.Yard;
import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.apiserver.WriteCounts;
import dev.trainyard.yard.node.network.Networking;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A yard with one node that can die and come back, and nothing else.
final class World implements AutoCloseable {

  static final String NAMESPACE = "team";

  final Path home;
  final Yard yard;
  final KubernetesClient client;
  final List<String> notices = new ArrayList<>();
  private final UnaryOperator<Options> tune;
  private ProcessNode node;

  World(Path directory) throws IOException {
    this(directory, options -> options);
  }

  World(Path directory, UnaryOperator<Options> tune) throws IOException {
    this.tune = tune;
    home = directory.resolve("node");
    yard = Yard.open(directory.resolve("yard"), Yard.Options.defaults());
    client = yard.client();
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    node = start();
  }

  private ProcessNode start() throws IOException {
    var options =
        Options.of("here", home)
            .withNetworking(Networking.SHARED)
            .withInitialBackoff(Duration.ofMillis(10))
            .withNotice(notices::add);
    return ProcessNode.start(client, tune.apply(options));
  }

  /// The node stops looking, as if it had been killed; its processes know nothing of it.
  void nodeDies() throws IOException {
    node.close();
  }

  void nodeComesBack() throws IOException {
    node = start();
  }

  ProcessNode node() {
    return node;
  }

  static PodBuilder pod(String name, String... command) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(NAMESPACE)
        .endMetadata()
        .withNewSpec()
        .withNodeName("here")
        .withRestartPolicy("Never")
        .withContainers(
            new ContainerBuilder().withName("main").withImage("none").withCommand(command).build())
        .endSpec();
  }

  static PodBuilder sh(String name, String script) {
    return pod(name, "sh", "-c", script);
  }

  /// The same pod with a volume in its main container.
  static PodBuilder mounting(PodBuilder pod, VolumeBuilder volume, String path) {
    return mounting(
        pod, volume, new VolumeMountBuilder().withName(volume.getName()).withMountPath(path));
  }

  static PodBuilder mounting(PodBuilder pod, VolumeBuilder volume, VolumeMountBuilder mount) {
    return pod.editSpec()
        .addToVolumes(volume.build())
        .editContainer(0)
        .addToVolumeMounts(mount.build())
        .endContainer()
        .endSpec();
  }

  void configMap(String name, Map<String, String> data) {
    client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withData(data)
                .build())
        .createOr(NonDeletingOperation::update);
  }

  void secret(String name, Map<String, String> data) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withStringData(data)
                .build())
        .createOr(NonDeletingOperation::update);
  }

  PersistentVolumeClaim claim(String name, String size) {
    return client
        .resource(
            new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withNewResources()
                .addToRequests("storage", new Quantity(size))
                .endResources()
                .endSpec()
                .build())
        .create();
  }

  List<Event> events(Pod pod) {
    return client.v1().events().inNamespace(NAMESPACE).list().getItems().stream()
        .filter(event -> pod.getMetadata().getUid().equals(event.getInvolvedObject().getUid()))
        .toList();
  }

  Pod create(PodBuilder pod) {
    return client.resource(pod.build()).create();
  }

  /// A headless Service in front of the pods with label `app=<name>`.
  Service service(String name, int port) {
    return client
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withClusterIP("None")
                .withSelector(Map.of("app", name))
                .addNewPort()
                .withPort(port)
                .endPort()
                .endSpec()
                .build())
        .create();
  }

  Optional<Pod> find(String name) {
    return Optional.ofNullable(client.pods().inNamespace(NAMESPACE).withName(name).get());
  }

  Pod awaitPhase(String name, String phase) {
    return awaitPod(name, pod -> phase.equals(pod.getStatus().getPhase()));
  }

  Pod awaitPod(String name, Predicate<Pod> condition) {
    return await()
        .atMost(Duration.ofSeconds(45))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> find(name),
            found -> found.filter(pod -> pod.getStatus() != null).filter(condition).isPresent())
        .orElseThrow();
  }

  void awaitGone(String name) {
    await().atMost(Duration.ofSeconds(45)).until(() -> find(name).isEmpty());
  }

  void delete(String name) {
    client.pods().inNamespace(NAMESPACE).withName(name).delete();
  }

  static ContainerStatus main(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }

  /// What the newest run of the main container printed.
  List<String> printed(Pod pod) {
    return printed(pod, "main", false);
  }

  List<String> printed(Pod pod, String container, boolean previous) {
    var out = new ByteArrayOutputStream();
    var metadata = pod.getMetadata();
    try {
      node.write(
          new LogSource.Request(
              metadata.getNamespace(),
              metadata.getName(),
              metadata.getUid(),
              container,
              false,
              previous,
              false,
              OptionalLong.empty(),
              OptionalLong.empty(),
              Optional.empty()),
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  void awaitPrinted(Pod pod, String line) {
    await()
        .atMost(Duration.ofSeconds(45))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> printed(pod).contains(line));
  }

  /// Waits until somebody has told this about the pod.
  void awaitEvent(Pod pod, String reason, String message) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> client.v1().events().inNamespace(NAMESPACE).list().getItems(),
            events ->
                events.stream()
                    .filter(
                        it -> it.getInvolvedObject().getUid().equals(pod.getMetadata().getUid()))
                    .anyMatch(
                        it -> it.getReason().equals(reason) && it.getMessage().contains(message)));
  }

  long statusWrites() {
    return yard.writes()
        .getOrDefault(new WriteCounts.Write("update", "pods/status", NAMESPACE), 0L);
  }

  @Override
  public void close() throws IOException {
    try {
      node.stopAll();
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      node.close();
      client.close();
      yard.close();
    }
  }
}
