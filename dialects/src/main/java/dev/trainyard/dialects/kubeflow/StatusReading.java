package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.Conditions.RESTARTING;
import static dev.trainyard.dialects.kubeflow.Conditions.RUNNING;
import static dev.trainyard.dialects.kubeflow.Conditions.SUCCEEDED;
import static dev.trainyard.dialects.kubeflow.Conditions.SUSPENDED;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.ReplicaStatus;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Memory;
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
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a job's status and memory bring back. Also reads what another operator wrote, so that a job
/// can change hands.
final class StatusReading {

  private final Layout job;
  private final Optional<JobStatus> status;
  private final Conditions conditions;

  private StatusReading(Layout job, Optional<JobStatus> status) {
    this.job = job;
    this.status = status;
    this.conditions = Conditions.of(status).withoutRefusal();
  }

  static JobState of(Layout job) {
    var reading = new StatusReading(job, Optional.ofNullable(job.job().status()));
    var told = reading.told();
    var memory =
        job.annotation(Annotations.MEMORY).map(text -> Memory.read(text, told)).orElse(told);
    return reading.state(memory);
  }

  /// What the status brings back without the memory.
  static Remembered told(Layout job, Optional<JobStatus> status) {
    return new StatusReading(job, status).told();
  }

  private Remembered told() {
    var nothing = Remembered.nothing();
    var remembered = nothing.with(milestones());
    return ending().map(remembered::with).orElse(remembered);
  }

  /// That everything was placed is not written down; it follows at once when the job starts.
  private Milestones milestones() {
    var start = status.flatMap(known -> Times.parse(known.startTime()));
    return new Milestones(
        start.isPresent()
            ? Optional.empty()
            : status.flatMap(known -> Times.parse(known.lastReconcileTime())),
        start,
        start,
        conditions
            .find(RUNNING)
            .filter(running -> Reason.RUNNING.word.equals(running.reason()))
            .map(this::since),
        conditions.holding(SUSPENDED).map(this::since),
        conditions.denied(SUSPENDED).map(this::since),
        Optional.empty());
  }

  private Optional<Ending> ending() {
    return conditions
        .terminal()
        .map(
            verdict -> {
              boolean succeeded = verdict.type().equals(SUCCEEDED);
              var cause = succeeded ? new Fact.Succeeded() : cause(verdict);
              boolean byLimit =
                  cause instanceof Fact.BudgetSpent || cause instanceof Fact.OutOfTime;
              var at =
                  status
                      .flatMap(known -> Times.parse(known.completionTime()))
                      .orElseGet(() -> since(verdict));
              return new Ending(succeeded, byLimit, cause, at);
            });
  }

  private Fact cause(JobCondition verdict) {
    return new Sentences(job)
        .causeOf(
            requireNonNullElse(verdict.reason(), ""), requireNonNullElse(verdict.message(), ""));
  }

  /// A condition without a time of its own is as old as the job.
  private Instant since(JobCondition condition) {
    return Times.parse(condition.lastTransitionTime())
        .or(() -> Times.parse(condition.lastUpdateTime()))
        .or(() -> status.flatMap(known -> Times.parse(known.startTime())))
        .or(() -> Times.parse(job.job().metadata().getCreationTimestamp()))
        .orElse(Instant.EPOCH);
  }

  private JobState state(Remembered memory) {
    var phase = phase(memory);
    return new JobState(phase, why(phase, memory), replicas(), List.of(), waiting(memory), memory);
  }

  /// A job whose spec was refused waits for another one; once that has come, waiting for nothing is
  /// a change to be told.
  private Optional<Waiting> waiting(Remembered memory) {
    if (Conditions.of(status).refused()) {
      return Optional.of(new Waiting("SpecRefused", Map.of()));
    }
    var milestones = memory.milestones();
    boolean queued =
        milestones.queued().isPresent()
            && milestones.accepted().isEmpty()
            && milestones.held().isEmpty()
            && memory.ending().isEmpty();
    return queued
        ? Optional.of(new Waiting("WaitingForGroup", Map.of("queue", queue())))
        : Optional.empty();
  }

  private String queue() {
    return job.runPolicy()
        .flatMap(policy -> Optional.ofNullable(policy.schedulingPolicy()))
        .map(SchedulingPolicy::queue)
        .orElse("");
  }

  /// The phase that was told, whatever the memory knows already. Waiting and starting are both told
  /// as `Created`, and come back as the first of the phases.
  private Phase phase(Remembered memory) {
    var milestones = memory.milestones();
    if (conditions.terminal().isPresent()) {
      return conditions.terminal().get().type().equals(SUCCEEDED) ? Phase.SUCCEEDED : Phase.FAILED;
    }
    if (milestones.held().isPresent()) {
      return Phase.HELD;
    }
    if (conditions.holding(RESTARTING).isPresent()) {
      return Phase.RESTARTING;
    }
    if (conditions.holding(RUNNING).isPresent()) {
      return Phase.RUNNING;
    }
    return milestones.resumed().isPresent() ? Phase.RESUMING : Phase.ACCEPTED;
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

  /// Only how many stand in each slot is known, so the lowest indexes stand for them.
  private List<ReplicaState> replicas() {
    var replicas = new ArrayList<ReplicaState>();
    status.ifPresent(
        known ->
            known
                .replicaStatuses()
                .forEach(
                    (type, counts) -> {
                      var slots = slots(counts);
                      for (int index = 0; index < slots.size(); index++) {
                        replicas.add(replica(new ReplicaId(type, index), slots.get(index)));
                      }
                    }));
    return replicas;
  }

  private static List<Slot> slots(ReplicaStatus counts) {
    var slots = new ArrayList<Slot>();
    add(slots, counts.active(), Slot.RUNNING);
    add(slots, counts.succeeded(), Slot.SUCCEEDED);
    add(slots, counts.failed(), Slot.FAILED);
    return slots;
  }

  /// Counts come from outside: no job we accept has more.
  private static void add(List<Slot> slots, int count, Slot slot) {
    for (int i = 0; i < Math.min(count, ReplicaCount.MOST); i++) {
      slots.add(slot);
    }
  }

  private ReplicaState replica(ReplicaId id, Slot slot) {
    return new ReplicaState(
        id,
        job.podName(id.role(), id.index()),
        Optional.empty(),
        slot,
        false,
        false,
        0,
        Optional.empty(),
        List.of());
  }
}
