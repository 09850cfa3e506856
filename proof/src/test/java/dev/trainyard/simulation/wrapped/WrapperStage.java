package dev.trainyard.simulation.wrapped;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.operator.wrapper.WrapperView;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Pace;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.time.Agenda;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// One AppWrapper, `hello`, in a cluster in virtual time that is run by the operator's own passes.
/// Around it the test is everybody else: its user, the queue, the kubelet, and the controller of
/// the foreign kind `Gang` that it wraps where the test does not say otherwise.
final class WrapperStage {

  static final String GANG = gang("gang", 2);
  static final Key WRAPPER = new Key(AppWrapper.KIND, "default", "hello");
  static final Key GANG_KEY = new Key("Gang", "default", "gang");

  private static final YAMLMapper YAML = new YAMLMapper();

  final World world;
  private final List<String> asked = new ArrayList<>();
  private final ObjectNode manifest;
  private Function<Weather.Request, Optional<Weather.Fate>> trouble = _ -> Optional.empty();
  private Function<String, Optional<Weather.Delivery>> news = _ -> Optional.empty();

  private UnaryOperator<WrapperView> sight = UnaryOperator.identity();

  WrapperStage(String... components) {
    this(Duration.ZERO, components);
  }

  /// @param stopping how long a pod takes to stop
  WrapperStage(Duration stopping, String... components) {
    world =
        new World(
            World.Setup.calm(Program.ENDLESS)
                .in(new Sky())
                .with(() -> Parts.seeing(view -> sight.apply(view)))
                .at(Pace.of(Duration.ofSeconds(2), stopping)));
    world.listen(
        deed ->
            asked.add(
                "%d %s %s"
                    .formatted(
                        world.agenda().elapsed().toSeconds(),
                        deed.request().verb(),
                        deed.request().key().kind())));
    manifest =
        yaml(
            "{apiVersion: %s, kind: AppWrapper, metadata: {name: hello, namespace: default}, spec: {}}"
                .formatted(AppWrapper.API_VERSION));
    var list = manifest.withObject("/spec").putArray("components");
    (components.length == 0 ? Stream.of(GANG) : Stream.of(components))
        .map(WrapperStage::yaml)
        .forEach(list::add);
    addNode("n1");
  }

  /// A component of a kind that only the test knows, with so many pods.
  static String gang(String name, int pods) {
    return """
    template:
      apiVersion: example.com/v1
      kind: Gang
      metadata: {name: %s}
      spec: {template: {spec: {containers: [{name: main, image: train}]}}}
    podSets: [{path: template.spec.template, replicas: %d}]
    """
        .formatted(name, pods);
  }

  static String pod(String name) {
    return """
    template:
      apiVersion: v1
      kind: Pod
      metadata: {name: %s}
      spec: {restartPolicy: Never, containers: [{name: main, image: train}]}
    """
        .formatted(name);
  }

  /// One of ours, run by its own controller.
  static String pyTorchJob() {
    return """
    template:
      apiVersion: kubeflow.org/v1
      kind: PyTorchJob
      metadata: {name: train}
      spec:
        pytorchReplicaSpecs:
          Master:
            restartPolicy: Never
            template: {spec: {containers: [{name: pytorch, image: train}]}}
    """;
  }

  static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  // Before it begins.

  WrapperStage with(String annotation, String value) {
    manifest
        .withObject("/metadata")
        .withObjectProperty("annotations")
        .put("workload.codeflare.dev.appwrapper/" + annotation, value);
    return this;
  }

  WrapperStage labelled(String label, String value) {
    manifest.withObject("/metadata").withObjectProperty("labels").put(label, value);
    return this;
  }

  WrapperStage having(String spec) {
    manifest.withObject("/spec").setAll(yaml(spec));
    return this;
  }

  WrapperStage where(Function<Weather.Request, Optional<Weather.Fate>> trouble) {
    this.trouble = trouble;
    return this;
  }

  WrapperStage hearing(Function<String, Optional<Weather.Delivery>> news) {
    this.news = news;
    return this;
  }

  WrapperStage seeing(UnaryOperator<WrapperView> sight) {
    this.sight = sight;
    return this;
  }

