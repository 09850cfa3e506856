package dev.trainyard.integration.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Main;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.install.Manifests;
import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// A cluster on which Trainyard has been installed by its own manifests, with a node that runs pods
/// as processes, and no operator yet.
final class Site implements AutoCloseable {

  static final String NAMESPACE = "trainyard-system";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final Cluster cluster;
  private final KubernetesClient client;
  private final ProcessNode node;

  static Site open(Path directory) {
    try {
      return new Site(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Site(Path directory) throws IOException {
    this.directory = directory;
    cluster = Cluster.start(directory.resolve("cluster"));
    client = cluster.client();
    install();
    node =
        cluster.join(
            Options.of("node-1", directory.resolve("node"))
                .withInitialBackoff(Duration.ofMillis(10)));
    Files.createDirectories(programs());
  }

  /// As people do it, but for the kinds that the yard has no use for. No controller here runs
  /// deployments.
  private void install() {
    var manifests =
        trainyard("install", "--set", "schedulers=trainyard,default-scheduler", "--image=none:1");
    client
        .load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8)))
        .items()
        .stream()
        .filter(object -> client.supports(object.getApiVersion(), object.getKind()))
        .forEach(object -> client.resource(object).create());
  }

  private static String trainyard(String... arguments) {
    var out = new ByteArrayOutputStream();
    var console =
        new Console(new PrintStream(out, true, StandardCharsets.UTF_8), System.err, false, false);
    int status = Main.run(new Surroundings(Map.of(), Path.of(""), console), List.of(arguments));
    assertThat(status).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  Cluster cluster() {
    return cluster;
  }

  KubernetesClient client() {
    return client;
  }

  /// The rights that were installed and no others.
  Path kubeconfig() {
    return cluster.kubeconfigOf(NAMESPACE, Manifests.NAME);
  }

  OperatorJvm operator(String name) {
    return OperatorJvm.start(
        directory,
        name,
        kubeconfig(),
        "--scheduler=trainyard,default-scheduler",
        "--lease-namespace=" + NAMESPACE);
  }

  Path directory() {
    return directory;
  }

  private Path programs() {
    return directory.resolve("programs");
  }

  /// A job whose programs wait to be told how to end.
  GenericKubernetesResource waitingJob(String name, int workers) {
    var replica =
        """
        {spec: {containers: [{
          name: pytorch, image: "train:1", env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}],
          command: [sh, -c, 'pipe=%s/$POD; mkfifo "$pipe" 2>/dev/null; read -r code < "$pipe"; exit "$code"']}]}}
        """
            .formatted(programs())
            .strip();
    return parse(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: %s, namespace: default}
        spec:
          runPolicy: {cleanPodPolicy: None}
          pytorchReplicaSpecs:
            Master: {replicas: 1, restartPolicy: OnFailure, template: %s}
            Worker: {replicas: %d, restartPolicy: ExitCode, template: %s}
        """
            .formatted(name, replica, workers, replica));
  }

  GenericKubernetesResource parse(String yaml) {
    return client.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
  }

  void submit(GenericKubernetesResource job) {
    client.resource(job).inNamespace("default").create();
  }

  void suspend(String job) {
    job(job)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"runPolicy\":{\"suspend\":true}}}");
  }

  /// Tells the program of a pod to end, once it runs.
  void end(String pod, int code) {
    var pipe = programs().resolve(pod);
    waitUntil("the program of " + pod + " listens", () -> Files.exists(pipe) && runs(pod));
    try {
      Files.writeString(pipe, code + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean runs(String pod) {
    var found = client.pods().inNamespace("default").withName(pod).get();
    return found != null
        && !found.isMarkedForDeletion()
        && "Running".equals(found.getStatus().getPhase());
  }

  Resource<GenericKubernetesResource> job(String name) {
    return client
        .genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
        .inNamespace("default")
        .withName(name);
  }

  void waitForPhase(String job, String condition) {
    waitUntil("%s becomes %s".formatted(job, condition), () -> holds(job, condition));
  }

  private boolean holds(String job, String type) {
    List<Map<String, Object>> conditions = job(job).get().get("status", "conditions");
    return conditions != null
        && conditions.stream()
            .anyMatch(
                condition ->
                    type.equals(condition.get("type")) && "True".equals(condition.get("status")));
  }

  void waitUntil(String what, Callable<Boolean> holds) {
    await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(holds);
  }

  /// Every event about the job, by reason.
  Stream<String> told(String job) {
    return events(job).map(Event::getReason);
  }

  /// What the first event with that reason says.
  Optional<String> words(String job, String reason) {
    return events(job)
        .filter(event -> reason.equals(event.getReason()))
        .map(Event::getMessage)
        .findFirst();
  }

  private Stream<Event> events(String job) {
    return client.v1().events().inNamespace("default").list().getItems().stream()
        .filter(event -> job.equals(event.getInvolvedObject().getName()));
  }

  @Override
  public void close() throws IOException {
    try {
      node.stopAll();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    node.close();
    client.close();
    cluster.close();
  }
}
