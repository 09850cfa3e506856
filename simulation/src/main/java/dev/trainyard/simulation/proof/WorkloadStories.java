package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Makers.at;
import static dev.trainyard.simulation.proof.Makers.delete;
import static dev.trainyard.simulation.proof.Makers.pod;
import static dev.trainyard.simulation.proof.MpiMakers.launcherFails;
import static dev.trainyard.simulation.proof.MpiMakers.launcherSucceeds;
import static dev.trainyard.simulation.proof.WorkloadMakers.CLAIMS;
import static dev.trainyard.simulation.proof.WorkloadMakers.JOB;
import static dev.trainyard.simulation.proof.WorkloadMakers.MPI;
import static dev.trainyard.simulation.proof.WorkloadMakers.NAMED;
import static dev.trainyard.simulation.proof.WorkloadMakers.REPOSITORY;
import static dev.trainyard.simulation.proof.WorkloadMakers.activate;
import static dev.trainyard.simulation.proof.WorkloadMakers.failing;
import static dev.trainyard.simulation.proof.WorkloadMakers.named;
import static dev.trainyard.simulation.proof.WorkloadMakers.preempt;
import static dev.trainyard.simulation.proof.WorkloadMakers.story;
import static dev.trainyard.simulation.proof.WorkloadMakers.succeeds;
import static dev.trainyard.simulation.proof.WorkloadMakers.takeName;
import static dev.trainyard.simulation.proof.WorkloadMakers.template;
import static dev.trainyard.simulation.proof.WorkloadMakers.workload;

import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import java.util.List;
import java.util.stream.Stream;

/// What a TrainingWorkload goes through.
final class WorkloadStories {

  private static final String SWEEP = NAMED + ", completions: {value: 4}, parallelism: {value: 2}";

  static List<Story> all() {
    return Stream.of(sweeps(), holds(), names(), hands(), withMpi()).flatMap(List::stream).toList();
  }

  private static List<Story> sweeps() {
    return List.of(
        story("a workload succeeds", workload(NAMED, REPOSITORY), succeeds()),
        story("a sweep over four goes two by two", workload(SWEEP), succeeds()),
        story(
            "a failure in a sweep is tried again in time", workload(SWEEP), failing(1, List.of(1))),
        story(
            "a sweep fails too often",
            workload(SWEEP, "backoffLimit: {value: 1}"),
            WorkloadMakers.failsAlways(0)),
        story(
            "a workload goes some time after its end",
            workload(NAMED, CLAIMS, "autoDeletionTimeAfterCompletionSeconds: {value: 60}"),
            succeeds()));
  }

  private static List<Story> holds() {
    return List.of(
        story(
            "a sweep is stopped and goes on with what is left",
            workload(SWEEP),
            succeeds(),
            at(90, "stopped", world -> activate(world, false)),
            at(150, "resumed", world -> activate(world, true))),
        story(
            "a workload begins stopped",
            workload(NAMED, "active: {value: false}"),
            succeeds(),
            at(60, "resumed", world -> activate(world, true))),
        story(
            "a workload stays stopped, and so does what it keeps",
            workload(NAMED, CLAIMS),
            succeeds(),
            at(30, "stopped", world -> activate(world, false))));
  }

  private static List<Story> names() {
    var prefix = "namePrefix: {value: exp}";
    return List.of(
        story(
            "two workloads of one prefix have two names",
            workload(prefix),
            succeeds(),
            at(10, "another comes", world -> world.submit(named("another", prefix)))),
        story(
            "a workload passes over a number that is taken",
            workload("baseWorkload: defaults"),
            succeeds(),
            at(0, "its name is taken", world -> takeName(world, "exp-0")),
            at(10, "its base comes", world -> world.submit(template("defaults", prefix)))),
        story(
            "a workload wants the name of another",
            workload(NAMED),
            succeeds(),
            at(10, "another comes", world -> world.submit(named("another", NAMED)))),
        story(
            "a workload waits for its base",
            workload("baseWorkload: defaults"),
            succeeds(),
            at(60, "its base comes", world -> world.submit(template("defaults", NAMED)))));
  }

  private static List<Story> hands() {
    return List.of(
        // One that nobody sees leave leaves its name to the next.
        Makers.slow(
                "a user deletes a pod of a workload",
                workload(NAMED),
                succeeds(),
                at(30, "its pod is deleted", world -> delete(world, pod("train-0-0"))))
            .under(MpiMakers.RUNNING_JOBS),
        Makers.slow(
                "a pod of a workload is preempted too often",
                workload(NAMED, "preemptionLimit: {value: 1}"),
                Program.ENDLESS,
                at(30, "it is preempted", world -> preempt(world, "train-0-0")),
                at(400, "it is preempted", world -> preempt(world, "train-0-1")))
            .under(MpiMakers.RUNNING_JOBS),
        story(
            "a user deletes a workload",
            workload(SWEEP, CLAIMS),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(JOB))),
        story(
            "a user changes a workload, which takes no notice",
            workload(NAMED),
            succeeds(),
            at(
                20,
                "another command",
                world -> WorkloadMakers.change(world, "command: {value: other}"))));
  }

  private static List<Story> withMpi() {
    return List.of(
        story("a workload runs by MPI", workload(MPI), launcherSucceeds()),
        story("a workload by MPI fails once and is tried again", workload(MPI), launcherFails(1)),
        story(
            "a workload by MPI gives up",
            workload(MPI, "backoffLimit: {value: 0}"),
            launcherFails(9)),
        story(
            "a worker of a workload by MPI fails before its launcher is there",
            workload(MPI),
            launcherSucceeds(),
            at(0, "no place for worker 1", world -> Makers.keepWaiting(world, "train-worker-1")),
            at(20, "worker 0 fails", world -> end(world, "train-worker-0")),
            at(60, "places for all", world -> Makers.keepWaiting(world, ""))),
        story(
            "the workers of a workload by MPI fail too often before their launcher is there",
            workload(MPI, "backoffLimit: {value: 1}"),
            launcherSucceeds(),
            at(0, "no place for worker 1", world -> Makers.keepWaiting(world, "train-worker-1")),
            at(20, "worker 0 fails", world -> end(world, "train-worker-0")),
            at(60, "worker 0 fails", world -> end(world, "train-worker-0"))),
        story(
            "a workload by MPI is stopped and resumed",
            workload(MPI),
            launcherSucceeds(),
            at(30, "stopped", world -> activate(world, false)),
            at(90, "resumed", world -> activate(world, true))),
        story(
            "a workload by MPI begins stopped",
            workload(MPI, "active: {value: false}"),
            launcherSucceeds(),
            at(60, "resumed", world -> activate(world, true))),
        story(
            "a user deletes a workload by MPI",
            workload(MPI),
            Program.ENDLESS,
            at(30, "it is deleted", world -> world.deleteJob(JOB))));
  }

  private static void end(World world, String pod) {
    world.machines().exit(pod(pod), 1, "Error");
  }

  private WorkloadStories() {}
}
