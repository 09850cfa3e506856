package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.without;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.failsOnce;
import static dev.trainyard.simulation.proof.Makers.keepWaiting;
import static dev.trainyard.simulation.proof.Makers.of;
import static dev.trainyard.simulation.proof.Makers.succeeds;

import dev.trainyard.simulation.cluster.Program;
import java.util.List;

/// How a PyTorchJob ends, and what stays of it.
final class KubeflowEnds {

  static List<Story> all() {
    return List.of(
        of("a job that succeeds", job("cleanPodPolicy: Running", "OnFailure", 2), succeeds()),
        of("every pod is kept", job("cleanPodPolicy: None", "Never", 2), succeeds()),
        of("every pod is cleaned up", job("cleanPodPolicy: All", "Never", 2), succeeds()),
        of("a master alone", job("cleanPodPolicy: Running", "Never", 0), succeeds()),
        of(
            "workers without a master",
            without(job("cleanPodPolicy: Running", "ExitCode", 2), "Master"),
            failsOnce("train-worker-1", 137)),
        of(
            "its master never finds a place",
            job("cleanPodPolicy: None, activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS,
            at(0, "no place for the master", world -> keepWaiting(world, "train-master-0"))));
  }

  private KubeflowEnds() {}
}
