package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.large;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.delete;
import static dev.trainyard.simulation.proof.Makers.fails;
import static dev.trainyard.simulation.proof.Makers.failsOnce;
import static dev.trainyard.simulation.proof.Makers.mastersTakeAnHour;
import static dev.trainyard.simulation.proof.Makers.nodeOf;
import static dev.trainyard.simulation.proof.Makers.of;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.Makers.succeeds;

import dev.trainyard.simulation.cluster.World;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// One who led goes on, and perhaps nothing reaches it any more.
final class KubeflowLeaders {

  static List<Story> all() {
    return List.of(
        of(
            "two lead while a worker fails",
            job("cleanPodPolicy: Running", "ExitCode", 1),
            failsOnce("train-worker-0", 137),
            at(5, "another leads", world -> world.changeLeaders(Duration.ofMinutes(1)))),
        of(
            "an old leader sends a pod away that is gone",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0"))),
            at(
                31,
                "its node is out of sight",
                world -> world.machines().lose(nodeOf(world, "train-worker-0"))),
            at(80, "another leads", world -> leaveBehind(world, _ -> true, 2)),
            at(90, "the node is back", Makers::findAll)),
        of(
            "an old leader does not know of a failure",
            job("cleanPodPolicy: Running, activeDeadlineSeconds: 112", "ExitCode", 1),
            fails("train-worker-0", 137, Duration.ofSeconds(40)),
            at(30, "another leads", world -> leaveBehind(world, _ -> true, 3))),
        of(
            "an old leader sees pods go and does not know that the job has ended",
            job("cleanPodPolicy: All", "ExitCode", 1),
            succeeds(),
            at(30, "another leads", world -> leaveBehind(world, job().kind()::equals, 3))));
  }

  private static void leaveBehind(World world, Predicate<String> kinds, int minutes) {
    world.leaveLeadersBehind(kinds, Duration.ofMinutes(minutes));
  }

  private KubeflowLeaders() {}
}