  /// Its controllers start, it is submitted, and everything happens that needs no time.
  WrapperStage begin() {
    world.startControllers();
    world.submit(manifest);
    return until(0);
  }

  /// The same, and its pods run after two seconds and a bit.
  WrapperStage running(int pods) {
    begin();
    for (int i = 0; i < pods; i++) {
      addPod("p" + i, 0);
    }
    return until(3);
  }

  // What others do.

  /// To this second after the beginning, and all that happens then: whoever waits for a moment
  /// looks a little later.
  WrapperStage until(int seconds) {
    world.run(Duration.ofSeconds(seconds).plusMillis(5), () -> {});
    return this;
  }

  WrapperStage suspend(boolean suspended) {
    world.api().patchJob(WRAPPER, yaml("{spec: {suspend: %s}}".formatted(suspended)));
    return this;
  }

  WrapperStage annotate(String annotation, String value) {
    world
        .api()
        .patchJob(
            WRAPPER,
            yaml(
                "{metadata: {annotations: {workload.codeflare.dev.appwrapper/%s: '%s'}}}"
                    .formatted(annotation, value)));
    return this;
  }

  WrapperStage delete(Key key) {
    var uid = world.store().find(key).orElseThrow().uid();
    world.api().delete(key, Optional.of(uid), OptionalLong.empty());
    return this;
  }

  void addNode(String name) {
    world
        .machines()
        .add(
            name,
            Map.of(
                "cpu", new Quantity("8"),
                "memory", new Quantity("64Gi"),
                "nvidia.com/gpu", new Quantity("8"),
                "pods", new Quantity("20")));
  }

  void health(String node, String value) {
    world
        .api()
        .change(
            new Key("Node", "", node),
            one ->
                new NodeBuilder((Node) one)
                    .editMetadata()
                    .withLabels(Map.of("autopilot.ibm.com/gpuhealth", value))
                    .endMetadata()
                    .build());
  }

  /// As the controller of the gang makes them; without a gang it is nobody's.
  void addPod(String name, int gpus) {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName(name)
            .addToLabels(CodeFlare.WRAPPER_LABEL, "hello")
            .endMetadata()
            .withNewSpec()
            .withRestartPolicy("Never")
            .addNewContainer()
            .withName("main")
            .withNewResources()
            .addToLimits(gpus == 0 ? Map.of() : Map.of("nvidia.com/gpu", new Quantity("" + gpus)))
            .endResources()
            .endContainer()
            .endSpec()
            .build();
    world
        .store()
        .find(GANG_KEY)
        .ifPresent(
            gang ->
                pod.getMetadata()
                    .setOwnerReferences(
                        List.of(
                            new OwnerReferenceBuilder()
                                .withApiVersion("example.com/v1")
                                .withKind("Gang")
                                .withName("gang")
                                .withUid(gang.uid())
                                .withController(true)
                                .build())));
    world.api().create(pod);
  }

  /// An object of a foreign kind that is nobody's.
  void addStranger(String kind, String name) {
    var object = new GenericKubernetesResource();
    object.setApiVersion("example.com/v1");
    object.setKind(kind);
    object.setMetadata(new ObjectMetaBuilder().withNamespace("default").withName(name).build());
    world.api().create(object);
  }

  WrapperStage exits(String pod, int code) {
    world.machines().exit(podKey(pod), code, code == 0 ? "Completed" : "Error");
    return this;
  }

  WrapperStage drive(String pod, String phase) {
    world.machines().drive(podKey(pod), phase);
    return this;
  }

  /// As the controller of a foreign kind reports it.
  WrapperStage report(Key object, String status) {
    var item = world.store().find(object).orElseThrow();
    switch (item.content()) {
      case Content.Raw(var tree) -> {
        var next = tree.deepCopy();
        next.set("status", yaml(status));
        world.api().updateJobStatus(object, next);
      }
      case Content.Typed _ ->
          world
              .api()
              .change(
                  object,
                  one -> {
                    var next = new GenericKubernetesResource();
                    next.setApiVersion(one.getApiVersion());
                    next.setKind(one.getKind());
                    next.setMetadata(one.getMetadata());
                    next.setAdditionalProperty(
                        "status", YAML.convertValue(yaml(status), Map.class));
                    return next;
                  });
    }
    return this;
  }

