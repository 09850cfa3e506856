package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Pace;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.proof.Story.Incident;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What stories of any kind of job are made of.
final class Makers {

  /// In the environment of every program, and nobody's business.
  static final String SECRET = "correct-horse-battery-staple";

  static final String TEMPLATE =
      "{spec: {containers: [{name: pytorch, image: none, command: [train], env: [{name: TOKEN,"
          + " value: "
          + SECRET
          + "}]}]}}";
  private static final YAMLMapper YAML = new YAMLMapper();
  static final Duration TRAINING = Duration.ofMinutes(2);
  static final Duration LONG = Duration.ofHours(6);
  static final Pace USUAL = Pace.of(Duration.ofSeconds(2), Duration.ofSeconds(3));

  static void annotate(World world, Key job, String annotation, String value) {
    world
        .api()
        .patchJob(job, yaml("{metadata: {annotations: {%s: '%s'}}}".formatted(annotation, value)));
  }

  static void delete(World world, Key key) {
    world
        .store()
        .find(key)
        .ifPresent(item -> world.api().delete(key, Optional.of(item.uid()), OptionalLong.empty()));
  }

  static void keepWaiting(World world, String name) {
    world.keepWaiting(
        pod -> pod.name().equals(name) ? Optional.of("no node is good enough") : Optional.empty());
  }

  static String nodeOf(World world, String pod) {
    return ((Pod) world.store().find(pod(pod)).orElseThrow().typed()).getSpec().getNodeName();
  }

  static void bringBackAll(World world) {
    List.of("n1", "n2").forEach(node -> world.machines().bringBack(node, Story.ROOMY));
  }

  static void findAll(World world) {
    List.of("n1", "n2").forEach(world.machines()::find);
  }

  static Incident at(int seconds, String what, Consumer<World> act) {
    return new Incident(Duration.ofSeconds(seconds), what, act);
  }

  static Story of(String name, ObjectNode job, Program program, Incident... incidents) {
    return new Story(name, 2, List.of(job), program, USUAL, List.of(incidents), LONG);
  }

  /// Pods need far more time to stop than they are given.
  static Story slow(String name, ObjectNode job, Program program, Incident... incidents) {
    var pace = Pace.of(Duration.ofSeconds(2), Duration.ofMinutes(5));
    return new Story(name, 2, List.of(job), program, pace, List.of(incidents), LONG);
  }

  static Pace lastToStop(String name) {
    return new Pace() {
      @Override
      public Duration start() {
        return USUAL.start();
      }

      @Override
      public Duration stop(Pod pod) {
        return pod.getMetadata().getName().equals(name) ? Duration.ofMinutes(5) : USUAL.stop(pod);
      }
    };
  }

  /// The master is the last to end, as where it collects what the others did.
  static Program succeeds() {
    return (pod, _) -> Optional.of(new Ending(training(pod), 0));
  }

  static Duration training(Pod pod) {
    return pod.getMetadata().getName().contains("master") ? TRAINING : TRAINING.minusSeconds(60);
  }

  /// One is enough for an elastic job without a master.
  static Program firstWorkerSucceeds() {
    return (pod, _) ->
        Optional.of(
            new Ending(
                pod.getMetadata().getName().endsWith("-0") ? TRAINING : Duration.ofHours(1), 0));
  }

  static Program mastersTakeAnHour() {
    return (pod, _) ->
        Optional.of(
            new Ending(
                pod.getMetadata().getName().contains("master")
                    ? Duration.ofHours(1)
                    : Duration.ofMinutes(1),
                0));
  }

  static Program failsOnce(String name, int code) {
    return (pod, start) ->
        pod.getMetadata().getName().equals(name) && start == 1 && first(pod)
            ? Optional.of(new Ending(Duration.ofSeconds(20), code))
            : Optional.of(new Ending(training(pod), 0));
  }

  static Program fails(String name, int code, Duration after) {
    return (pod, _) ->
        pod.getMetadata().getName().equals(name)
            ? Optional.of(new Ending(after, code))
            : Optional.of(new Ending(Duration.ofHours(1), 0));
  }

  /// Whether no pod of this role was replaced before, as the pod says.
  static boolean first(Pod pod) {
    var metadata = pod.getMetadata();
    return number(metadata.getAnnotations(), PodPlan.RESTARTS) == 0
        && number(metadata.getAnnotations(), PodPlan.ATTEMPT) < 2
        && number(metadata.getLabels(), PodPlan.ATTEMPT) < 2;
  }

  static int number(@Nullable Map<String, String> words, String word) {
    return Stream.ofNullable(words)
        .flatMap(all -> Stream.ofNullable(all.get(word)))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  static Key pod(String name) {
    return new Key("Pod", "default", name);
  }

  static Key service(String name) {
    return new Key("Service", "default", name);
  }

  static ObjectNode annotated(ObjectNode job, String annotation, String value) {
    job.withObject("/metadata").putObject("annotations").put(annotation, value);
    return job;
  }

  static ObjectNode note(String text) {
    return yaml("{metadata: {annotations: {note: %s}}}".formatted(text));
  }

  static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Makers() {}
}
