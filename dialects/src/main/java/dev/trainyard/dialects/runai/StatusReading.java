package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Conditions.COMPLETED;
import static dev.trainyard.dialects.runai.Conditions.FAILED;
import static dev.trainyard.dialects.runai.Conditions.RUNNING;
import static dev.trainyard.dialects.runai.Conditions.SUBMITTED;
import static dev.trainyard.dialects.runai.Conditions.SUSPENDED;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.api.runai.TrainingWorkloadStatus.Condition;
import dev.trainyard.dialects.Memory;
import dev.trainyard.dialects.OrderedConditions;
import dev.trainyard.dialects.Times;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Remembered.Preemptions;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a workload's status brings back.
final class StatusReading {

  static final String INCIDENT = "incident";

  /// Where the launcher of an MPI job stands; nowhere, where it shows no pod.
  static final String LAUNCHER = "launcher";

  private final Optional<TrainingWorkloadStatus> status;
  private final OrderedConditions<Condition> conditions;

  private StatusReading(Optional<TrainingWorkloadStatus> status) {
    this.status = status;
    this.conditions = Conditions.of(status);
  }

  static JobState of(Optional<TrainingWorkloadStatus> status) {
    var reading = new StatusReading(status);
    var told = reading.told();
    return reading.state(
        reading.memory().map(memory -> Memory.read(memory.toString(), told)).orElse(told));
  }

  /// What it brings back without its memory.
  static Remembered told(TrainingWorkloadStatus status) {
    return new StatusReading(Optional.of(status)).told();
  }

  /// Whether it tells that nothing was made of the workload, and why.
  static Optional<Condition> refusal(Optional<TrainingWorkloadStatus> status) {
    var conditions = Conditions.of(status);
    return conditions.denied(SUBMITTED) ? conditions.find(SUBMITTED) : Optional.empty();
  }

  private Optional<ObjectNode> memory() {
    return status.flatMap(known -> Optional.ofNullable(known.memory()));
  }

  private Remembered told() {
    var nothing = Remembered.nothing();
    return new Remembered(
        nothing.attempt(),
        nothing.tally(),
        nothing.dismissed(),
        nothing.tries(),
        nothing.done(),
        milestones(),
        preemptions(),
        ending());
  }

  private Preemptions preemptions() {
    return new Preemptions(
        number(TrainingWorkloadStatus::preemptionCount),
        memory().flatMap(memory -> Optional.ofNullable(memory.path(INCIDENT).textValue())));
  }

  private Milestones milestones() {
    return new Milestones(
        Optional.empty(),
        time(TrainingWorkloadStatus::startTime),
        conditions.heldSince(SUBMITTED),
        conditions.heldSince(RUNNING),
        conditions.heldSince(SUSPENDED),
        conditions.deniedSince(SUSPENDED),
        Optional.empty());
  }

  private Optional<Ending> ending() {
    return time(TrainingWorkloadStatus::completionTime)
        .flatMap(
            at ->
                conditions.holds(COMPLETED)
                    ? Optional.of(new Ending(true, false, new Fact.Succeeded(), at))
                    : conditions
                        .find(FAILED)
                        .filter(_ -> conditions.holds(FAILED))
                        .map(failure -> failure(failure, at)));
  }

  private Ending failure(Condition failure, Instant at) {
    var reason = requireNonNullElse(failure.reason(), "");
    var spent = new Fact.BudgetSpent(number(TrainingWorkloadStatus::failedPods));
    // An MPIJob gives up for the same reason, in its own words.
    if (reason.equals(Sentences.BACKOFF_LIMIT_EXCEEDED)
        && Sentences.failed(spent).equals(failure.message())) {
      return new Ending(false, true, spent, at);
    }
    return switch (reason) {
      case Sentences.TERMINATED_AFTER_PREEMPTION, Sentences.PREEMPTION_LIMIT_EXCEEDED ->
          new Ending(
              false,
              false,
              new Fact.PreemptedTooOften(number(TrainingWorkloadStatus::preemptionCount)),
              at);
      default ->
          new Ending(
              false,
              false,
              new Fact.ChildFailed(reason, requireNonNullElse(failure.message(), "")),
              at);
    };
  }

  private JobState state(Remembered memory) {
    var phase = phase(memory);
    return new JobState(phase, why(phase, memory), replicas(), List.of(), waiting(), memory);
  }

  /// Once another spec has come, waiting for nothing is a change to be told.
  private Optional<Waiting> waiting() {
    return conditions.denied(SUBMITTED)
        ? Optional.of(new Waiting("SpecRefused", Map.of()))
        : Optional.empty();
  }

  /// A refusal is called a failure too, and is none: nothing has ended.
  private Phase phase(Remembered memory) {
    var told =
        status
            .flatMap(known -> Optional.ofNullable(known.phase()))
            .map(PhaseWords::phase)
            .orElse(Phase.ACCEPTED);
    return told == Phase.FAILED && memory.ending().isEmpty() ? Phase.ACCEPTED : told;
  }

  private static Optional<Fact> why(Phase phase, Remembered memory) {
    var milestones = memory.milestones();
    return switch (phase) {
      case SUCCEEDED, FAILED -> memory.ending().map(Ending::cause);
      case RUNNING -> milestones.running().map(Fact.BeganRunning::new);
      case HOLDING, HELD -> milestones.held().map(Fact.WentOnHold::new);
      case RESUMING -> milestones.resumed().map(Fact.Resumed::new);
      case ACCEPTED, WAITING, STARTING, SHRUNKEN, RESTARTING, UNKNOWN -> Optional.empty();
    };
  }

  /// Only how many stand in each slot is known, so the lowest indexes stand for them. Of an MPI job
  /// the rest are workers.
  private List<ReplicaState> replicas() {
    var slots = new ArrayList<Slot>();
    add(slots, number(TrainingWorkloadStatus::succeededPods), Slot.SUCCEEDED);
    add(slots, number(TrainingWorkloadStatus::runningPods), Slot.RUNNING);
    add(slots, number(TrainingWorkloadStatus::pendingPods), Slot.PENDING);
    var launcher =
        memory().flatMap(memory -> Optional.ofNullable(memory.path(LAUNCHER).textValue()));
    var replicas = new ArrayList<ReplicaState>();
    slots.stream()
        .filter(slot -> launcher.filter(slot.name()::equals).isPresent())
        .findFirst()
        .ifPresent(
            slot -> {
              slots.remove(slot);
              replicas.add(replica(new ReplicaId(MpiJob.LAUNCHER, 0), slot));
            });
    var role = launcher.isPresent() ? MpiJob.WORKER : Neutral.ROLE;
    for (int index = 0; index < slots.size(); index++) {
      replicas.add(replica(new ReplicaId(role, index), slots.get(index)));
    }
    return replicas;
  }

  /// Counts come from outside: no workload we accept has more.
  private static void add(List<Slot> slots, int count, Slot slot) {
    for (int i = 0; i < Math.min(count, ReplicaCount.MOST); i++) {
      slots.add(slot);
    }
  }

  private static ReplicaState replica(ReplicaId id, Slot slot) {
    return new ReplicaState(
        id,
        "",
        Optional.empty(),
        slot,
        false,
        slot == Slot.RUNNING,
        0,
        Optional.empty(),
        List.of());
  }

  private int number(Function<TrainingWorkloadStatus, Integer> count) {
    return status.map(count).orElse(0);
  }

  private Optional<Instant> time(Function<TrainingWorkloadStatus, String> field) {
    return status.map(field).flatMap(Times::parse);
  }
}
