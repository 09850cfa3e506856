package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.KubeflowMakers.job;
import static dev.trainyard.simulation.proof.KubeflowMakers.large;
import static dev.trainyard.simulation.proof.KubeflowMakers.together;
import static dev.trainyard.simulation.proof.Makers.LONG;
import static dev.trainyard.simulation.proof.Makers.USUAL;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.delete;
import static dev.trainyard.simulation.proof.Makers.mastersTakeAnHour;
import static dev.trainyard.simulation.proof.Makers.nodeOf;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.Makers.slow;
import static dev.trainyard.simulation.proof.Makers.story;
import static dev.trainyard.simulation.proof.Makers.succeeds;
import static dev.trainyard.simulation.proof.Makers.training;

import dev.trainyard.simulation.cluster.Program.Ending;
import java.util.List;
import java.util.Optional;

/// Nodes under a PyTorchJob that go, and come back.
final class KubeflowNodes {

  static List<Story> all() {
    return List.of(
        story(
            "a worker is evicted",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(
                30,
                "worker 2 is killed",
                world -> world.machines().exit(pod("train-worker-2"), 143, "Error"))),
        story(
            "a node is out of sight for a minute",
            job("cleanPodPolicy: Running", "ExitCode", 3),
            succeeds(),
            at(30, "n1 is out of sight", world -> world.machines().lose("n1")),
            at(90, "n1 is back", world -> world.machines().find("n1"))),
        story(
            "a node dies and keeps a worker",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(
                30,
                "the node of worker 0 is out of sight",
                world -> world.machines().lose(nodeOf(world, "train-worker-0"))),
            at(1800, "it is back", Makers::findAll)),
        story(
            "a node dies while a worker leaves it",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0"))),
            at(
                31,
                "its node is out of sight",
                world -> world.machines().lose(nodeOf(world, "train-worker-0"))),
            at(1800, "it is back", Makers::findAll)),
        slow(
            "a worker takes long to stop",
            job("cleanPodPolicy: Running", "ExitCode", 1),
            mastersTakeAnHour(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0")))),
        story(
            "a node is gone",
            large(job("cleanPodPolicy: Running", "ExitCode", 1)),
            mastersTakeAnHour(),
            at(
                30,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "train-worker-0"))),
            at(600, "another comes in its place", Makers::bringBackAll)),
        story(
            "a node is gone with a part of a gang",
            large(together("gang", job("cleanPodPolicy: Running", "ExitCode", 1))),
            mastersTakeAnHour(),
            at(
                30,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "train-worker-0"))),
            at(600, "another comes in its place", Makers::bringBackAll)),
        story(
            "a node is gone with a worker of a gang that is done",
            large(together("gang", job("cleanPodPolicy: Running", "ExitCode", 1))),
            mastersTakeAnHour(),
            at(
                600,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "train-worker-0")))),
        new Story(
            "a node is lost for good",
            1,
            List.of(job("cleanPodPolicy: Running", "ExitCode", 2)),
            (pod, _) -> Optional.of(new Ending(training(pod).multipliedBy(5), 0)),
            USUAL,
            List.of(
                at(90, "n2 joins", world -> world.machines().bringBack("n2", Story.ROOMY)),
                at(100, "n1 is gone", world -> world.machines().destroy("n1"))),
            LONG));
  }

  private KubeflowNodes() {}
}
