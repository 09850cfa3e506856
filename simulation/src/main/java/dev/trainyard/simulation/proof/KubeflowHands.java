package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.scale;
import static dev.trainyard.simulation.proof.KubeflowMakers.suspend;
import static dev.trainyard.simulation.proof.KubeflowMakers.suspended;
import static dev.trainyard.simulation.proof.KubeflowMakers.together;
import static dev.trainyard.simulation.proof.Makers.LONG;
import static dev.trainyard.simulation.proof.Makers.annotate;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.delete;
import static dev.trainyard.simulation.proof.Makers.failsOnce;
import static dev.trainyard.simulation.proof.Makers.keepWaiting;
import static dev.trainyard.simulation.proof.Makers.lastToStop;
import static dev.trainyard.simulation.proof.Makers.mastersTakeAnHour;
import static dev.trainyard.simulation.proof.Makers.of;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.Makers.service;
import static dev.trainyard.simulation.proof.Makers.slow;
import static dev.trainyard.simulation.proof.Makers.succeeds;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.cluster.Program;
import java.time.Duration;
import java.util.List;

/// What users do to a PyTorchJob and to what belongs to it.
final class KubeflowHands {

  static List<Story> all() {
    return List.of(
        of(
            "a user deletes the job",
            job("cleanPodPolicy: Running", "Never", 2),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(KubeflowMakers.job()))),
        of(
            "a user deletes the job and submits it again at once",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(
                30,
                "it is deleted and submitted again",
                world -> {
                  world.deleteJob(KubeflowMakers.job());
                  world.submit(job("cleanPodPolicy: Running", "Never", 2));
                })),
        of(
            "a user deletes a worker",
            job("cleanPodPolicy: Running, backoffLimit: 1", "ExitCode", 2),
            succeeds(),
            at(30, "worker 1 is deleted", world -> delete(world, pod("train-worker-1")))),
        of(
            "a user deletes a worker of a gang",
            together("gang", job("cleanPodPolicy: Running, backoffLimit: 1", "OnFailure", 2)),
            succeeds(),
            at(30, "worker 1 is deleted", world -> delete(world, pod("train-worker-1")))),
        slow(
            "a user deletes a worker of a role",
            together("role", job("cleanPodPolicy: Running, backoffLimit: 1", "OnFailure", 2)),
            mastersTakeAnHour(),
            at(30, "worker 1 is deleted", world -> delete(world, pod("train-worker-1")))),
        of(
            "workers of a gang are taken away and come back",
            together("gang", job("cleanPodPolicy: Running", "OnFailure", 3)),
            succeeds(),
            at(30, "one worker is enough", world -> scale(world, 1)),
            at(31, "three are better", world -> scale(world, 3))),
        of(
            "it is suspended from the beginning",
            suspended(job("cleanPodPolicy: Running", "Never", 2)),
            succeeds(),
            at(60, "resumed", world -> suspend(world, false))),
        of(
            "a user deletes a worker that waits for a place",
            job("cleanPodPolicy: Running, backoffLimit: 1", "ExitCode", 2),
            succeeds(),
            at(0, "no place for worker 1", world -> keepWaiting(world, "train-worker-1")),
            at(20, "worker 1 is deleted", world -> delete(world, pod("train-worker-1"))),
            at(40, "places for all", world -> keepWaiting(world, ""))),
        of(
            "a user deletes a service",
            job("cleanPodPolicy: None", "Never", 0),
            succeeds(),
            at(
                30,
                "the service of the master is deleted",
                world -> delete(world, service("train-master-0")))),
        of(
            "it is suspended and resumed",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))),
        of(
            "it is suspended while it starts",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(1, "suspended", world -> suspend(world, true)),
            at(60, "resumed", world -> suspend(world, false))),
        slow(
            "it is resumed before its pods are gone",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(60, "resumed", world -> suspend(world, false))),
        new Story(
            "it is resumed and its pods leave one after the other",
            2,
            List.of(job("cleanPodPolicy: Running", "Never", 2)),
            succeeds(),
            lastToStop("train-master-0"),
            List.of(
                at(30, "suspended", world -> suspend(world, true)),
                at(60, "resumed", world -> suspend(world, false)),
                at(
                    90,
                    "a worker that runs without its master fails",
                    world -> world.machines().exit(pod("train-worker-0"), 1, "Error"))),
            LONG),
        of(
            "a hold forgives what failed before it",
            job("cleanPodPolicy: Running, backoffLimit: 2", "ExitCode", 1),
            failsOnce("train-worker-0", 137),
            at(40, "suspended", world -> suspend(world, true)),
            at(90, "resumed", world -> suspend(world, false))),
        of(
            "it succeeds and is suspended while nobody looks",
            job("cleanPodPolicy: Running", "Never", 1),
            succeeds(),
            at(
                100,
                "the operator is away",
                world -> world.crashControllers(Duration.ofSeconds(60))),
            at(140, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))),
        of(
            "a user asks for a restart",
            job("cleanPodPolicy: Running", "Never", 2),
            succeeds(),
            at(
                30,
                "attempt 2 is asked for",
                world -> annotate(world, job(), Annotations.RESTART, "2"))),
        of(
            "workers are taken away",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(30, "one worker is enough", world -> scale(world, 1))),
        of(
            "workers are added",
            job("cleanPodPolicy: Running", "ExitCode", 1),
            succeeds(),
            at(30, "three workers are better", world -> scale(world, 3))));
  }

  private KubeflowHands() {}
}
