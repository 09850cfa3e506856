package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.annotate;
import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.story;
import static dev.trainyard.simulation.proof.TensorStackMakers.debug;
import static dev.trainyard.simulation.proof.TensorStackMakers.deepSpeed;
import static dev.trainyard.simulation.proof.TensorStackMakers.delete;
import static dev.trainyard.simulation.proof.TensorStackMakers.elasticDeepSpeed;
import static dev.trainyard.simulation.proof.TensorStackMakers.expect;
import static dev.trainyard.simulation.proof.TensorStackMakers.fails;
import static dev.trainyard.simulation.proof.TensorStackMakers.failsOnce;
import static dev.trainyard.simulation.proof.TensorStackMakers.job;
import static dev.trainyard.simulation.proof.TensorStackMakers.keepWaiting;
import static dev.trainyard.simulation.proof.TensorStackMakers.leadSucceeds;
import static dev.trainyard.simulation.proof.TensorStackMakers.pause;
import static dev.trainyard.simulation.proof.TensorStackMakers.withoutSsh;
import static dev.trainyard.simulation.proof.TensorStackMakers.workersFail;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.cluster.Program;
import java.util.List;
import java.util.stream.Stream;

/// What a DeepSpeedJob goes through.
final class DeepSpeedStories {

  static List<Story> all() {
    return Stream.of(ends(), modes(), sizes()).flatMap(List::stream).toList();
  }

  private static List<Story> ends() {
    return List.of(
        story("worker 0 succeeds", deepSpeed("cleanUpPolicy: All", "Never", 2), leadSucceeds()),
        story(
            "worker 0 succeeds, and nobody logs in anywhere",
            withoutSsh(deepSpeed("cleanUpPolicy: Unfinished", "Never", 2)),
            leadSucceeds()),
        story(
            "worker 0 succeeds, and the others stay",
            deepSpeed("cleanUpPolicy: None", "Never", 2),
            leadSucceeds()),
        story("worker 0 fails", deepSpeed("", "Never", 2), fails("worker-0", 1)),
        story("worker 0 is restarted", deepSpeed("", "ExitCode", 2), failsOnce("worker-0", 137)),
        story(
            "worker 0 fails by itself, and its code says so",
            deepSpeed("", "ExitCode", 2),
            failsOnce("worker-0", 1)),
        story(
            "the workers use up the budget",
            deepSpeed("backoffLimit: 2", "OnFailure", 3),
            workersFail(1)),
        story(
            "a DeepSpeedJob runs out of time",
            deepSpeed("activeDeadlineSeconds: 60", "Never", 2),
            Program.ENDLESS),
        story(
            "a user deletes a worker that is logged in to",
            deepSpeed("", "Never", 2),
            leadSucceeds(),
            at(30, "worker 1 is deleted", world -> delete(world, "worker-1"))));
  }

  private static List<Story> modes() {
    return List.of(
        story(
            "a DeepSpeedJob is paused and resumed as it says",
            deepSpeed(
                "",
                "Never",
                2,
                "runMode: {pause: {enabled: false, resumeSpecs: [{type: master, args: [train.py,"
                    + " --resume]}, {type: worker, skipInitContainer: true}]}}"),
            leadSucceeds(),
            at(30, "paused", world -> pause(world, true)),
            at(300, "resumed", world -> pause(world, false))),
        story(
            "a DeepSpeedJob begins with a pause",
            deepSpeed("", "Never", 2, "runMode: {pause: {enable: true}}"),
            leadSucceeds(),
            at(60, "resumed", world -> pause(world, false))),
        story(
            "a DeepSpeedJob is debugged for a while",
            deepSpeed("backoffLimit: 0", "OnFailure", 2),
            leadSucceeds(),
            at(30, "debugged", world -> debug(world, true)),
            at(60, "back to work", world -> debug(world, false))),
        story(
            "a user asks for a restart of a DeepSpeedJob",
            deepSpeed("", "Never", 2),
            leadSucceeds(),
            at(
                30,
                "attempt 2 is asked for",
                world -> annotate(world, job(world), Annotations.RESTART, "2"))),
        story(
            "a DeepSpeedJob waits in a queue",
            deepSpeed("", "Never", 2, "scheduler: {t9kScheduler: {Queue: team}}"),
            leadSucceeds()));
  }

  private static List<Story> sizes() {
    return List.of(
        story("an elastic DeepSpeedJob has all its workers", elasticDeepSpeed(3), leadSucceeds()),
        story(
            "a worker is away for longer than its lead waits",
            elasticDeepSpeed(3),
            leadSucceeds(),
            at(29, "no place for worker 2", world -> keepWaiting(world, "worker-2")),
            at(30, "worker 2 is deleted", world -> delete(world, "worker-2")),
            at(90, "places for all", world -> keepWaiting(world, ""))),
        story(
            "a worker is back before its lead has noticed",
            elasticDeepSpeed(3),
            leadSucceeds(),
            at(30, "worker 2 is deleted", world -> delete(world, "worker-2"))),
        story(
            "an elastic DeepSpeedJob starts with the workers it gets",
            elasticDeepSpeed(4),
            leadSucceeds(),
            at(0, "no place for worker 3", world -> keepWaiting(world, "worker-3")),
            at(120, "places for all", world -> keepWaiting(world, ""))),
        story(
            "an elastic DeepSpeedJob grows and shrinks",
            elasticDeepSpeed(2),
            leadSucceeds(),
            at(30, "four are expected", world -> expect(world, 4)),
            at(90, "two are expected", world -> expect(world, 2))),
        story(
            "an elastic DeepSpeedJob is paused and resumed",
            elasticDeepSpeed(3),
            leadSucceeds(),
            at(30, "paused", world -> pause(world, true)),
            at(60, "resumed", world -> pause(world, false))),
        story(
            "an elastic DeepSpeedJob grows, and nobody logs in anywhere",
            withoutSsh(elasticDeepSpeed(2)),
            leadSucceeds(),
            at(30, "four are expected", world -> expect(world, 4)),
            at(60, "three are expected", world -> expect(world, 3))));
  }

  private DeepSpeedStories() {}
}
