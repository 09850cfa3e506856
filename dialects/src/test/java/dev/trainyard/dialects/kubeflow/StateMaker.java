package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Makes states in which a test names only what it is about.
record StateMaker(Phase phase, Optional<Fact> why, List<ReplicaState> replicas, Remembered memory) {

  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final Instant START = Instant.parse("2026-01-02T03:04:00Z");

  /// That many seconds into every story.
  static Instant at(long second) {
    return START.plusSeconds(second);
  }

  /// The job with a state stored in it.
  static PyTorchJob stored(PyTorchJob job, JobState state) {
    return DIALECT.withStatus(job, state, at(100));
  }

  static PyTorchJob refused(PyTorchJob job, List<Problem> problems) {
    return DIALECT.refused(job, problems, at(100));
  }

  static StateMaker accepted() {
    return new StateMaker(Phase.ACCEPTED, Optional.empty(), List.of(), Remembered.nothing())
        .milestones(Milestones.none().accepted(at(0)));
  }

  static StateMaker queued() {
    return new StateMaker(Phase.ACCEPTED, Optional.empty(), List.of(), Remembered.nothing())
        .milestones(Milestones.none().queued(at(0)));
  }

  static StateMaker heldAtBirth() {
    return new StateMaker(Phase.HELD, Optional.empty(), List.of(), Remembered.nothing())
        .milestones(Milestones.none().heldSince(at(0)));
  }

  StateMaker starting() {
    return phase(Phase.STARTING);
  }

  StateMaker running(long second) {
    return milestones(memory.milestones().running(Optional.of(at(second)))).phase(Phase.RUNNING);
  }

  StateMaker restarting(String role) {
    return phase(Phase.RESTARTING)
        .because(new Fact.ReplicaRestarted(new ReplicaId(role, 0), "pod", "uid", 1));
  }

  StateMaker held(long second) {
    return milestones(memory.milestones().heldSince(at(second))).phase(Phase.HOLDING);
  }

  StateMaker resumed(long second) {
    return milestones(memory.milestones().resumed(at(second)).accepted(at(second)))
        .phase(Phase.RESUMING);
  }

  StateMaker succeeded(long second) {
    return ended(new Ending(true, false, new Fact.Succeeded(), at(second)));
  }

  StateMaker failed(Fact cause, long second) {
    boolean byLimit = cause instanceof Fact.BudgetSpent || cause instanceof Fact.OutOfTime;
    return ended(new Ending(false, byLimit, cause, at(second)));
  }

  StateMaker ended(Ending ending) {
    return new StateMaker(
        ending.succeeded() ? Phase.SUCCEEDED : Phase.FAILED,
        Optional.of(ending.cause()),
        replicas,
        memory.with(ending));
  }

  StateMaker phase(Phase phase) {
    return new StateMaker(phase, Optional.empty(), replicas, memory);
  }

  StateMaker because(Fact fact) {
    return new StateMaker(phase, Optional.of(fact), replicas, memory);
  }

  StateMaker milestones(Milestones milestones) {
    return new StateMaker(phase, why, replicas, memory.with(milestones));
  }

  StateMaker counting(Tally tally) {
    return new StateMaker(phase, why, replicas, memory.with(tally));
  }

  StateMaker dismissing(String... uids) {
    return new StateMaker(phase, why, replicas, memory.dismissing(Set.of(uids)));
  }

  StateMaker remembering(Remembered remembered) {
    return new StateMaker(phase, why, replicas, remembered);
  }

  StateMaker replicas(List<ReplicaState> states) {
    return new StateMaker(phase, why, states, memory);
  }

  /// One replica after the other, starting at index 0.
  StateMaker slots(String role, Slot... slots) {
    var added =
        Stream.iterate(0, i -> i < slots.length, i -> i + 1)
            .map(i -> replica(role, i, slots[i], false));
    return replicas(
        Stream.concat(replicas.stream().filter(state -> !state.id().role().equals(role)), added)
            .toList());
  }

  StateMaker leaving(String role, int index, Slot slot) {
    return replicas(
        Stream.concat(replicas.stream(), Stream.of(replica(role, index, slot, true))).toList());
  }

  static ReplicaState replica(String role, int index, Slot slot, boolean leaving) {
    return new ReplicaState(
        new ReplicaId(role, index),
        "pod-" + index,
        Optional.of("uid-" + role + index),
        slot,
        leaving,
        false,
        0,
        Optional.empty(),
        List.of());
  }

  JobState build() {
    return new JobState(phase, why, replicas, List.of(), Optional.empty(), memory);
  }
}
