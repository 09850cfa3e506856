package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.Conditions.COMPLETED;
import static dev.trainyard.dialects.tensorstack.Conditions.FAILED;
import static dev.trainyard.dialects.tensorstack.Conditions.INITIALIZED;
import static dev.trainyard.dialects.tensorstack.Conditions.PAUSED;
import static dev.trainyard.dialects.tensorstack.Conditions.RUNNING;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.api.tensorstack.JobStatus.ContainerStatus;
import dev.trainyard.api.tensorstack.JobStatus.Memory;
import dev.trainyard.api.tensorstack.JobStatus.ReplicaStatus;
import dev.trainyard.dialects.OrderedConditions;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a job's status brings back.
final class StatusReading {

  private static final Pattern INDEX = Pattern.compile(".*-(\\d{1,9})");

  private final Layout job;
  private final JobStatus status;
  private final OrderedConditions<JobCondition> conditions;

  private StatusReading(Layout job, JobStatus status) {
    this.job = job;
    this.status = status;
    this.conditions = Conditions.of(Optional.of(status));
  }

  static JobState of(Layout job) {
    return job.status()
        .map(status -> new StatusReading(job, status).state())
        .orElseGet(JobState::unseen);
  }

  private JobState state() {
    var remembered = remembered();
    return new JobState(
        Phases.of(requireNonNullElse(status.phase(), ""), conditions),
        remembered.ending().map(Ending::cause),
        replicas(),
        Boards.recalled(Optional.ofNullable(status.tensorboard())).stream().toList(),
        Optional.empty(),
        remembered);
  }

  private Remembered remembered() {
    var restarts = restarts();
    var remembered =
        Remembered.nothing()
            .startedAgain(memory().map(Memory::attempt).orElse(1))
            .with(new Tally(restarts, 0, Optional.empty(), Optional.empty()))
            .dismissing(Set.copyOf(memory().map(Memory::dismissed).orElse(List.of())))
            .filling(memory().map(Memory::filled).orElse(Map.of()))
            .done(done())
            .with(milestones());
    return ending().map(remembered::with).orElse(remembered);
  }

  private Set<ReplicaId> done() {
    return memory().map(Memory::done).orElse(Map.of()).entrySet().stream()
        .flatMap(type -> type.getValue().stream().map(index -> new ReplicaId(type.getKey(), index)))
        .collect(Collectors.toSet());
  }

  /// What the counts of the types are too small for is in that of the whole job.
  private Map<String, Integer> restarts() {
    var restarts = new LinkedHashMap<String, Integer>();
    status.tasks().stream()
        .filter(task -> task.restartCount() > 0)
        .forEach(task -> restarts.put(task.type(), task.restartCount()));
    int untold =
        status.backoffCount() - restarts.values().stream().mapToInt(Integer::intValue).sum();
    restarts.entrySet().stream()
        .filter(type -> untold > 0 && type.getValue() == StatusWriting.MOST_RESTARTS)
        .findFirst()
        .ifPresent(type -> type.setValue(type.getValue() + untold));
    return restarts;
  }

  private Optional<Memory> memory() {
    return Optional.ofNullable(status.memory());
  }

  private Milestones milestones() {
    return new Milestones(
        Optional.empty(),
        accepted(),
        conditions.holds(INITIALIZED)
            ? conditions.since(INITIALIZED)
            : memory().map(Memory::initialized).flatMap(Times::parse),
        running(),
        conditions.holds(PAUSED) ? conditions.since(PAUSED) : Optional.empty(),
        conditions.denied(PAUSED) ? conditions.since(PAUSED) : Optional.empty(),
        memory().map(Memory::unsettledSince).flatMap(Times::parse));
  }

  /// Of a job that has ended, the first moment that is still told.
  private Optional<Instant> accepted() {
    return conditions.denied(COMPLETED)
        ? conditions.since(COMPLETED)
        : conditions.since(INITIALIZED);
  }

  private Optional<Instant> running() {
    return conditions.holds(RUNNING) || Conditions.because(conditions, RUNNING, "PodsNotReady")
        ? conditions.since(RUNNING)
        : Optional.empty();
  }

  private Optional<Ending> ending() {
    return conditions
        .find(COMPLETED)
        .filter(_ -> conditions.holds(COMPLETED))
        .map(
            completed ->
                new Ending(
                    !conditions.holds(FAILED),
                    Sentences.DEADLINE_EXCEEDED.equals(completed.reason()),
                    cause(completed),
                    conditions.since(COMPLETED).orElse(Instant.EPOCH)));
  }

  private Fact cause(JobCondition completed) {
    return conditions.holds(FAILED)
        ? new Sentences(job)
            .causeOf(
                requireNonNullElse(completed.reason(), ""),
                requireNonNullElse(completed.message(), ""))
        : new Fact.Succeeded();
  }

  private List<ReplicaState> replicas() {
    return status.tasks().stream()
        .flatMap(
            task ->
                task.replicaStatus().stream().flatMap(one -> replica(task.type(), one).stream()))
        .toList();
  }

  /// One whose name does not say which replica it is was not written by us.
  private static Optional<ReplicaState> replica(String type, ReplicaStatus told) {
    var index = INDEX.matcher(told.name());
    return index.matches()
        ? Optional.of(
            new ReplicaState(
                new ReplicaId(type, Integer.parseInt(index.group(1))),
                told.name(),
                Optional.ofNullable(told.uid()),
                Phases.SLOTS.meaning(told.phase()).orElse(Slot.UNKNOWN),
                false,
                false,
                0,
                Optional.empty(),
                told.containers().stream().map(StatusReading::container).toList()))
        : Optional.empty();
  }

  private static ContainerState container(ContainerStatus told) {
    return new ContainerState(
        told.name(),
        Phases.STAGES.meaning(told.state()).orElse(ContainerStage.WAITING),
        told.exitCode() == null ? OptionalInt.empty() : OptionalInt.of(told.exitCode()),
        0);
  }
}
