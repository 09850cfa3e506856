package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.story;
import static dev.trainyard.simulation.proof.Makers.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.time.Agenda;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an AppWrapper goes through, whatever it wraps.
final class WrapperStories {

  private static final Key WRAPPER = new Key(AppWrapper.KIND, "default", "wrapped");
  private static final String HEALTH = "autopilot.ibm.com/gpuhealth";

  private static final String JOB =
      """
      template:
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: train}
        spec:
          pytorchReplicaSpecs:
            Master: {restartPolicy: Never, template: %1$s}
            Worker: {restartPolicy: Never, template: %1$s}
      """
          .formatted(Makers.TEMPLATE);

  static List<Story> all() {
    return List.of(
        story(
            "a wrapped pod fails twice and the third attempt succeeds",
            wrapper("", pod("alone")),
            failsUntil(200, 1)),
        story(
            "a wrapped job fails once and what has succeeded is removed in time",
            wrapper("successTTLDuration: 10m", JOB, configMap("settings")),
            failsUntil(60, 1)),
        story(
            "a wrapped pod fails until the limit and is kept for a while",
            wrapper("retryLimit: '1', deletionOnFailureGracePeriodDuration: 10m", pod("alone")),
            failsUntil(36_000, 1)),
        story(
            "a wrapper is suspended, resumed and deleted",
            wrapper("", pod("one"), pod("two")),
            Program.ENDLESS,
            at(30, "suspended", world -> suspend(world, true)),
            at(60, "resumed", world -> suspend(world, false)),
            at(120, "deleted", world -> Makers.delete(world, WRAPPER))),
        story(
            "a wrapper finds a name taken and takes back what came before",
            suspended(wrapper("", pod("one"), configMap("taken"))),
            Program.ENDLESS,
            at(10, "its name is taken", WrapperStories::takeName),
            at(20, "resumed", world -> suspend(world, false))),
        story(
            "a wrapper leaves a node whose devices are sick",
            wrapper("", gpuPod("alone")),
            Program.succeedsAfter(Duration.ofMinutes(5)),
            at(60, "its devices are sick", WrapperStories::sicken),
            at(100, "its devices are well", WrapperStories::heal)),
        queued());
  }

  /// The second needs what the first has.
  private static Story queued() {
    var first = inQueue(wrapper("", gpuPod("first")), "wrapped");
    var second = inQueue(wrapper("", gpuPod("second")), "later");
    return new Story(
        "a wrapper waits for the room of another",
        1,
        List.of(first, second),
        Program.succeedsAfter(Duration.ofSeconds(30)),
        Makers.USUAL,
        List.of(),
        Makers.LONG);
  }

  /// Of any size and patience, around pods of its own and what they read.
  static ObjectNode anyWrapper(String name, Dice dice) {
    var patience =
        dice.oneOf(
            List.of(
                "",
                "retryLimit: '1'",
                "failureGracePeriodDuration: 10s",
                "successTTLDuration: 1h"));
    var components = new ArrayList<String>();
    int pods = dice.between(1, 3);
    for (int i = 0; i < pods; i++) {
      components.add(pod("%s-%d".formatted(name, i)));
    }
    if (dice.oneIn(2)) {
      components.add(configMap(name));
    }
    var wrapper = wrapper(patience, components.toArray(String[]::new));
    wrapper.withObject("/metadata").put("name", name);
    return dice.oneIn(3) ? inQueue(wrapper, name) : wrapper;
  }

  private static ObjectNode inQueue(ObjectNode wrapper, String name) {
    wrapper
        .withObject("/metadata")
        .put("name", name)
        .putObject("labels")
        .put(CodeFlare.QUEUE_LABEL, "default-queue");
    return wrapper;
  }

  private static ObjectNode wrapper(String patience, String... components) {
    var wrapper =
        yaml(
            """
            apiVersion: %s
            kind: AppWrapper
            metadata: {name: wrapped, namespace: default}
            """
                .formatted(AppWrapper.API_VERSION));
    var annotations = wrapper.withObject("/metadata").putObject("annotations");
    yaml("{%s}".formatted(patience))
        .properties()
        .forEach(
            entry ->
                annotations.put(
                    "workload.codeflare.dev.appwrapper/" + entry.getKey(),
                    entry.getValue().asText()));
    var list = wrapper.putObject("spec").putArray("components");
    for (var component : components) {
      list.add(yaml(component));
    }
    return wrapper;
  }

  private static String pod(String name) {
    return """
    template:
      apiVersion: v1
      kind: Pod
      metadata: {name: %s}
      spec: {restartPolicy: Never, containers: [{name: main, image: none}]}
    """
        .formatted(name);
  }

  /// With every device of a node.
  private static String gpuPod(String name) {
    return pod(name)
        .replace("image: none}", "image: none, resources: {limits: {nvidia.com/gpu: 8}}}");
  }

  private static String configMap(String name) {
    return "{template: {apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {a: b}}}"
        .formatted(name);
  }

  /// What is started in the first so many seconds fails, and what comes later does not. Workers are
  /// the first to end.
  private static Program failsUntil(int seconds, int code) {
    return (pod, _) ->
        Optional.of(
            created(pod).isBefore(Agenda.BEGINNING.plusSeconds(seconds))
                ? new Ending(Duration.ofSeconds(20), code)
                : new Ending(
                    Duration.ofMinutes(pod.getMetadata().getName().contains("worker") ? 1 : 2), 0));
  }

  private static Instant created(Pod pod) {
    return Instant.parse(pod.getMetadata().getCreationTimestamp());
  }

  private static void suspend(World world, boolean suspended) {
    world.api().patchJob(WRAPPER, yaml("{spec: {suspend: %s}}".formatted(suspended)));
  }

  private static ObjectNode suspended(ObjectNode wrapper) {
    wrapper.withObject("/spec").put("suspend", true);
    return wrapper;
  }

  /// By an object that is nobody's.
  private static void takeName(World world) {
    var stranger = new GenericKubernetesResource();
    stranger.setApiVersion("v1");
    stranger.setKind("ConfigMap");
    stranger.setMetadata(
        new ObjectMetaBuilder().withNamespace("default").withName("taken").build());
    stranger.setAdditionalProperty("data", Map.of("whose", "nobody's"));
    world.api().create(stranger);
  }

  private static void sicken(World world) {
    health(world, Makers.nodeOf(world, "alone"), "EVICT");
  }

  private static void heal(World world) {
    List.of("n1", "n2").forEach(node -> health(world, node, "PASS"));
  }

  private static void health(World world, String node, String value) {
    world
        .api()
        .change(
            new Key("Node", "", node),
            one ->
                new NodeBuilder((Node) one)
                    .editMetadata()
                    .withLabels(Map.of(HEALTH, value))
                    .endMetadata()
                    .build());
  }

  private WrapperStories() {}
}
