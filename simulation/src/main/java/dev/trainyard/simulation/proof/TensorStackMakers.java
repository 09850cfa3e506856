package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.SECRET;
import static dev.trainyard.simulation.proof.Makers.TRAINING;
import static dev.trainyard.simulation.proof.Makers.first;
import static dev.trainyard.simulation.proof.Makers.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// PyTorchTrainingJobs and DeepSpeedJobs, and what is done to them. Replicas are named by what the
/// names of their pods end in.
final class TensorStackMakers {

  static final String ELASTIC =
      "torchrunConfig: {enable: true}, elastic: {enable: true, minReplicas: %d, maxReplicas: %d,"
          + " expectedReplicas: %d}";

  private static final String TEMPLATE =
      "{spec: {initContainers: [{name: fetch, image: none}], containers: [{name: %s, image: none,"
          + " args: [train.py], env: [{name: TOKEN, value: "
          + SECRET
          + "}]}]}}";

  private static final String PYTORCH = "PyTorchTrainingJob";
  private static final String DEEPSPEED = "DeepSpeedJob";
  private static final Duration HOUR = Duration.ofHours(1);

  /// A master and workers.
  static ObjectNode training(String runPolicy, String restartPolicy, int workers) {
    return training(
        runPolicy, "", type("master", 1, "Never"), type("worker", workers, restartPolicy));
  }

  /// @param more fields of the spec
  static ObjectNode training(String runPolicy, String more, String... types) {
    return named("train", runPolicy, more, types);
  }

  private static ObjectNode named(String name, String runPolicy, String more, String... types) {
    return yaml(
        """
        apiVersion: batch.tensorstack.dev/v1beta1
        kind: %s
        metadata: {name: %s, namespace: default}
        spec: {runPolicy: {%s}, replicaSpecs: [%s]%s}
        """
            .formatted(PYTORCH, name, runPolicy, String.join(", ", types), after(more)));
  }

  static String type(String type, int replicas, String restartPolicy) {
    return type(type, replicas, restartPolicy, 0);
  }

  static String type(String type, int replicas, String restartPolicy, int weight) {
    return "{type: %s, replicas: %d, restartPolicy: %s, %stemplate: %s}"
        .formatted(
            type,
            replicas,
            restartPolicy,
            weight == 0 ? "" : "scalingWeight: %d, ".formatted(weight),
            TEMPLATE.formatted("python"));
  }

  static ObjectNode deepSpeed(String runPolicy, String restartPolicy, int workers) {
    return deepSpeed("train", runPolicy, restartPolicy, workers, "");
  }

  /// @param more fields of the spec
  static ObjectNode deepSpeed(String runPolicy, String restartPolicy, int workers, String more) {
    return deepSpeed("train", runPolicy, restartPolicy, workers, more);
  }

  private static ObjectNode deepSpeed(
      String name, String runPolicy, String restartPolicy, int workers, String more) {
    return yaml(
        """
        apiVersion: batch.tensorstack.dev/v1beta1
        kind: %s
        metadata: {name: %s, namespace: default}
        spec:
          {runPolicy: {%s}, config: {slotsPerWorker: 1, run: {python: [train.py]}},
           worker: {replicas: %d, restartPolicy: %s, template: %s}%s}
        """
            .formatted(
                DEEPSPEED,
                name,
                runPolicy,
                workers,
                restartPolicy,
                TEMPLATE.formatted("worker"),
                after(more)));
  }

  private static String after(String more) {
    return more.isEmpty() ? "" : ", " + more;
  }

  /// Of two to four workers, as many as expected.
  static ObjectNode elasticDeepSpeed(int expected) {
    return deepSpeed(
        "cleanUpPolicy: Unfinished",
        "OnFailure",
        2,
        "elastic: {enabled: true, minReplicas: 2, maxReplicas: 4, expectedReplicas: %d}"
            .formatted(expected));
  }

  static ObjectNode withoutSsh(ObjectNode job) {
    return Makers.annotated(job, "trainyard.dev/deepspeed-transport", "no-ssh");
  }

  /// A job that does nothing special, and may be changed in every way that there is.
  static ObjectNode plainTraining() {
    return training(
        "", ELASTIC.formatted(2, 4, 3), type("master", 1, "Never"), type("worker", 2, "OnFailure"));
  }

  /// A job that does nothing special, and may be changed in every way that there is.
  static ObjectNode plainDeepSpeed() {
    return deepSpeed(
        "",
        "OnFailure",
        2,
        "elastic: {enable: true, minReplicas: 1, maxReplicas: 4, expectedReplicas: 2}");
  }

  /// The only job there is.
  static Key job(World world) {
    return Stream.of(PYTORCH, DEEPSPEED)
        .map(kind -> new Key(kind, "default", "train"))
        .filter(key -> world.store().find(key).isPresent())
        .findFirst()
        .orElse(new Key(PYTORCH, "default", "train"));
  }

  private static Optional<JobTree> tree(World world) {
    return world.store().find(job(world)).map(item -> JobTree.of(item.raw()));
  }

  static Key pod(World world, String replica) {
    return new Key(
        "Pod", "default", tree(world).map(TensorStackWords::base).orElse("none") + "-" + replica);
  }

  static String nodeOf(World world, String replica) {
    return Makers.nodeOf(world, pod(world, replica).name());
  }

  static void change(World world, String yaml) {
    tree(world).ifPresent(_ -> world.api().patchJob(job(world), yaml(yaml)));
  }

  static void pause(World world, boolean paused) {
    tree(world).ifPresent(tree -> world.api().patchJob(job(world), tree.suspension(paused)));
  }

  static void debug(World world, boolean on) {
    change(world, "{spec: {runMode: {debug: {enable: %s}}}}".formatted(on));
  }

