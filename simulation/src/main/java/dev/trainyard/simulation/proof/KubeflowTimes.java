package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.suspend;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.fails;
import static dev.trainyard.simulation.proof.Makers.of;
import static dev.trainyard.simulation.proof.Makers.succeeds;

import dev.trainyard.simulation.cluster.Program;
import java.time.Duration;
import java.util.List;

/// A PyTorchJob that runs out of time, or is kept for a time.
final class KubeflowTimes {

  static List<Story> all() {
    return List.of(
        of(
            "its time is over",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        of(
            "its time is over, and every pod was to be kept",
            job("cleanPodPolicy: None, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        of(
            "its time is over while a worker fails again and again",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 112", "ExitCode", 1),
            fails("train-worker-0", 137, Duration.ofSeconds(40))),
        of(
            "its time begins anew when it is resumed",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 150", "Never", 1),
            succeeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(300, "resumed", world -> suspend(world, false))),
        of(
            "it expires after it has ended",
            job("cleanPodPolicy: Running, ttlSecondsAfterFinished: 600", "Never", 2),
            succeeds()),
        of(
            "it does not expire before its time",
            job("cleanPodPolicy: Running, ttlSecondsAfterFinished: 86400", "Never", 1),
            succeeds()));
  }

  private KubeflowTimes() {}
}
