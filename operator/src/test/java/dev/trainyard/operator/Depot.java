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

  private static final Settings SETTINGS =
      new Settings(
          Settings.Place.YARD,
          Settings.defaults(Settings.Place.YARD).masterWait(),
          Settings.defaults(Settings.Place.YARD).fenceAfter(),
          Duration.ofMillis(100));

  private final Yard yard;
  private final KubernetesClient client;
  private final Kubelet kubelet;
  private TrainyardOperator operator;

  private Depot(Yard yard) {
    this.yard = yard;
    this.client = yard.client();
    Crds.all().forEach(definition -> client.resource(definition).create());
    this.kubelet = new Kubelet(client);
    this.operator = startOperator();
  }

  static Depot open(Path home) {
    return new Depot(Yard.open(home, Yard.Options.defaults()));
  }

  private TrainyardOperator startOperator() {
    return TrainyardOperator.start(
        client, SETTINGS, InstantSource.system(), new SimpleMeterRegistry());
  }

  void restartOperator() {
    operator.close();
    operator = startOperator();
  }

  Kubelet kubelet() {
    return kubelet;
  }

  void submit(GenericKubernetesResource job) {
    client.resource(job).create();
  }

  void edit(String name, UnaryOperator<GenericKubernetesResource> change) {
    resource(name).edit(change);
  }

  void delete(String name) {
    resource(name).delete();
  }

  Resource<GenericKubernetesResource> resource(String name) {
    return client
        .genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
        .inNamespace("default")
        .withName(name);
  }

  /// `True`, `False`, or nothing where the job has no such condition.
  String condition(String name, String type) {
    List<Map<String, Object>> conditions = resource(name).get().get("status", "conditions");
    return conditions == null
        ? ""
        : conditions.stream()
            .filter(condition -> type.equals(condition.get("type")))
            .map(condition -> String.valueOf(condition.get("status")))
            .findFirst()
            .orElse("");
  }

  List<String> pods() {
    return names(client.pods().inNamespace("default").list().getItems());
  }

  List<String> services() {
    return names(client.services().inNamespace("default").list().getItems());
  }

  List<String> reasonsTold() {
    return client.v1().events().inNamespace("default").list().getItems().stream()
        .map(Event::getReason)
        .sorted()
        .toList();
  }

  Map<Write, Long> writes() {
    return yard.writes();
  }

  void until(String what, Callable<Boolean> holds) {
    await(what).atMost(Duration.ofSeconds(15)).pollInterval(Duration.ofMillis(20)).until(holds);
  }

  private static List<String> names(List<? extends HasMetadata> objects) {
    return objects.stream().map(object -> object.getMetadata().getName()).sorted().toList();
  }

  @Override
  public void close() {
    operator.close();
    kubelet.close();
    client.close();
    yard.close();
  }
}
