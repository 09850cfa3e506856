package dev.trainyard.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.proof.Seeds;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How much faster than a clock the simulation runs: jobs of ten pods that train for an hour, one
/// worker in three killed once on the way, until the last job has ended.
final class VirtualTime {

  private static final List<Integer> JOBS = List.of(1, 10, 100);
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration SEEDS = Duration.ofSeconds(60);
  private static final Duration TRAINING = Duration.ofHours(1);
  private static final Map<String, Quantity> NODE =
      Map.of(
          "cpu", new Quantity("512"), "memory", new Quantity("4Ti"), "pods", new Quantity("500"));

  public static void main(String[] arguments) {
    Seeds.within(WARM_UP);
    System.out.println("| jobs of ten pods | virtual time | real time | ratio |");
    System.out.println("|---|---|---|---|");
    for (int jobs : JOBS) {
      var began = Instant.now();
      var virtual = play(jobs);
      var real = Duration.between(began, Instant.now());
      System.out.printf(
          "| %d | %d s | %.2f s | %.0f |%n",
          jobs,
          virtual.toSeconds(),
          real.toMillis() / 1000.0,
          virtual.toMillis() / (double) Math.max(1, real.toMillis()));
    }
    var seeds = Seeds.within(SEEDS);
    System.out.printf(
        "%nSeeds on all processors: %.0f a minute, %.0f virtual seconds a second%n",
        seeds.seedsPerMinute(), seeds.virtualPerRealSecond());
  }

  private static Duration play(int jobs) {
    var world = new World(World.Setup.calm(VirtualTime::program));
    for (int i = 0; i < 4; i++) {
      world.machines().add("n" + i, NODE);
    }
    world.startControllers();
    for (int i = 0; i < jobs; i++) {
      var job = job("job-" + i);
      world.agenda().in(Duration.ofSeconds(i), () -> world.submit(job));
    }
    var last = new Duration[] {Duration.ZERO};
    world.store().listen(_ -> last[0] = world.agenda().elapsed());
    world.run(TRAINING.multipliedBy(24), () -> {});
    return last[0];
  }

  private static Optional<Program.Ending> program(Pod pod, int start) {
    var name = pod.getMetadata().getName();
    var replaced = pod.getMetadata().getAnnotations().containsKey("trainyard.dev/restarts");
    return Optional.of(
        name.matches(".*worker-[147]") && start == 1 && !replaced
            ? new Program.Ending(TRAINING.dividedBy(3), 137)
            : new Program.Ending(TRAINING, 0));
  }

  private static ObjectNode job(String name) {
    var template = "{spec: {containers: [{name: pytorch, image: none, command: [train]}]}}";
    var text =
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: %1$s, namespace: default}
        spec:
          pytorchReplicaSpecs:
            Master: {replicas: 1, restartPolicy: ExitCode, template: %2$s}
            Worker: {replicas: 9, restartPolicy: ExitCode, template: %2$s}
        """
            .formatted(name, template);
    try {
      return (ObjectNode) new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private VirtualTime() {}
}
