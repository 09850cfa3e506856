package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Restarts;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.FailureBudget.Backoff;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Clause;
import dev.trainyard.engine.model.RestartRule.Codes;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.EndOf;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A workload as the neutral model says it: a sweep over as many indexes as must succeed or, with
/// MPI, what another resource runs.
///
/// @param claim what is still to be done to have its name
/// @param kept what it has brought already and must not lose
record Neutral(Workload workload, Live live, Optional<Claim> claim, List<Attachment> kept) {

  /// The one role of a sweep has no name.
  static final String ROLE = "";

  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(10), 2, Duration.ofMinutes(6));

  /// A sweep that was running and has no pod at work has one that waits.
  private static final Map<Phase, Phase> SAME =
      Map.of(
          Phase.SHRUNKEN, Phase.WAITING,
          Phase.RESTARTING, Phase.WAITING,
          Phase.RESUMING, Phase.WAITING);

  /// What a program does itself is a failure; what others do to its pod is not.
  private static final List<Clause> CLAUSES =
      List.of(
          new Clause(Set.of(Cause.EXITED), new Codes.Any(), Verdict.REPLACE),
          new Clause(
              Set.of(
                  Cause.NO_EXIT_CODE,
                  Cause.EVICTED,
                  Cause.PREEMPTED,
                  Cause.DELETED_BY_OTHERS,
                  Cause.WAITED_IN_VAIN),
              new Codes.Any(),
              Verdict.REPLACE_UNCOUNTED));

  TrainingJob job() {
    boolean mpi = workload.isMpi();
    return new TrainingJob(
        workload.id(),
        mpi ? mpiRoles() : List.of(sweep()),
        new Naming(workload.name(), false, !mpi, claim),
        Addressing.none(),
        mpi ? EnvContract.none() : new Environment(workload).contract(),
        gang(),
        mpi ? SuccessRule.LEAD : SuccessRule.EVERY_REPLICA,
        mpi
            ? new RunningRule(true, workload.processes() + 1, false, false)
            : new RunningRule(false, 1, true, false),
        budget(),
        new Hold(!live.active(), false),
        Restarts.attemptAsked(live.metadata()),
        new Clock(Optional.empty(), Clock.From.INITIALIZED, live.keepFinished(workload.values())),
        new CleanUp(Sweep.UNFINISHED, Sweep.UNFINISHED, Set.of()),
        Mode.NORMAL,
        Refresh.NEVER,
        attachments(),
        new Patience(workload.settings().fenceAfter(), Duration.ZERO),
        telling());
  }

  private Telling telling() {
    var shown = Set.of(Slot.PENDING, Slot.RUNNING, Slot.SUCCEEDED);
    var within = workload.settings().tellBy();
    return workload.isMpi()
        ? Telling.counts(within, shown, Map.of(Phase.RESUMING, Phase.WAITING))
        : Telling.readyCounts(within, shown, SAME);
  }

  private Gang gang() {
    return workload.isMpi()
        ? Gang.none()
        : new Gang(Gang.Scope.REPLICA, 1, false, workload.queue(), TrainingJob.Marks.none());
  }

  private Role sweep() {
    var marks = new Marks(workload);
    return new Role(
        ROLE,
        workload.completions(),
        workload.parallelism(),
        new PodShape(workload, Part.RUN).template(),
        marks.ofPod(),
        marks.annotationsOfPod(),
        Optional.empty(),
        Map.of(),
        MpiJob.launches(),
        new RestartRule(CLAUSES, Scope.REPLICA, InPlace.NEVER),
        new Carrier.Pods(workload.name(), EndOf.MAIN_CONTAINER, Optional.empty()),
        new Start.AtOnce());
  }

  private List<Role> mpiRoles() {
    var mpi = new MpiJob(workload, !live.active());
    return List.of(
        seen(MpiJob.LAUNCHER, 1, Part.LAUNCHER, mpi.child()),
        seen(MpiJob.WORKER, workload.processes(), Part.WORKER, mpi.workers()));
  }

  private Role seen(String name, int size, Part part, Carrier carrier) {
    return new Role(
        name,
        size,
        size,
        new PodShape(workload, part).wholeTemplate(),
        Map.of(),
        Map.of(),
        MpiJob.launches(),
        new RestartRule(List.of(), Scope.REPLICA, InPlace.NEVER),
        carrier,
        new Start.AtOnce());
  }

  /// What an MPIJob may have of failures is its own to count.
  private FailureBudget budget() {
    boolean mpi = workload.isMpi();
    return new FailureBudget(
        mpi ? OptionalInt.empty() : OptionalInt.of(workload.backoffLimit()),
        Spent.END_JOB,
        false,
        false,
        mpi ? Optional.empty() : Optional.of(BACKOFF),
        preemptions());
  }

  private OptionalInt preemptions() {
    if (workload.values().isOn("terminateAfterPreemption")) {
      return OptionalInt.of(0);
    }
    return workload
        .values()
        .number("preemptionLimit")
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  private List<Attachment> attachments() {
    var attachments = new ArrayList<>(kept);
    StorageClaims.of(workload).stream()
        .flatMap(one -> one.attachment().stream())
        .forEach(attachments::add);
    attachments.addAll(new Network(workload).attachments());
    return attachments;
  }
}
