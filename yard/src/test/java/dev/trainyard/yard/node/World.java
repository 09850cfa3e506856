package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.main;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.Yard;
import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.apiserver.WriteCounts;
import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.view.Mounting;
import dev.trainyard.yard.node.view.Views;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
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
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

  /// A world whose pods have mounts of their own; tests end here on machines that allow none.
  static World mounted(Path directory) throws IOException {
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no mounts");
    return new World(directory, options -> options.withMounting(Mounting.MOUNTED));
  }

  private ProcessNode start() throws IOException {
    var options =
        Options.of("here", home)
            .withHidden(List.of(home.resolveSibling("yard")))
            .withNetworking(Networking.SHARED)
            .withDoorway(yard.doorway())
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

  /// Why the main container waits, once it does.
  String awaitWaiting(String pod) {
    var waiting =
        main(awaitPod(
                pod,
                it ->
                    !it.getStatus().getContainerStatuses().isEmpty()
                        && main(it).getState().getWaiting() != null
                        && main(it).getState().getWaiting().getMessage() != null))
            .getState()
            .getWaiting();
    return waiting.getReason() + ": " + waiting.getMessage();
  }

  /// The directory in which the pod's containers start.
  Path work(Pod pod) {
    return new PodFiles(home).work(pod.getMetadata().getUid());
  }

  void touch(Pod pod, String file) throws IOException {
    Files.createFile(work(pod).resolve(file));
  }

  RunsOnDisk runs(Pod pod) {
    return new RunsOnDisk(new PodFiles(home).container(pod.getMetadata().getUid(), "main"));
  }

  RunFiles run(Pod pod, int number) {
    return runs(pod).files(number);
  }

  /// What a command prints that is run where the main container first ran.
  List<String> through(Pod pod, String... command) throws IOException, InterruptedException {
    var program = Indoors.program(run(pod, 0), List.of(command)).orElseThrow();
    var process = program.redirectErrorStream(true).start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.lines().toList();
  }

  /// What the pod printed, once it has succeeded.
  List<String> printedBy(PodBuilder pod) {
    var name = create(pod).getMetadata().getName();
    var ended =
        awaitPod(name, it -> List.of("Succeeded", "Failed").contains(it.getStatus().getPhase()));
    var printed = printed(ended);
    assertThat(ended.getStatus().getPhase())
        .as("%s, %s", printed, main(ended))
        .isEqualTo("Succeeded");
    return printed;
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
            () -> events(pod),
            events ->
                events.stream()
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
