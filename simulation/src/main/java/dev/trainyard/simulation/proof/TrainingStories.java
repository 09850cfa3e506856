package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.annotate;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.slow;
import static dev.trainyard.simulation.proof.Makers.story;
import static dev.trainyard.simulation.proof.TensorStackMakers.ELASTIC;
import static dev.trainyard.simulation.proof.TensorStackMakers.debug;
import static dev.trainyard.simulation.proof.TensorStackMakers.delete;
import static dev.trainyard.simulation.proof.TensorStackMakers.expect;
import static dev.trainyard.simulation.proof.TensorStackMakers.fails;
import static dev.trainyard.simulation.proof.TensorStackMakers.failsOnce;
import static dev.trainyard.simulation.proof.TensorStackMakers.job;
import static dev.trainyard.simulation.proof.TensorStackMakers.keepWaiting;
import static dev.trainyard.simulation.proof.TensorStackMakers.large;
import static dev.trainyard.simulation.proof.TensorStackMakers.leadSucceeds;
import static dev.trainyard.simulation.proof.TensorStackMakers.leadsTakeAnHour;
import static dev.trainyard.simulation.proof.TensorStackMakers.nodeOf;
import static dev.trainyard.simulation.proof.TensorStackMakers.pause;
import static dev.trainyard.simulation.proof.TensorStackMakers.succeeds;
import static dev.trainyard.simulation.proof.TensorStackMakers.training;
import static dev.trainyard.simulation.proof.TensorStackMakers.type;
import static dev.trainyard.simulation.proof.TensorStackMakers.workersFail;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.cluster.Program;
import java.util.List;
import java.util.stream.Stream;

/// What a PyTorchTrainingJob goes through.
final class TrainingStories {

  private static final String RESUMES =
      "runMode: {pause: {%s}, debug: {enable: false}}"
          .formatted(
              "enable: %s, resumeSpecs: [{type: worker, skipInitContainer: true, command: [python],"
                  + " args: [train.py, --resume]}]");

