package dev.trainyard.dialects.runai;

import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import java.util.function.Predicate;

/// How many pods of a workload stand where.
record Counts(int running, int pending, int succeeded, int failed) {

  static Counts of(JobState state) {
    var memory = state.remember();
    boolean mpi = PhaseWords.isMpi(state);
    Predicate<ReplicaState> done =
        replica -> replica.slot() == Slot.SUCCEEDED || memory.done().contains(replica.id());
    Predicate<ReplicaState> stands = replica -> !replica.leaving() && !done.test(replica);
    Predicate<ReplicaState> runs =
        replica -> replica.slot() == Slot.RUNNING && (mpi || replica.ready());
    return new Counts(
        count(state, stands.and(runs)),
        count(
            state,
            stands.and(
                replica ->
                    replica.slot() == Slot.PENDING
                        || (replica.slot() == Slot.RUNNING && !runs.test(replica)))),
        count(
            state, done.and(replica -> !replica.leaving() || memory.done().contains(replica.id()))),
        mpi ? failedByMpi(state) : memory.tally().restarts());
  }

  /// The launchers that its MPIJob has counted, and the workers that stand there as they failed.
  private static int failedByMpi(JobState state) {
    int launchers =
        state.replicas().stream()
            .filter(replica -> replica.id().role().equals(MpiJob.LAUNCHER))
            .mapToInt(ReplicaState::restarts)
            .sum();
    return launchers
        + count(
            state,
            replica ->
                replica.id().role().equals(MpiJob.WORKER)
                    && replica.slot() == Slot.FAILED
                    && !replica.leaving());
  }

  private static int count(JobState state, Predicate<ReplicaState> which) {
    return (int) state.replicas().stream().filter(which).count();
  }
}
