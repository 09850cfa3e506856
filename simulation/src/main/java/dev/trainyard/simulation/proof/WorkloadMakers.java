package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.proof.Story.Incident;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// TrainingWorkloads, and what is done to them.
final class WorkloadMakers {

  static final Key JOB = key("work");

  static final String NAMED = "name: {value: train}";
  static final String MPI = NAMED + ", mpi: {value: true}, processes: {value: 2}";

  /// One claim that goes with the work, and one that stays.
  static final String CLAIMS =
      "pvcs: {items: {scratch: {value: {path: /scratch, size: 1Gi, ephemeral: true}},"
          + " data: {value: {claimName: data, path: /data, size: 1Gi}}}}";

  /// What a repository is read with is nobody's business.
  static final String REPOSITORY =
      "gitSync: {items: {code: {value: {repository: 'https://example.com/code.git', directory:"
          + " /code, username: me, password: %s}}}}".formatted(Makers.SECRET);

  static Key key(String name) {
    return new Key(TrainingWorkload.KIND, "default", name);
  }

  static Story story(String name, ObjectNode job, Program program, Incident... incidents) {
    return MpiMakers.story(name, job, program, incidents);
  }

  static ObjectNode workload(String... spec) {
    return named("work", spec);
  }

  static ObjectNode named(String name, String... spec) {
    return yaml(
        """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: default}
        spec: {image: {value: none}, command: {value: train}, %s}
        """
            .formatted(
                TrainingWorkload.API_VERSION,
                TrainingWorkload.KIND,
                name,
                String.join(", ", spec)));
  }

  static ObjectNode template(String name, String... spec) {
    var template = named(name, spec);
    template.withObject("/spec").put("usage", "Template");
    return template;
  }

  /// What others begin with.
  static ObjectNode base() {
    return template("base", "completions: {value: 2}, environment: {items: {RATE: {value: '1'}}}");
  }

  static void changeBase(World world, int completions) {
    var change = yaml("{spec: {completions: {value: %d}}}".formatted(completions));
    if (world.store().find(key("base")).isPresent()) {
      world.api().patchJob(key("base"), change);
    }
  }

  /// A workload of any shape.
  static ObjectNode anyWorkload(String name, Dice dice) {
    var own = dice.oneIn(3) ? "namePrefix: {value: any}" : "name: {value: %s}".formatted(name);
    var stopped = dice.oneIn(6) ? ", active: {value: false}" : "";
    var expires =
        dice.oneIn(4)
            ? ", autoDeletionTimeAfterCompletionSeconds: {value: %d}".formatted(dice.below(900))
            : "";
    var backoff = dice.oneIn(2) ? ", backoffLimit: {value: %d}".formatted(dice.between(0, 4)) : "";
    var claims = dice.oneIn(4) ? ", " + CLAIMS.replace("data", "data-" + name) : "";
    var preemption = dice.oneIn(4) ? ", preemptionLimit: {value: %d}".formatted(dice.below(3)) : "";
    var based = dice.oneIn(4) ? ", baseWorkload: base" : "";
    return named(
        name, own + size(dice) + stopped + expires + backoff + claims + preemption + based);
  }

  private static String size(Dice dice) {
    if (dice.oneIn(3)) {
      return ", mpi: {value: true}, processes: {value: %d}".formatted(dice.between(1, 3));
    }
    if (dice.oneIn(4)) {
      return "";
    }
    int completions = dice.between(1, 5);
    return ", completions: {value: %d}, parallelism: {value: %d}"
        .formatted(completions, dice.between(1, completions));
  }

  static void activate(World world, boolean active) {
    change(world, "active: {value: %s}".formatted(active));
  }

  static void change(World world, String spec) {
    world.api().patchJob(JOB, yaml("{spec: {%s}}".formatted(spec)));
  }

  /// The scheduler takes the place of a pod for another one.
  static void preempt(World world, String name) {
    var pod = Makers.pod(name);
    if (world.store().find(pod).isPresent()) {
      world.api().change(pod, one -> preempted((Pod) one, world.agenda().instant().toString()));
      Makers.delete(world, pod);
    }
  }

  private static Pod preempted(Pod pod, String now) {
    return new PodBuilder(pod)
        .editStatus()
        .addNewCondition()
        .withType("DisruptionTarget")
        .withStatus("True")
        .withReason("PreemptionByScheduler")
        .withMessage("preempted for another pod")
        .withLastTransitionTime(now)
        .endCondition()
        .endStatus()
        .build();
  }

  /// By an object that is nobody's.
  static void takeName(World world, String name) {
    var stranger = new GenericKubernetesResource();
    stranger.setApiVersion("v1");
    stranger.setKind("ConfigMap");
    stranger.setMetadata(new ObjectMetaBuilder().withNamespace("default").withName(name).build());
    stranger.setAdditionalProperty("data", Map.of("whose", "nobody's"));
    world.api().create(stranger);
  }

  static Program succeeds() {
    return failing(0, List.of());
  }

  /// @param tries how many pods of each index fail before one succeeds
  /// @param indexes those of which this is so
  static Program failing(int tries, List<Integer> indexes) {
    return (pod, _) ->
        Optional.of(
            indexes.contains(indexOf(pod)) && MpiMakers.tryOf(pod) < tries
                ? new Ending(MpiMakers.FAILS_AFTER, 1)
                : new Ending(Makers.TRAINING.minusSeconds(60), 0));
  }

  /// All others take their time.
  static Program failsAlways(int index) {
    return (pod, _) ->
        Optional.of(
            indexOf(pod) == index
                ? new Ending(MpiMakers.FAILS_AFTER, 1)
                : new Ending(Makers.LONG, 0));
  }

  /// The number before the last one in its name.
  static int indexOf(Pod pod) {
    var parts = pod.getMetadata().getName().split("-", -1);
    return Integer.parseInt(parts[parts.length - 2]);
  }

  private WorkloadMakers() {}
}