  static List<Story> all() {
    return Stream.of(ends(), restarts(), times(), modes(), hands(), sizes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Story> ends() {
    return List.of(
        story("a training job succeeds", training("cleanUpPolicy: None", "Never", 2), succeeds()),
        story(
            "a training job ends, and what runs on is ended",
            training("cleanUpPolicy: Unfinished", "Never", 2),
            leadSucceeds()),
        story(
            "a training job ends, and every pod goes",
            training("cleanUpPolicy: All", "Never", 2),
            leadSucceeds()),
        story(
            "a training job ends, and what runs on runs on",
            training("cleanUpPolicy: None", "Never", 1),
            leadSucceeds()),
        story("the lead fails", training("", "Never", 2), fails("master-0", 1)),
        story(
            "a worker fails for good, and the job goes on",
            training("", "Never", 2),
            fails("worker-1", 1)));
  }

  private static List<Story> restarts() {
    return List.of(
        story(
            "a failed worker is restarted", training("", "OnFailure", 2), failsOnce("worker-1", 1)),
        story(
            "a lead is started again whatever becomes of it, until the budget is used up",
            training("backoffLimit: 2", "", type("node", 2, "Always")),
            succeeds()),
        story(
            "a worker is killed, and its code says so",
            training("", "ExitCode", 2),
            failsOnce("worker-1", 137)),
        story(
            "a worker fails by itself, and its code says so",
            training("", "ExitCode", 2),
            failsOnce("worker-1", 1)),
        story(
            "three workers share a budget of two restarts",
            training("backoffLimit: 2", "OnFailure", 3),
            workersFail(1)),
        story(
            "a lead is restarted",
            training("", "", type("node", 2, "OnFailure")),
            failsOnce("node-0", 1)),
        story(
            "a lead has no budget left",
            training("backoffLimit: 1", "", type("node", 2, "OnFailure")),
            fails("node-0", 1)));
  }

  private static List<Story> times() {
    return List.of(
        story(
            "a training job runs out of time",
            training("activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        story(
            "a training job runs out of time, and every pod goes",
            training("activeDeadlineSeconds: 90, cleanUpPolicy: All", "Never", 2),
            failsOnce("worker-0", 1)),
        story(
            "the time of a training job begins anew when it is resumed",
            training("activeDeadlineSeconds: 150", "Never", 1),
            succeeds(),
            at(100, "paused", world -> pause(world, true)),
            at(300, "resumed", world -> pause(world, false))),
        story(
            "a training job runs out of time after it was resumed",
            training("activeDeadlineSeconds: 60", "Never", 1),
            Program.ENDLESS,
            at(30, "paused", world -> pause(world, true)),
            at(300, "resumed", world -> pause(world, false))));
  }

  private static List<Story> modes() {
    return List.of(
        story(
            "a training job is paused and resumed as it says",
            training(
                "",
                RESUMES.formatted(false),
                type("master", 1, "Never"),
                type("worker", 2, "Never")),
            succeeds(),
            at(30, "paused", world -> pause(world, true)),
            at(300, "resumed", world -> pause(world, false))),
        story(
            "a training job begins with a pause",
            training(
                "",
                RESUMES.formatted(true),
                type("master", 1, "Never"),
                type("worker", 1, "Never")),
            succeeds(),
            at(60, "resumed", world -> pause(world, false))),
        story(
            "a training job is paused while it starts",
            training("", "Never", 2),
            succeeds(),
            at(0, "no place for worker 1", world -> keepWaiting(world, "worker-1")),
            at(20, "paused", world -> pause(world, true)),
            at(40, "places for all", world -> keepWaiting(world, "")),
            at(60, "resumed", world -> pause(world, false))),
        slow(
            "a training job is resumed before its pods are gone",
            training("", "Never", 2),
            succeeds(),
            at(30, "paused", world -> pause(world, true)),
            at(60, "resumed", world -> pause(world, false))),
        story(
            "a resumed worker is restarted as it was resumed",
            training(
                "",
                RESUMES.formatted(false),
                type("master", 1, "Never"),
                type("worker", 1, "OnFailure")),
            succeeds(),
            at(30, "paused", world -> pause(world, true)),
            at(60, "resumed", world -> pause(world, false)),
            at(90, "a worker fails", world -> TensorStackMakers.kill(world, "worker-0", 1))),
        story(
            "a training job stays paused",
            training("", "Never", 2),
            succeeds(),
            at(30, "paused", world -> pause(world, true))),
        story(
            "a training job is debugged for a while",
            training("backoffLimit: 0", "OnFailure", 2),
            succeeds(),
            at(30, "debugged", world -> debug(world, true)),
            at(300, "back to work", world -> debug(world, false))),
        story(
            "a training job is paused, debugged and resumed",
            training("", "Never", 1),
            succeeds(),
            at(20, "paused", world -> pause(world, true)),
            at(40, "to be debugged", world -> debug(world, true)),
            at(60, "resumed", world -> pause(world, false)),
            at(300, "back to work", world -> debug(world, false))),
        story(
            "a debugged lead ends, and the job with it",
            training("", "Never", 1),
            succeeds(),
            at(30, "debugged", world -> debug(world, true)),
            at(90, "the lead is done", world -> TensorStackMakers.kill(world, "master-0", 0))));
  }

  private static List<Story> hands() {
    return List.of(
        story(
            "a user deletes a worker of a training job",
            training("backoffLimit: 0", "Never", 2),
            succeeds(),
            at(30, "worker 1 is deleted", world -> delete(world, "worker-1"))),
        story(
            "a user deletes the lead of a training job",
            training("backoffLimit: 0", "Never", 1),
            succeeds(),
            at(30, "the lead is deleted", world -> delete(world, "master-0"))),
        story(
            "a user deletes a training job",
            training("", "Never", 1),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(job(world)))),
        story(
            "a user asks for a restart of a training job",
            training("", "Never", 2),
            succeeds(),
            at(
                30,
                "attempt 2 is asked for",
                world -> annotate(world, job(world), Annotations.RESTART, "2"))),
        story(
            "a worker of a training job never finds a place",
            training("activeDeadlineSeconds: 90", "Never", 2),
            leadsTakeAnHour(),
            at(0, "no place for worker 1", world -> keepWaiting(world, "worker-1"))),
        story(
            "a node dies under a training job",
            large(training("backoffLimit: 0", "OnFailure", 1)),
            leadsTakeAnHour(),
            at(
                30,
                "the node of worker 0 is out of sight",
                world -> world.machines().lose(nodeOf(world, "worker-0"))),
            at(1800, "it is back", Makers::findAll)),
        story(
            "a node is gone under a training job",
            large(training("", "OnFailure", 1)),
            leadsTakeAnHour(),
            at(
                30,
                "the node of worker 0 is gone",
                world -> world.machines().destroy(nodeOf(world, "worker-0"))),
            at(600, "another comes in its place", Makers::bringBackAll)),
        story(
            "a training job waits in a queue",
            training(
                "cleanUpPolicy: All",
                "scheduler: {t9kScheduler: {queue: team, priority: 20}}",
                type("master", 1, "Never"),
                type("worker", 2, "Never")),
            succeeds(),
            at(30, "paused", world -> pause(world, true)),
            at(60, "resumed", world -> pause(world, false))));
  }

  private static List<Story> sizes() {
    return List.of(
        story(
            "an elastic training job grows and shrinks",
            training("", ELASTIC.formatted(1, 4, 2), type("node", 2, "OnFailure")),
            leadSucceeds(),
            at(30, "four are expected", world -> expect(world, 4)),
            at(60, "one is expected", world -> expect(world, 1))),
        story(
            "an elastic training job grows by weight",
            training(
                "cleanUpPolicy: All",
                ELASTIC.formatted(3, 9, 4),
                type("master", 1, "Never"),
                type("worker", 1, "Never", 3),
                type("evaluator", 1, "Never", 1)),
            leadSucceeds(),
            at(30, "nine are expected", world -> expect(world, 9)),
            at(60, "three are expected", world -> expect(world, 3))),
        story(
            "an elastic training job goes on without a worker",
            training("", ELASTIC.formatted(1, 3, 3), type("node", 3, "Never")),
            fails("node-2", 1)));
  }

  private TrainingStories() {}
}
