package dev.trainyard.integration;

import static org.awaitility.Awaitility.await;

import dev.trainyard.integration.cluster.Cluster;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The people of one namespace: what they submit, look at and wait for. Their programs run until
/// they are told how to end.
final class Team {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final KubernetesClient client;
  private final String namespace;
  private final Path programs;

  private Team(KubernetesClient client, String namespace, Path programs) {
    this.client = client;
    this.namespace = namespace;
    this.programs = programs;
  }

  /// @param shared where the pipes to its programs are
  static Team of(Cluster cluster, KubernetesClient client, Path shared, String namespace) {
    if (client.namespaces().withName(namespace).get() == null) {
      cluster.open(namespace);
    }
    try {
      return new Team(client, namespace, Files.createDirectories(shared.resolve(namespace)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String namespace() {
    return namespace;
  }

  KubernetesClient client() {
    return client;
  }

  /// A PyTorchJob whose programs wait to be told how to end.
  GenericKubernetesResource pyTorchJob(String name, int workers) {
    return PyTorchJobs.pyTorchJob(namespace, name, workers, waitingProgram());
  }

  /// Reads its exit code from the pipe that bears its pod's name.
  String waitingProgram() {
    return """
    pipe=%s/$POD; mkfifo "$pipe" 2>/dev/null; read -r code < "$pipe"; exit "$code"
    """
        .formatted(programs)
        .strip();
  }

  /// Tells the program of a pod to end, once it runs.
  void end(String pod, int code) {
    var pipe = programs.resolve(pod);
    waitUntil("the program of " + pod + " listens", () -> Files.exists(pipe) && runs(pod));
    try {
      Files.writeString(pipe, code + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean runs(String pod) {
    return pod(pod)
        .filter(found -> !found.isMarkedForDeletion())
        .filter(found -> "Running".equals(found.getStatus().getPhase()))
        .isPresent();
  }

  void submit(HasMetadata object) {
    client().resource(object).inNamespace(namespace).create();
  }

  void create(String manifest) {
    submit(PyTorchJobs.parse(manifest));
  }

  /// Whether the API takes what is sent; what it may still learn is no mistake.
  boolean accepted(Runnable sending) {
    try {
      sending.run();
      return true;
    } catch (KubernetesClientException notYet) {
      if (notYet.getCode() != 404 && notYet.getCode() != 422 && notYet.getCode() != 429) {
        throw notYet;
      }
      return false;
    }
  }

  void edit(String job, UnaryOperator<GenericKubernetesResource> change) {
    for (int attempt = 1; ; attempt++) {
      try {
        resource(job).edit(change);
        return;
      } catch (KubernetesClientException lostRace) {
        // The operator wrote in between; a person would open the editor again.
        if (lostRace.getCode() != 409 || attempt == 10) {
          throw lostRace;
        }
      }
    }
  }

  void delete(String job) {
    resource(job).delete();
  }

  boolean exists(String job) {
    return resource(job).get() != null;
  }

  private Resource<GenericKubernetesResource> resource(String job) {
    return client()
        .genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
        .inNamespace(namespace)
        .withName(job);
  }

  void waitForPhase(String job, String condition) {
    waitUntil(
        "%s becomes %s".formatted(job, condition), () -> condition(job, condition).equals("True"));
  }

  void waitUntil(String what, Callable<Boolean> holds) {
    await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(holds);
  }

  /// `True`, `False`, or nothing where the job has no such condition.
  String condition(String job, String type) {
    return field(job, type, "status");
  }

  /// A part of the job's condition of that type.
  String field(String job, String type, String part) {
    List<Map<String, Object>> conditions = resource(job).get().get("status", "conditions");
    return conditions == null
        ? ""
        : conditions.stream()
            .filter(condition -> type.equals(condition.get("type")))
            .map(condition -> String.valueOf(condition.get(part)))
            .findFirst()
            .orElse("");
  }

  int activeWorkers(String job) {
    Integer active = resource(job).get().get("status", "replicaStatuses", "Worker", "active");
    return active == null ? 0 : active;
  }

  List<String> pods(String job) {
    return names(job, client().pods().inNamespace(namespace).list().getItems());
  }

  long running(String job) {
    return pods(job).stream().filter(pod -> phaseOf(pod).equals("Running")).count();
  }

  List<String> services(String job) {
    return names(job, client().services().inNamespace(namespace).list().getItems());
  }

  String uidOf(String pod) {
    return pod(pod).map(found -> found.getMetadata().getUid()).orElse("");
  }

  String phaseOf(String pod) {
    return pod(pod).map(found -> found.getStatus().getPhase()).orElse("");
  }

  private Optional<Pod> pod(String name) {
    return Optional.ofNullable(client().pods().inNamespace(namespace).withName(name).get());
  }

  String logsOf(String pod) {
    return client().pods().inNamespace(namespace).withName(pod).getLog();
  }

  /// The job, its pods, its events and its logs, as anybody may read them.
  String everythingSaidAbout(String job) {
    var serialization = client().getKubernetesSerialization();
    var said = new StringBuilder(serialization.asYaml(resource(job).get()));
    for (var pod : pods(job)) {
      said.append(serialization.asYaml(pod(pod).orElseThrow())).append(logsOf(pod));
    }
    client()
        .v1()
        .events()
        .inNamespace(namespace)
        .list()
        .getItems()
        .forEach(event -> said.append(serialization.asYaml(event)));
    return said.toString();
  }

  List<String> told(String job) {
    return events(job).map(Event::getReason).sorted().toList();
  }

  /// What the first event with that reason says, or nothing.
  String words(String job, String reason) {
    return events(job)
        .filter(event -> reason.equals(event.getReason()))
        .map(Event::getMessage)
        .findFirst()
        .orElse("");
  }

  private Stream<Event> events(String job) {
    return client.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> job.equals(event.getInvolvedObject().getName()));
  }

  private static List<String> names(String job, List<? extends HasMetadata> objects) {
    return objects.stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.startsWith(job + "-"))
        .sorted()
        .toList();
  }
}
