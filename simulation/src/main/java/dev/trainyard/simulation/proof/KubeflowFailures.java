package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.together;
import static dev.trainyard.simulation.proof.Makers.TRAINING;
import static dev.trainyard.simulation.proof.Makers.annotated;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.fails;
import static dev.trainyard.simulation.proof.Makers.failsOnce;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.Makers.story;
import static dev.trainyard.simulation.proof.Makers.succeeds;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.cluster.Program.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs of a PyTorchJob that fail.
final class KubeflowFailures {

  static List<Story> all() {
    return List.of(
        story(
            "a worker fails once and is replaced",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            failsOnce("train-worker-1", 137)),
        story(
            "a worker restarts in place",
            job("cleanPodPolicy: Running", "OnFailure", 2),
            failsOnce("train-worker-0", 1)),
        story(
            "a permanent failure ends the job",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            failsOnce("train-worker-1", 1)),
        story(
            "the budget of failures is spent",
            job("cleanPodPolicy: Running, backoffLimit: 2", "ExitCode", 1),
            fails("train-worker-0", 137, Duration.ofSeconds(20))),
        story(
            "the budget of failures is spent in place",
            job("cleanPodPolicy: Running, backoffLimit: 3", "OnFailure", 1),
            fails("train-worker-0", 1, Duration.ofSeconds(20))),
        story(
            "two workers fail at once",
            job("cleanPodPolicy: Running, backoffLimit: 4", "ExitCode", 3),
            succeeds(),
            at(
                30,
                "workers 0 and 2 are killed",
                world ->
                    Stream.of("train-worker-0", "train-worker-2")
                        .forEach(name -> world.machines().exit(pod(name), 137, "Error")))),
        story(
            "a worker has succeeded before the master fails",
            job("cleanPodPolicy: Running", "ExitCode", 2),
            (pod, _) ->
                Optional.of(
                    pod.getMetadata().getName().contains("master")
                        ? new Ending(TRAINING, 1)
                        : new Ending(Duration.ofSeconds(20), 0))),
        story(
            "the gang restarts together",
            annotated(
                job("cleanPodPolicy: Running", "ExitCode", 2), Annotations.RESTART_SCOPE, "gang"),
            failsOnce("train-worker-1", 137)),
        story(
            "a program that fails takes its gang along",
            together("gang", job("cleanPodPolicy: Running, backoffLimit: 2", "OnFailure", 2)),
            failsOnce("train-worker-1", 1)),
        story(
            "a program that fails takes its role along",
            together("role", job("cleanPodPolicy: Running, backoffLimit: 2", "OnFailure", 2)),
            failsOnce("train-worker-1", 1)),
        story(
            "two workers of a gang fail at once",
            together("gang", job("cleanPodPolicy: Running, backoffLimit: 2", "OnFailure", 3)),
            succeeds(),
            at(
                30,
                "workers 0 and 2 are killed",
                world ->
                    Stream.of("train-worker-0", "train-worker-2")
                        .forEach(name -> world.machines().exit(pod(name), 137, "Error")))));
  }

  private KubeflowFailures() {}
}
