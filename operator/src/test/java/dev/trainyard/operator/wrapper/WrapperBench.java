package dev.trainyard.operator.wrapper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.engine.wrapper.WrapperLifecycle;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.Journal;
import dev.trainyard.operator.wrapper.Queue.Turn;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One AppWrapper on a bench: the test is its cluster and its clock, the engine is the real one.
final class WrapperBench {

  static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  static final String UID = "11111111-2222-3333-4444-555555555555";
  static final String POD_OF_HELLO =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: hello}
      spec: {containers: [{name: main, image: busybox}]}
      """;

  final Journal journal = new Journal();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final List<GenericKubernetesResource> components = new ArrayList<>();
  final List<Pod> pods = new ArrayList<>();
  final List<Pod> hiddenPods = new ArrayList<>();
  final Map<String, Map<String, String>> nodes = new HashMap<>();
  final Set<String> unknownKinds = new HashSet<>();
  Turn turn = new Turn.Begins("default-cluster-queue");
  ObjectNode stored;
  Instant now = START;

  WrapperBench(String... templates) {
    stored = wrapper(templates);
  }

  private static ObjectNode wrapper(String... templates) {
    var yaml = new YAMLMapper();
    var wrapper = yaml.createObjectNode();
    wrapper.put("apiVersion", AppWrapper.API_VERSION).put("kind", AppWrapper.KIND);
    wrapper
        .putObject("metadata")
        .put("namespace", "team")
        .put("name", "hello")
        .put("uid", UID)
        .put("generation", 1)
        .put("resourceVersion", "7");
    var components = wrapper.putObject("spec").putArray("components");
    for (var template : templates) {
      try {
        components.addObject().set("template", yaml.readTree(template));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(template, e);
      }
    }
    return wrapper;
  }

  /// One pass; what it stored is there for the next.
  Optional<Instant> pass() {
    var before = journal.entries().size();
    var wakeAt =
        new WrapperReconciler(
                new AppWrappers(WrapperSettings.defaults()),
                WrapperLifecycle::decide,
                new Line(),
                new InFlight(1),
                new PhaseCounter(registry),
                () -> now)
            .reconcile(stored, new View(), journal);
    if (journal.entries().stream().skip(before).anyMatch(WrapperBench::stores)) {
      stored = journal.stored();
    }
    return wakeAt;
  }

  private static boolean stores(String entry) {
    return entry.startsWith("status") || entry.startsWith("change");
  }

  WrapperBench later(Duration time) {
    now = now.plus(time);
    return this;
  }

  /// What was done since, without what was done before.
  List<String> done(Runnable during) {
    var before = journal.entries().size();
    during.run();
    return journal.entries().stream().skip(before).toList();
  }

  String phase() {
    return stored.at("/status/phase").asText();
  }

  String condition(String type, String field) {
    return stored
        .at("/status/conditions")
        .valueStream()
        .filter(one -> one.path("type").asText().equals(type))
        .map(one -> one.path(field).asText())
        .findFirst()
        .orElse("");
  }

  double counted(String phase) {
    return registry.get("appwrapper_phase_total").tag("phase", phase).counter().count();
  }

  static GenericKubernetesResource owned(String kind, String name, String owner) {
    var object = new GenericKubernetesResource();
    object.setApiVersion("v1");
    object.setKind(kind);
    object.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("team")
            .withName(name)
            .withUid("uid of " + name)
            .addNewOwnerReference()
            .withApiVersion(AppWrapper.API_VERSION)
            .withKind(AppWrapper.KIND)
            .withName("hello")
            .withUid(owner)
            .withController(true)
            .endOwnerReference()
            .build());
    return object;
  }

  static Pod pod(String name, String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("team")
        .withName(name)
        .withUid("uid of pod " + name)
        .addToLabels(CodeFlare.WRAPPER_LABEL, "hello")
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-a")
        .addNewContainer()
        .withName("main")
        .withNewResources()
        .addToLimits("nvidia.com/gpu", new Quantity("1"))
        .endResources()
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }

  /// Where a queue is named, the test says whose turn it is.
  private final class Line implements Queue {
    @Override
    public boolean decidesOn(AppWrapper resource) {
      return resource.metadata().getLabels() != null
          && resource.metadata().getLabels().containsKey(CodeFlare.QUEUE_LABEL);
    }

    @Override
    public Turn turn(AppWrapper resource) {
      return turn;
    }
  }

  private final class View implements WrapperView {
    @Override
    public List<GenericKubernetesResource> components() {
      return List.copyOf(components);
    }

    @Override
    public List<Pod> pods() {
      return List.copyOf(pods);
    }

    @Override
    public Map<String, String> labels(String node) {
      return nodes.getOrDefault(node, Map.of());
    }

    @Override
    public List<Pod> standingPods() {
      var all = new ArrayList<>(pods);
      all.addAll(hiddenPods);
      return all;
    }

    @Override
    public boolean serves(String apiVersion, String kind) {
      return !unknownKinds.contains(kind);
    }
  }
}