  static Key podKey(String name) {
    return new Key("Pod", "default", name);
  }

  // What there is to see.

  boolean exists(Key key) {
    return world.store().find(key).isPresent();
  }

  HasMetadata object(Key key) {
    return world.store().find(key).orElseThrow().typed();
  }

  JsonNode stored() {
    return world.store().find(WRAPPER).orElseThrow().raw();
  }

  String phase() {
    return stored().at("/status/phase").asText();
  }

  int retries() {
    return stored().at("/status/resettingCount").asInt();
  }

  /// `True/Resuming "Suspend is false"`; empty where it was never told.
  String condition(String type) {
    return find(stored().at("/status/conditions"), type);
  }

  /// How far the creation of a component has come.
  String component(int index) {
    return find(
        stored().at("/status/componentStatus/%d/conditions".formatted(index)), "ResourcesDeployed");
  }

  private static String find(JsonNode conditions, String type) {
    return conditions
        .valueStream()
        .filter(one -> one.path("type").asText().equals(type))
        .map(
            one ->
                "%s/%s%s"
                    .formatted(
                        one.path("status").asText(),
                        one.path("reason").asText(),
                        one.path("message").asText().isEmpty()
                            ? ""
                            : " \"%s\"".formatted(one.path("message").asText())))
        .findFirst()
        .orElse("");
  }

  /// Since how many seconds after the beginning a condition is as it is.
  long since(String type) {
    return stored()
        .at("/status/conditions")
        .valueStream()
        .filter(one -> one.path("type").asText().equals(type))
        .map(one -> Instant.parse(one.path("lastTransitionTime").asText()))
        .mapToLong(at -> Duration.between(Agenda.BEGINNING, at).toSeconds())
        .findFirst()
        .orElseThrow();
  }

  boolean held() {
    return stored()
        .at("/metadata/finalizers")
        .valueStream()
        .anyMatch(one -> one.asText().equals(CodeFlare.FINALIZER));
  }

  /// What was told of the AppWrapper, in its order: `Unhealthy: …`.
  List<String> events() {
    return world.store().since(0).stream()
        .filter(change -> change.type() == Change.Type.ADDED)
        .flatMap(
            change ->
                change.item().content() instanceof Content.Typed(Event event)
                    ? Stream.of(event)
                    : Stream.<Event>empty())
        .filter(event -> event.getInvolvedObject().getKind().equals(AppWrapper.KIND))
        .map(event -> "%s: %s".formatted(event.getReason(), event.getMessage()))
        .toList();
  }

  /// The phases that were stored, each with the second at which it was.
  List<String> phases() {
    var phases = new ArrayList<String>();
    var last = "";
    for (var change : world.store().since(0)) {
      if (change.key().equals(WRAPPER)
          && change.item().content() instanceof Content.Raw(var tree)) {
        var phase = tree.at("/status/phase").asText();
        if (!phase.equals(last)) {
          phases.add(phase);
          last = phase;
        }
      }
    }
    return phases;
  }

  /// What the controllers have asked of the API server: `20 delete Gang`.
  List<String> asked(String verb, String kind) {
    return asked.stream().filter(one -> one.endsWith(" %s %s".formatted(verb, kind))).toList();
  }

  /// How much has happened to the AppWrapper.
  long changes() {
    return world.store().since(0).stream().filter(change -> change.key().equals(WRAPPER)).count();
  }

  /// What is refused, whenever it is asked.
  static Function<Weather.Request, Optional<Weather.Fate>> refusing(
      String verb, String kind, Function<Key, RuntimeException> answer) {
    return request ->
        request.verb().equals(verb) && request.key().kind().equals(kind)
            ? Optional.of(new Weather.Fate.Refused(answer.apply(request.key())))
            : Optional.empty();
  }

  private final class Sky implements Weather {
    @Override
    public Fate of(Request request) {
      return trouble.apply(request).orElseGet(() -> CALM.of(request));
    }

    @Override
    public Delivery next(String kind) {
      return news.apply(kind).orElseGet(() -> CALM.next(kind));
    }
  }
}
