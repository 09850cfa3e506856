package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.delete;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.MpiMakers.JOB;
import static dev.trainyard.simulation.proof.MpiMakers.atStartup;
import static dev.trainyard.simulation.proof.MpiMakers.launcherFails;
import static dev.trainyard.simulation.proof.MpiMakers.launcherSucceeds;
import static dev.trainyard.simulation.proof.MpiMakers.mpi;
import static dev.trainyard.simulation.proof.MpiMakers.story;
import static dev.trainyard.simulation.proof.MpiMakers.suspend;
import static dev.trainyard.simulation.proof.MpiMakers.suspended;

import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import java.util.List;
import java.util.stream.Stream;

/// What an MPIJob goes through.
final class MpiStories {

  private static final Key LAUNCHER = new Key("Job", "default", "train-launcher");

  static List<Story> all() {
    return Stream.of(ends(), failures(), holds(), hands()).flatMap(List::stream).toList();
  }

  private static List<Story> ends() {
    return List.of(
        story("a launcher runs on its workers", mpi("", 2), launcherSucceeds()),
        story("a launcher runs alone", mpi("", 0), launcherSucceeds()),
        story(
            "a launcher ends, and its workers are ended",
            mpi("cleanPodPolicy: Running", 2),
            launcherSucceeds()),
        story(
            "a launcher ends, and every pod goes",
            mpi("cleanPodPolicy: All", 2),
            launcherSucceeds()),
        story(
            "a launcher ends, and its Job expires",
            mpi("cleanPodPolicy: Running, ttlSecondsAfterFinished: 60", 1),
            launcherSucceeds()),
        story(
            "a launcher runs out of time",
            mpi("cleanPodPolicy: Running, activeDeadlineSeconds: 60", 1),
            Program.ENDLESS));
  }

  private static List<Story> failures() {
    return List.of(
        story("a launcher fails and is tried again", mpi("", 2), launcherFails(1)),
        story("a launcher gives up", mpi("backoffLimit: 1", 1), launcherFails(9)),
        story(
            "a launcher gives up, and its workers are ended",
            mpi("backoffLimit: 0, cleanPodPolicy: Running", 2),
            launcherFails(9)),
        story(
            "a worker fails before its launcher is there and is made again by hand",
            mpi("", 2),
            launcherSucceeds(),
            at(0, "no place for worker 1", world -> Makers.keepWaiting(world, "train-worker-1")),
            at(20, "worker 0 fails", world -> end(world, "train-worker-0", 1)),
            at(30, "places for all", world -> Makers.keepWaiting(world, "")),
            at(90, "worker 0 is deleted", world -> delete(world, pod("train-worker-0")))),
        story(
            "a worker ends before its launcher is there, and nobody minds",
            mpi("", 2),
            launcherSucceeds(),
            at(0, "no place for worker 1", world -> Makers.keepWaiting(world, "train-worker-1")),
            at(20, "worker 0 ends", world -> end(world, "train-worker-0", 0)),
            at(30, "places for all", world -> Makers.keepWaiting(world, ""))),
        story(
            "a worker of a launcher fails and stays as it is",
            mpi("cleanPodPolicy: Running", 2),
            launcherSucceeds(),
            at(30, "worker 1 fails", world -> end(world, "train-worker-1", 1))),
        story(
            "a worker of a launcher fails, and so does the launcher, once",
            mpi("cleanPodPolicy: Running", 2),
            launcherSucceeds(),
            at(30, "worker 1 fails", world -> end(world, "train-worker-1", 1)),
            at(35, "the launcher fails", world -> end(world, "train-launcher-0-0", 1))));
  }

  private static List<Story> holds() {
    return List.of(
        story(
            "a launcher is suspended while it runs",
            mpi("cleanPodPolicy: Running", 2),
            launcherSucceeds(),
            at(30, "suspended", world -> suspend(world, true)),
            at(90, "resumed", world -> suspend(world, false))),
        story(
            "a launcher is suspended before it starts",
            suspended(mpi("", 2)),
            launcherSucceeds(),
            at(60, "resumed", world -> suspend(world, false))),
        story(
            "a launcher that waits for nobody is suspended before it starts",
            suspended(atStartup(mpi("", 2))),
            launcherSucceeds(),
            at(60, "resumed", world -> suspend(world, false))),
        story(
            "a launcher is suspended while it waits for its workers",
            mpi("", 2),
            launcherSucceeds(),
            at(0, "no place for worker 1", world -> Makers.keepWaiting(world, "train-worker-1")),
            at(20, "suspended", world -> suspend(world, true)),
            at(40, "places for all", world -> Makers.keepWaiting(world, "")),
            at(60, "resumed", world -> suspend(world, false))),
        story(
            "a launcher stays suspended",
            mpi("", 2),
            launcherSucceeds(),
            at(30, "suspended", world -> suspend(world, true))));
  }

  private static List<Story> hands() {
    return List.of(
        story(
            "a user deletes a worker of a launcher",
            mpi("", 2),
            launcherSucceeds(),
            at(30, "worker 0 is deleted", world -> delete(world, pod("train-worker-0")))),
        // One that nobody sees leave leaves its name to the next.
        Makers.slow(
                "a user deletes a launcher",
                mpi("", 1),
                launcherSucceeds(),
                at(30, "its pod is deleted", world -> delete(world, pod("train-launcher-0-0"))))
            .under(MpiMakers.RUNNING_JOBS),
        story(
            "a user deletes the Job of a launcher",
            mpi("", 1),
            launcherSucceeds(),
            at(30, "its Job is deleted", world -> world.deleteJob(LAUNCHER))),
        story(
            "a user deletes an MPIJob",
            mpi("", 2),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(JOB))));
  }

  private static void end(World world, String pod, int code) {
    world.machines().exit(pod(pod), code, "Error");
  }

  private MpiStories() {}
}
