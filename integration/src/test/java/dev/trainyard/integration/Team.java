package dev.trainyard.integration;

import static org.awaitility.Awaitility.await;

import dev.trainyard.dialects.Hash5;
import dev.trainyard.integration.cluster.Cluster;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
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

/// The people of one namespace: what they submit, look at and wait for, which is a PyTorchJob
/// unless they say otherwise. Their programs run until they are told how to end.
final class Team {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final KubernetesClient client;
  private final String namespace;
  private final Path programs;
  private final Kind kind;

  /// What they call a job.
  enum Kind {
    PYTORCH_JOB("kubeflow.org/v1", "PyTorchJob"),
    PYTORCH_TRAINING_JOB("batch.tensorstack.dev/v1beta1", "PyTorchTrainingJob"),
    DEEP_SPEED_JOB("batch.tensorstack.dev/v1beta1", "DeepSpeedJob"),
    TENSORBOARD("tensorstack.dev/v1beta1", "TensorBoard"),
    JOB("batch/v1", "Job"),
    MPI_JOB("kubeflow.org/v2beta1", "MPIJob"),
    TRAINING_WORKLOAD("run.ai/v2alpha1", "TrainingWorkload"),
    APP_WRAPPER("workload.codeflare.dev/v1beta2", "AppWrapper"),
    POD_GROUP("scheduler.tensorstack.dev/v1beta1", "PodGroup");

    private final String apiVersion;
    private final String word;

    Kind(String apiVersion, String word) {
      this.apiVersion = apiVersion;
      this.word = word;
    }
  }

  private Team(KubernetesClient client, String namespace, Path programs, Kind kind) {
    this.client = client;
    this.namespace = namespace;
    this.programs = programs;
    this.kind = kind;
  }

  /// The same people, who now speak of another kind of job.
  Team with(Kind other) {
    return new Team(client, namespace, programs, other);
  }

  /// @param shared where the pipes to its programs are
  static Team of(Cluster cluster, KubernetesClient client, Path shared, String namespace) {
    if (client.namespaces().withName(namespace).get() == null) {
      cluster.open(namespace);
    }
    try {
      var programs = Files.createDirectories(shared.resolve(namespace));
      return new Team(client, namespace, programs, Kind.PYTORCH_JOB);
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
    end(pod, pod, code);
  }

  /// The same where the program knows itself by another name.
  void end(String pod, String name, int code) {
    var pipe = programs.resolve(name);
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

  /// Changes what is written here and nothing else.
  void change(String job, String yaml) {
    var json = new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    resource(job)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            client.getKubernetesSerialization().asJson(json.getAdditionalProperties()));
  }

  void delete(String job) {
    resource(job).delete();
  }

  /// Deletes the job alone; what it has made is nobody's then.
  void orphan(String job) {
    resource(job).withPropagationPolicy(DeletionPropagation.ORPHAN).delete();
    waitUntil(job + " is gone", () -> !exists(job));
  }

  GenericKubernetesResource get(String job) {
    return resource(job).require();
  }

  boolean exists(String job) {
    return resource(job).get() != null;
  }

  private Resource<GenericKubernetesResource> resource(String job) {
    return client()
        .genericKubernetesResources(kind.apiVersion, kind.word)
        .inNamespace(namespace)
        .withName(job);
  }

  void waitForPhase(String job, String condition) {
    waitUntil(
        "%s becomes %s".formatted(job, condition), () -> condition(job, condition).equals("True"));
  }

  /// For kinds that have a phase beside their conditions.
  void waitForStatus(String job, String phase) {
    waitUntil(
        "%s is %s".formatted(job, phase), () -> phase.equals(get(job).get("status", "phase")));
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

  List<String> secrets(String job) {
    return names(job, client().secrets().inNamespace(namespace).list().getItems());
  }

  List<String> configMaps(String job) {
    return names(job, client().configMaps().inNamespace(namespace).list().getItems());
  }

  String uidOf(String pod) {
    return pod(pod).map(found -> found.getMetadata().getUid()).orElse("");
  }

  String phaseOf(String pod) {
    return pod(pod).map(found -> found.getStatus().getPhase()).orElse("");
  }

  /// As a node says of a pod whose containers answer.
  void becomesReady(String pod) {
    client()
        .pods()
        .inNamespace(namespace)
        .withName(pod)
        .editStatus(
            found ->
                new PodBuilder(found)
                    .editOrNewStatus()
                    .withPhase("Running")
                    .addNewCondition()
                    .withType("Ready")
                    .withStatus("True")
                    .endCondition()
                    .addNewContainerStatus()
                    .withName(found.getSpec().getContainers().getFirst().getName())
                    .withImage("")
                    .withImageID("")
                    .withReady(true)
                    .withNewState()
                    .withNewRunning()
                    .endRunning()
                    .endState()
                    .endContainerStatus()
                    .endStatus()
                    .build());
  }

  /// What the names of its pods begin with, where the job's identity is part of them.
  String base(String job) {
    return "%s-%s".formatted(job, Hash5.of(job, get(job).getMetadata().getUid()));
  }

  Optional<Pod> pod(String name) {
    return Optional.ofNullable(client().pods().inNamespace(namespace).withName(name).get());
  }

  String logsOf(String pod) {
    return client().pods().inNamespace(namespace).withName(pod).getLog();
  }

  /// The job, its pods, its events and its logs, as anybody may read them.
  String everythingSaidAbout(String job) {
    var said = new StringBuilder(everythingWrittenAbout(job));
    pods(job).forEach(pod -> said.append(logsOf(pod)));
    return said.toString();
  }

  /// The same, of a job that says nothing yet.
  String everythingWrittenAbout(String job) {
    var serialization = client().getKubernetesSerialization();
    var said = new StringBuilder(serialization.asYaml(resource(job).get()));
    pods(job).forEach(pod -> said.append(serialization.asYaml(pod(pod).orElseThrow())));
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
    return allWords(job, reason).stream().findFirst().orElse("");
  }

  /// What all events with that reason say.
  List<String> allWords(String job, String reason) {
    return events(job)
        .filter(event -> reason.equals(event.getReason()))
        .map(Event::getMessage)
        .toList();
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
