package dev.trainyard.operator;

import static org.awaitility.Awaitility.await;

import dev.trainyard.api.Crds;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.apiserver.WriteCounts.Write;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/// A yard with the operator on it and a kubelet that runs nothing: pods start at once and end when
/// the test says so.
final class Depot implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Yard yard;
  private final Settings settings;
  private final KubernetesClient client;
  private final Kubelet kubelet;
  private TrainyardOperator operator;

  private Depot(Path home, Duration tellBy, UnaryOperator<GenericKubernetesResource> definition) {
    var defaults = Settings.defaults(Settings.Place.YARD);
    this.settings =
        new Settings(defaults.place(), defaults.masterWait(), defaults.fenceAfter(), tellBy);
    this.yard = Yard.open(home, Yard.Options.defaults());
    this.client = yard.client();
    Crds.all().forEach(crd -> client.resource(definition.apply(crd)).create());
    this.kubelet = new Kubelet(client);
    this.operator = startOperator();
  }

  static Depot open(Path home) {
    return open(home, Duration.ofMillis(100));
  }

  /// With an operator that tells bare details only after this long.
  static Depot open(Path home, Duration tellBy) {
    return new Depot(home, tellBy, UnaryOperator.identity());
  }

  /// With definitions that let everything through, as old clusters have them.
  static Depot openLax(Path home) {
    return new Depot(
        home,
        Duration.ofMillis(100),
        definition -> {
          List<Map<String, Object>> versions = definition.get("spec", "versions");
          versions.forEach(
              version ->
                  version.put(
                      "schema",
                      Map.of(
                          "openAPIV3Schema",
                          Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true))));
          return definition;
        });
  }

  private TrainyardOperator startOperator() {
    return TrainyardOperator.start(
        client, settings, InstantSource.system(), new SimpleMeterRegistry());
  }

  /// What happens meanwhile happens without an operator.
  void restartOperator(Runnable meanwhile) {
    operator.close();
    meanwhile.run();
    operator = startOperator();
  }

  KubernetesClient client() {
    return client;
  }

  Kubelet kubelet() {
    return kubelet;
  }

  void submit(GenericKubernetesResource job) {
    client.resource(job).create();
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

  private Resource<GenericKubernetesResource> resource(String job) {
    return client
        .genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
        .inNamespace("default")
        .withName(job);
  }

  void waitForPhase(String job, String condition) {
    await("%s becomes %s".formatted(job, condition))
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> condition(job, condition).equals("True"));
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
    return names(job, client.pods().inNamespace("default").list().getItems());
  }

  List<String> services(String job) {
    return names(job, client.services().inNamespace("default").list().getItems());
  }

  String uidOf(String pod) {
    var found = client.pods().inNamespace("default").withName(pod).get();
    return found == null ? "" : found.getMetadata().getUid();
  }

  List<String> told(String job) {
    return client.v1().events().inNamespace("default").list().getItems().stream()
        .filter(event -> job.equals(event.getInvolvedObject().getName()))
        .map(Event::getReason)
        .sorted()
        .toList();
  }

  Map<Write, Long> writes() {
    return yard.writes();
  }

  private static List<String> names(String job, List<? extends HasMetadata> objects) {
    return objects.stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> name.startsWith(job + "-"))
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    operator.close();
    kubelet.close();
    client.close();
    yard.close();
  }
}