  static void expect(World world, int replicas) {
    change(world, "{spec: {elastic: {expectedReplicas: %d}}}".formatted(replicas));
  }

  static void delete(World world, String replica) {
    Makers.delete(world, pod(world, replica));
  }

  static void kill(World world, String replica, int code) {
    world.machines().exit(pod(world, replica), code, code == 0 ? "Completed" : "Error");
  }

  static void keepWaiting(World world, String replica) {
    Makers.keepWaiting(world, pod(world, replica).name());
  }

  /// The lead is the last to end; what is debugged does not end by itself.
  static Program succeeds() {
    return (pod, _) -> isDebugged(pod) ? Optional.empty() : Optional.of(ending(pod));
  }

  private static Ending ending(Pod pod) {
    return new Ending(isLead(pod) ? TRAINING : TRAINING.minusSeconds(60), 0);
  }

  /// All but the lead wait to be told what to do.
  static Program leadSucceeds() {
    return (pod, _) -> isLead(pod) ? Optional.of(ending(pod)) : Optional.empty();
  }

  static Program failsOnce(String replica, int code) {
    return (pod, _) ->
        is(pod, replica) && first(pod)
            ? Optional.of(new Ending(Duration.ofSeconds(20), code))
            : Optional.of(ending(pod));
  }

  static Program fails(String replica, int code) {
    return (pod, _) ->
        is(pod, replica)
            ? Optional.of(new Ending(Duration.ofSeconds(20), code))
            : Optional.of(ending(pod));
  }

  /// All but the lead fail again and again, one after the other.
  static Program workersFail(int code) {
    return (pod, _) ->
        isLead(pod)
            ? Optional.of(new Ending(TRAINING.plusMinutes(3), 0))
            : Optional.of(new Ending(Duration.ofSeconds(20L + 7 * index(pod)), code));
  }

  static Program leadsTakeAnHour() {
    return (pod, _) -> Optional.of(new Ending(isLead(pod) ? HOUR : Duration.ofMinutes(1), 0));
  }

  private static boolean is(Pod pod, String replica) {
    return pod.getMetadata().getName().endsWith("-" + replica);
  }

  private static int index(Pod pod) {
    return Integer.parseInt(
        pod.getMetadata().getLabels().getOrDefault(TensorStack.REPLICA_INDEX_LABEL, "0"));
  }

  private static boolean isLead(Pod pod) {
    return pod.getMetadata().getLabels().containsKey(TensorStack.JOB_ROLE_LABEL);
  }

  private static boolean isDebugged(Pod pod) {
    return "debug".equals(pod.getMetadata().getAnnotations().get(TensorStack.RUN_MODE_ANNOTATION));
  }

  /// No two of its pods fit on one node.
  static ObjectNode large(ObjectNode job) {
    job.findValues("containers")
        .forEach(
            containers ->
                ((ObjectNode) containers.get(0))
                    .putObject("resources")
                    .putObject("requests")
                    .put("cpu", "40"));
    return job;
  }

  /// A job of any shape.
  static ObjectNode anyTraining(String name, Dice dice) {
    var policy = anyPolicy(dice);
    var more = anyMode(dice);
    var workers = dice.between(0, 4);
    var types =
        switch (dice.below(3)) {
          case 0 -> List.of(type("node", workers + 1, anyRestarts(dice)));
          case 1 ->
              List.of(
                  type("worker", workers, anyRestarts(dice)), type("master", 1, anyRestarts(dice)));
          default ->
              List.of(
                  type("ps", dice.between(1, 2), anyRestarts(dice)),
                  type("worker", workers + 1, anyRestarts(dice), dice.below(3)));
        };
    boolean elastic = dice.oneIn(2);
    var most = dice.between(4, 8);
    var expected = dice.between(4, most);
    return named(
        name,
        policy,
        elastic ? more + ", " + ELASTIC.formatted(dice.between(3, 4), most, expected) : more,
        types.toArray(String[]::new));
  }

  /// A job of any shape.
  static ObjectNode anyDeepSpeed(String name, Dice dice) {
    var policy = anyPolicy(dice);
    var more = anyMode(dice);
    var least = dice.between(1, 3);
    var most = dice.between(least, 6);
    var expected = dice.between(least, most);
    var elastic =
        "elastic: {enable: true, minReplicas: %d, maxReplicas: %d, expectedReplicas: %d}"
            .formatted(least, most, expected);
    var job =
        deepSpeed(
            name,
            policy,
            anyRestarts(dice),
            dice.between(1, 4),
            dice.oneIn(2) ? more + ", " + elastic : more);
    return dice.oneIn(3) ? withoutSsh(job) : job;
  }

  private static String anyRestarts(Dice dice) {
    return dice.oneOf(List.of("Never", "OnFailure", "Always", "ExitCode"));
  }

  private static String anyPolicy(Dice dice) {
    var cleanUp = "cleanUpPolicy: " + dice.oneOf(List.of("None", "Unfinished", "All"));
    var deadline = dice.between(20, 400);
    var backoff = dice.between(0, 8);
    return Stream.of(
            Optional.of(cleanUp),
            Optional.of("activeDeadlineSeconds: " + deadline).filter(_ -> dice.oneIn(6)),
            Optional.of("backoffLimit: " + backoff).filter(_ -> dice.oneIn(2)))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(", "));
  }

  private static String anyMode(Dice dice) {
    var spelling = dice.oneOf(List.of("enable", "enabled"));
    var scheduler = dice.oneIn(4) ? ", scheduler: {t9kScheduler: {queue: default}}" : "";
    return "runMode: {pause: {%s: %s}, debug: {%s: %s}}%s"
        .formatted(spelling, dice.oneIn(12), spelling, dice.oneIn(12), scheduler);
  }

  private TensorStackMakers() {}
}
