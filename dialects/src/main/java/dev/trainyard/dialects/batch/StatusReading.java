package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.Conditions.COMPLETE;
import static dev.trainyard.dialects.batch.Conditions.FAILED;
import static dev.trainyard.dialects.batch.Conditions.FAILURE_TARGET;
import static dev.trainyard.dialects.batch.Conditions.FALSE;
import static dev.trainyard.dialects.batch.Conditions.REFUSED;
import static dev.trainyard.dialects.batch.Conditions.SUCCESS_CRITERIA_MET;
import static dev.trainyard.dialects.batch.Conditions.SUSPENDED;
import static dev.trainyard.dialects.batch.Conditions.TRUE;
import static java.util.Objects.requireNonNullElse;

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
import dev.trainyard.engine.plan.PodNames;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a Job's status and memory bring back.
final class StatusReading {

  private final Layout job;
  private final Optional<JobStatus> status;
  private final Conditions conditions;

  private StatusReading(Layout job, Optional<JobStatus> status) {
    this.job = job;
    this.status = status;
    this.conditions = Conditions.of(status);
  }

  static JobState of(Layout job) {
    var reading = new StatusReading(job, job.status());
    var told = reading.told();
    return reading.state(job.memory().map(text -> Memory.read(text, told)).orElse(told));
  }

  /// What the status brings back without the memory.
  static Remembered told(Layout job, Optional<JobStatus> status) {
    return new StatusReading(job, status).told();
  }

  private Remembered told() {
    var remembered = Remembered.nothing().with(milestones());
    if (job.indexed()) {
      var done = status.map(JobStatus::getCompletedIndexes).map(Indexes::of);
      remembered =
          remembered.done(
              done.stream()
                  .flatMap(indexes -> indexes.stream())
                  .map(index -> new ReplicaId(Neutral.ROLE, index))
                  .collect(Collectors.toSet()));
    }
    return ending().map(remembered::with).orElse(remembered);
  }

  /// One that was never anything but suspended has no time at which it started; it was taken on
  /// when it was held. That everything was placed follows at once when it starts.
  private Milestones milestones() {
    var start = status.flatMap(known -> Times.parse(known.getStartTime()));
    var held = conditions.since(SUSPENDED, TRUE);
    return new Milestones(
        Optional.empty(),
        start.or(() -> held),
        start,
        Optional.empty(),
        held,
        conditions.since(SUSPENDED, FALSE),
        Optional.empty());
  }

  private Optional<Ending> ending() {
    return first(SUCCESS_CRITERIA_MET, COMPLETE)
        .map(verdict -> new Ending(true, false, new Fact.Succeeded(), since(verdict)))
        .or(() -> first(FAILURE_TARGET, FAILED).map(this::failure));
  }

  private Ending failure(JobCondition verdict) {
    var cause = cause(requireNonNullElse(verdict.getReason(), ""));
    boolean byLimit = cause instanceof Fact.BudgetSpent || cause instanceof Fact.OutOfTime;
    return new Ending(false, byLimit, cause, since(verdict));
  }

  private Fact cause(String reason) {
    int failed = number(JobStatus::getFailed);
    return switch (reason) {
      case "BackoffLimitExceeded" -> new Fact.BudgetSpent(failed);
      case "DeadlineExceeded" ->
          new Fact.OutOfTime(
              Optional.ofNullable(job.spec().getActiveDeadlineSeconds())
                  .map(Neutral::seconds)
                  .orElse(Duration.ZERO));
      default -> new Fact.ReplicasFailed(Neutral.ROLE, failed, false);
    };
  }

  private Optional<JobCondition> first(String... types) {
    return Stream.of(types).flatMap(type -> conditions.holding(type).stream()).findFirst();
  }

  /// A condition without a time of its own is as old as the Job.
  private Instant since(JobCondition condition) {
    return Times.parse(condition.getLastTransitionTime())
        .or(() -> status.flatMap(known -> Times.parse(known.getStartTime())))
        .or(() -> Times.parse(job.metadata().getCreationTimestamp()))
        .orElse(Instant.EPOCH);
  }

  private JobState state(Remembered memory) {
    var phase = phase(memory);
    return new JobState(phase, why(phase, memory), replicas(), List.of(), waiting(), memory);
  }

  /// Once another spec has come, waiting for nothing is a change to be told.
  private Optional<Waiting> waiting() {
    return conditions.holds(REFUSED)
        ? Optional.of(new Waiting("SpecRefused", Map.of()))
        : Optional.empty();
  }

  /// The phase that was told, whatever the memory knows already.
  private Phase phase(Remembered memory) {
    var told = ending();
    if (told.isPresent()) {
      return told.get().succeeded() ? Phase.SUCCEEDED : Phase.FAILED;
    }
    var milestones = memory.milestones();
    if (milestones.held().isPresent()) {
      return Phase.HELD;
    }
    if (milestones.resumed().isPresent() && milestones.running().isEmpty()) {
      return Phase.RESUMING;
    }
    if (number(JobStatus::getReady) > 0) {
      return Phase.RUNNING;
    }
    return number(JobStatus::getActive) > 0 ? Phase.STARTING : Phase.ACCEPTED;
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
    int ready = number(JobStatus::getReady);
    var slots = new ArrayList<Slot>();
    add(slots, number(JobStatus::getSucceeded), Slot.SUCCEEDED);
    add(slots, ready, Slot.RUNNING);
    add(slots, number(JobStatus::getActive) - ready, Slot.PENDING);
    add(slots, number(JobStatus::getTerminating), Slot.DELETED);
    var replicas = new ArrayList<ReplicaState>();
    for (int index = 0; index < slots.size(); index++) {
      replicas.add(replica(new ReplicaId(Neutral.ROLE, index), slots.get(index)));
    }
    return replicas;
  }

  /// Counts come from outside: no Job we accept has more.
  private static void add(List<Slot> slots, int count, Slot slot) {
    for (int i = 0; i < Math.min(count, ReplicaCount.MOST); i++) {
      slots.add(slot);
    }
  }

  private ReplicaState replica(ReplicaId id, Slot slot) {
    return new ReplicaState(
        id,
        PodNames.of(Neutral.naming(job), id, 0),
        Optional.empty(),
        slot,
        false,
        slot == Slot.RUNNING,
        0,
        Optional.empty(),
        List.of());
  }

  private int number(Function<JobStatus, Integer> count) {
    return status.map(count).orElse(0);
  }
}
