package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.story;
import static dev.trainyard.simulation.proof.Makers.yaml;
import static dev.trainyard.simulation.proof.TensorStackMakers.leadSucceeds;
import static dev.trainyard.simulation.proof.TensorStackMakers.training;
import static dev.trainyard.simulation.proof.TensorStackMakers.type;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a TensorBoard goes through, its own master's or a job's.
final class TensorBoardStories {

  static final String KIND = "TensorBoard";

  private static final Key BOARD = new Key(KIND, "default", "page");
  private static final String LOGS = "logDir: {pvc: [{name: logs, subPath: [%s]}]}";

  static List<Story> all() {
    return List.of(
        story("a board is there until it is told otherwise", board("page"), Program.ENDLESS),
        story(
            "a board is paused and comes back",
            board("page"),
            Program.ENDLESS,
            at(30, "paused", world -> suspend(world, true)),
            at(90, "resumed", world -> suspend(world, false))),
        story(
            "a board shows other logs",
            board("page"),
            Program.ENDLESS,
            at(30, "other logs", world -> change(world, LOGS.formatted("other")))),
        story(
            "a board is refused until it is corrected",
            board("page"),
            Program.ENDLESS,
            at(30, "logs of nobody", world -> change(world, LOGS.formatted("/etc"))),
            at(90, "corrected", world -> change(world, LOGS.formatted("mnist")))),
        story(
            "a board is started again whatever it ends with",
            board("page"),
            (_, start) ->
                start < 3
                    ? Optional.of(new Ending(Duration.ofSeconds(20), start - 1))
                    : Optional.empty()),
        story(
            "a user deletes the pod of a board",
            board("page"),
            Program.ENDLESS,
            at(30, "its pod is deleted", world -> Makers.delete(world, pod(world)))),
        story(
            "a node is gone with a board",
            board("page"),
            Program.ENDLESS,
            at(30, "its node is gone", TensorBoardStories::destroyItsNode),
            at(600, "another comes in its place", Makers::bringBackAll)),
        story(
            "a user deletes a board",
            board("page"),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(BOARD))),
        story(
            "a training job has a board that outlives its end",
            training(
                "cleanUpPolicy: Unfinished",
                "tensorboardSpec: {%s}".formatted(LOGS.formatted("mnist")),
                type("master", 1, "Never"),
                type("worker", 1, "Never")),
            besides(leadSucceeds())));
  }

  static ObjectNode board(String name) {
    return yaml(
        """
        apiVersion: tensorstack.dev/v1beta1
        kind: %s
        metadata: {name: %s, namespace: default}
        spec: {%s}
        """
            .formatted(KIND, name, LOGS.formatted("mnist")));
  }

  /// What jobs do while pages are served without end.
  static Program besides(Program jobs) {
    return (pod, start) ->
        pod.getMetadata().getName().startsWith("managed-tensorboard-")
            ? Optional.empty()
            : jobs.of(pod, start);
  }

  private static void suspend(World world, boolean suspended) {
    change(world, "suspend: %s".formatted(suspended));
  }

  private static void change(World world, String spec) {
    world.api().patchJob(BOARD, yaml("{spec: {%s}}".formatted(spec)));
  }

  private static Key pod(World world) {
    var board = JobTree.of(world.store().find(BOARD).orElseThrow().raw());
    return Makers.pod(board.lead());
  }

  private static void destroyItsNode(World world) {
    world.machines().destroy(Makers.nodeOf(world, pod(world).name()));
  }

  private TensorBoardStories() {}
}
