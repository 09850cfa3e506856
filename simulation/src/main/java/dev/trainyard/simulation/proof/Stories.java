package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Pace;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.proof.Story.Incident;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One reference run per feature of a PyTorchJob.
public final class Stories {

  private static final Duration TRAINING = Duration.ofMinutes(2);
  private static final Duration LONG = Duration.ofHours(6);
  private static final Pace USUAL = Pace.of(Duration.ofSeconds(2), Duration.ofSeconds(3));

  public static List<Story> all() {
    return List.of(
        of("a job that succeeds", job("cleanPodPolicy: Running", "OnFailure", 2), succeeds()),
        of("every pod is kept", job("cleanPodPolicy: None", "Never", 2), succeeds()),
        of("every pod is cleaned up", job("cleanPodPolicy: All", "Never", 2), succeeds()),
        of(
            "a worker fails once and is replaced",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            failsOnce("train-worker-1", 137)),
        of(
            "a worker restarts in place",
            job("cleanPodPolicy: Running", "OnFailure", 2),
            failsOnce("train-worker-0", 1)),
        of(
            "a permanent failure ends the job",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            failsOnce("train-worker-1", 1)),
        of(
            "the budget of failures is spent",
            job("cleanPodPolicy: Running, backoffLimit: 2", "ExitCode", 1),
            fails("train-worker-0", 137)),
        of(
            "its time is over",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        of(
            "it expires after it has ended",
            job("cleanPodPolicy: Running, ttlSecondsAfterFinished: 600", "Never", 2),
            succeeds()),
        of(
            "a worker is evicted",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(
                30,
                "worker 2 is killed",
                world -> world.machines().exit(pod("train-worker-2"), 143, "Error"))),
        of(
            "a node is out of sight for a minute",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(30, "n1 is out of sight", world -> world.machines().lose("n1")),
            at(90, "n1 is back", world -> world.machines().find("n1"))),
        of(
            "a user deletes the job",
            job("cleanPodPolicy: Running", "Never", 2),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(Stories.job()))),
        of(
            "it is suspended and resumed",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))));
  }

  public static Story named(String name) {
    return all().stream()
        .filter(story -> story.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there is no story \"%s\"".formatted(name)));
  }

  private static void suspend(World world, boolean suspended) {
    world.api().patchJob(job(), suspension(suspended));
  }

  private static Incident at(int seconds, String what, Consumer<World> act) {
    return new Incident(Duration.ofSeconds(seconds), what, act);
  }

  private static Story of(String name, ObjectNode job, Program program, Incident... incidents) {
    return new Story(name, 2, List.of(job), program, USUAL, List.of(incidents), LONG);
  }

  /// The master is the last to end, as where it collects what the others did.
  private static Program succeeds() {
    return (pod, _) -> Optional.of(new Ending(training(pod), 0));
  }

  private static Duration training(Pod pod) {
    return pod.getMetadata().getName().contains("master") ? TRAINING : TRAINING.minusSeconds(60);
  }

  private static Program failsOnce(String name, int code) {
    return (pod, start) ->
        pod.getMetadata().getName().equals(name) && start == 1 && restarts(pod) == 0
            ? Optional.of(new Ending(Duration.ofSeconds(20), code))
            : Optional.of(new Ending(training(pod), 0));
  }

  private static Program fails(String name, int code) {
    return (pod, _) ->
        pod.getMetadata().getName().equals(name)
            ? Optional.of(new Ending(Duration.ofSeconds(20), code))
            : Optional.of(new Ending(Duration.ofHours(1), 0));
  }

  /// How often this replica was replaced before, as the pod says.
  private static int restarts(Pod pod) {
    return Stream.ofNullable(pod.getMetadata().getAnnotations())
        .flatMap(all -> Stream.ofNullable(all.get("trainyard.dev/restarts")))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  static Key job() {
    return new Key("PyTorchJob", "default", "train");
  }

  private static Key pod(String name) {
    return new Key("Pod", "default", name);
  }

  public static ObjectNode suspension(boolean suspended) {
    return yaml("{spec: {runPolicy: {suspend: %s}}}".formatted(suspended));
  }

  /// A job of any shape.
  public static ObjectNode anyJob(String name, Dice dice) {
    var cleanUp = dice.oneOf(List.of("Running", "All", "None"));
    var deadline = dice.oneIn(6) ? ", activeDeadlineSeconds: " + dice.between(20, 400) : "";
    var expires = dice.oneIn(4) ? ", ttlSecondsAfterFinished: " + dice.between(0, 900) : "";
    var backoff = dice.oneIn(2) ? ", backoffLimit: " + dice.between(0, 5) : ", backoffLimit: 20";
    var restarts = dice.oneOf(List.of("Never", "OnFailure", "ExitCode"));
    return job(
        name,
        "cleanPodPolicy: " + cleanUp + deadline + expires + backoff,
        restarts,
        dice.between(0, 4));
  }

  private static ObjectNode job(String runPolicy, String restartPolicy, int workers) {
    return job("train", runPolicy, restartPolicy, workers);
  }

  private static ObjectNode job(String name, String runPolicy, String restartPolicy, int workers) {
    var worker =
        """
        Worker:
          replicas: %d
          restartPolicy: %s
          template: {spec: {containers: [{name: pytorch, image: none, command: [train]}]}}
        """
            .formatted(workers, restartPolicy)
            .indent(4);
    return yaml(
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: %3$s, namespace: default}
        spec:
          runPolicy: {%1$s}
          pytorchReplicaSpecs:
            Master:
              replicas: 1
              restartPolicy: %2$s
              template: {spec: {containers: [{name: pytorch, image: none, command: [train]}]}}
        """
                .formatted(runPolicy, restartPolicy, name)
            + (workers == 0 ? "" : worker));
  }

  private static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Stories() {}
}
