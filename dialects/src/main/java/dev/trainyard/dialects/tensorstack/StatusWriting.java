package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.Conditions.COMPLETED;
import static dev.trainyard.dialects.tensorstack.Conditions.FAILED;
import static dev.trainyard.dialects.tensorstack.Conditions.INITIALIZED;
import static dev.trainyard.dialects.tensorstack.Conditions.PAUSED;
import static dev.trainyard.dialects.tensorstack.Conditions.REPLICA_FAILURE;
import static dev.trainyard.dialects.tensorstack.Conditions.RUNNING;
import static java.util.Comparator.comparingInt;
import static java.util.function.Predicate.not;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.api.tensorstack.JobStatus.Aggregate;
import dev.trainyard.api.tensorstack.JobStatus.ContainerStatus;
import dev.trainyard.api.tensorstack.JobStatus.DependentStatus;
import dev.trainyard.api.tensorstack.JobStatus.Memory;
import dev.trainyard.api.tensorstack.JobStatus.ReplicaStatus;
import dev.trainyard.api.tensorstack.JobStatus.TaskStatus;
import dev.trainyard.dialects.OrderedConditions;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A state in the words of a job's status.
final class StatusWriting {

  /// Larger numbers do not fit into the field.
  static final int MOST_RESTARTS = Short.MAX_VALUE;

  private final Layout job;
  private final JobState state;
  private final boolean hasBoard;
  private final Instant now;
  private final Milestones milestones;
  private final Optional<Ending> ending;
  private final List<Replica> replicas;

  private StatusWriting(Layout job, JobState state, boolean hasBoard, Instant now) {
    this.job = job;
    this.state = state;
    this.hasBoard = hasBoard;
    this.now = now;
    this.milestones = state.remember().milestones();
    this.ending = state.remember().ending();
    this.replicas = state.replicas().stream().map(Replica::of).toList();
  }

  static JobStatus of(Layout job, JobState state, boolean hasBoard, Instant now) {
    return new StatusWriting(job, state, hasBoard, now).status();
  }

  private JobStatus status() {
    var conditions = conditions();
    return new JobStatus(
        job.ranked().stream().map(type -> task(type.name())).toList(),
        board(),
        state.remember().tally().restarts(),
        aggregate(),
        conditions.list(),
        Phases.word(conditions, job.paused(), state.phase() == Phase.UNKNOWN),
        memory());
  }

  /// A replica as its status shows it: one that was asked to go is gone.
  private record Replica(ReplicaState state, Slot slot) {
    static Replica of(ReplicaState state) {
      return new Replica(state, state.leaving() ? Slot.DELETED : state.slot());
    }
  }

  private TaskStatus task(String type) {
    return new TaskStatus(
        type,
        Math.min(state.remember().tally().restartsOf(type), MOST_RESTARTS),
        replicas.stream()
            .filter(replica -> replica.state().id().role().equals(type))
            .sorted(Comparator.comparingInt(replica -> replica.state().id().index()))
            .map(StatusWriting::replica)
            .toList());
  }

  private static ReplicaStatus replica(Replica replica) {
    return new ReplicaStatus(
        replica.state().podName(),
        replica.state().uid().orElse(null),
        Phases.word(replica.slot()),
        replica.state().containers().stream().map(StatusWriting::container).toList());
  }

  private static ContainerStatus container(ContainerState container) {
    return new ContainerStatus(
        container.name(),
        Phases.word(container.stage()),
        container.exitCode().isPresent() ? container.exitCode().getAsInt() : null);
  }

  private Aggregate aggregate() {
    return new Aggregate(
        count(Slot.CREATING),
        count(Slot.PENDING),
        count(Slot.RUNNING),
        count(Slot.SUCCEEDED),
        count(Slot.FAILED),
        count(Slot.UNKNOWN),
        count(Slot.DELETED));
  }

  private int count(Slot slot) {
    return (int) replicas.stream().filter(replica -> replica.slot() == slot).count();
  }

  private @Nullable DependentStatus board() {
    return hasBoard ? Boards.status(job, state.attachments()) : null;
  }

  private @Nullable Memory memory() {
    var remembered = state.remember();
    int attempt = remembered.attempt();
    var memory =
        new Memory(
            attempt > 1 ? attempt : null,
            remembered.dismissed().isEmpty()
                ? null
                : remembered.dismissed().stream().sorted().toList(),
            remembered.filled().isEmpty() ? null : new TreeMap<>(remembered.filled()),
            remembered.done().isEmpty() ? null : done(remembered.done()),
            ending
                .map(_ -> job.cleanUpPolicy())
                .filter(not(Neutral.DEFAULT_CLEAN_UP::equals))
                .orElse(null),
            null,
            milestones.unsettled().map(Times::text).orElse(null));
    return memory.equals(new Memory(null, null, null, null, null, null, null)) ? null : memory;
  }

  private static Map<String, List<Integer>> done(Set<ReplicaId> replicas) {
    return replicas.stream()
        .sorted(comparingInt(ReplicaId::index))
        .collect(groupingBy(ReplicaId::role, TreeMap::new, mapping(ReplicaId::index, toList())));
  }

  private OrderedConditions<JobCondition> conditions() {
    var conditions = Conditions.of(job.status());
    var first = firstSeen();
    if (first.isEmpty()) {
      return conditions;
    }
    conditions = held(initialized(conditions));
    if (ending.isPresent()) {
      return ended(conditions, ending.get());
    }
    return running(conditions)
        .with(COMPLETED, false, "NotFinished", Sentences.GOES_ON, first.get());
  }

  private Optional<Instant> firstSeen() {
    return Stream.of(
            milestones.accepted(), milestones.held(), milestones.resumed(), ending.map(Ending::at))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private OrderedConditions<JobCondition> initialized(OrderedConditions<JobCondition> conditions) {
    return milestones
        .initialized()
        .map(at -> conditions.with(INITIALIZED, true, "-", Sentences.INITIALIZED, at))
        .orElseGet(() -> Refusal.isTold(conditions) ? conditions.without(INITIALIZED) : conditions);
  }

  private OrderedConditions<JobCondition> held(OrderedConditions<JobCondition> conditions) {
    if (milestones.held().isPresent()) {
      return conditions.with(PAUSED, true, "Paused", Sentences.PAUSED, milestones.held().get());
    }
    return milestones
        .resumed()
        .map(at -> conditions.with(PAUSED, false, "Resumed", Sentences.RESUMED, at))
        .orElse(conditions);
  }

  private OrderedConditions<JobCondition> running(OrderedConditions<JobCondition> before) {
    var conditions = replicaFailure(before);
    return switch (state.phase()) {
      case RUNNING -> conditions.with(RUNNING, true, "-", Sentences.FINE, now);
      case HOLDING, HELD -> conditions.with(RUNNING, false, "Paused", Sentences.PAUSED, now);
      case RESUMING -> comingBack(conditions);
      case ACCEPTED, WAITING, STARTING, SHRUNKEN, RESTARTING, UNKNOWN ->
          milestones.running().isPresent()
              ? conditions.with(RUNNING, false, "PodsNotReady", Sentences.NOT_ALL, now)
              : conditions.with(RUNNING, false, "Pending", Sentences.WAITING, now);
      case SUCCEEDED, FAILED -> conditions;
    };
  }

  /// From a pause; one that ran since and whose pods are replaced, as when somebody starts or stops
  /// debugging, starts like any other.
  private OrderedConditions<JobCondition> comingBack(OrderedConditions<JobCondition> conditions) {
    boolean fromPause =
        conditions.find(RUNNING).isEmpty()
            || Conditions.because(conditions, RUNNING, "Paused")
            || Conditions.because(conditions, RUNNING, "Resuming");
    return fromPause
        ? conditions.with(RUNNING, false, "Resuming", Sentences.RESUMED, now)
        : conditions.with(RUNNING, false, "Pending", Sentences.WAITING, now);
  }

  /// The first in rank is named for all.
  private OrderedConditions<JobCondition> replicaFailure(
      OrderedConditions<JobCondition> conditions) {
    return replicas.stream()
        .filter(replica -> replica.slot() == Slot.FAILED)
        .findFirst()
        .map(
            replica ->
                conditions.with(
                    REPLICA_FAILURE,
                    true,
                    "ErrorInPod",
                    "Pod[%s] exited with error code %d"
                        .formatted(replica.state().podName(), exitCode(replica.state())),
                    now))
        .orElseGet(() -> conditions.with(REPLICA_FAILURE, false, "-", Sentences.FINE, now));
  }

  /// Of the container that trains, which is the one that failed where several ended.
  private int exitCode(ReplicaState replica) {
    var main =
        job.types().stream()
            .filter(type -> type.name().equals(replica.id().role()))
            .flatMap(type -> type.trainingContainer().stream())
            .map(container -> container.getName())
            .findFirst()
            .orElse("");
    return replica.containers().stream()
        .filter(container -> container.name().equals(main))
        .filter(container -> container.exitCode().isPresent())
        .mapToInt(container -> container.exitCode().getAsInt())
        .findFirst()
        .orElse(Sentences.NO_CODE);
  }

  /// Told once: what clean-up takes away was there all the same.
  private OrderedConditions<JobCondition> ended(
      OrderedConditions<JobCondition> before, Ending ending) {
    if (before.holds(COMPLETED)) {
      return before;
    }
    var reason = Phases.reason(ending);
    var message =
        ending.succeeded() ? Sentences.SUCCEEDED : new Sentences(job).failed(ending.cause());
    return replicaFailure(before)
        .with(RUNNING, false, reason, message, ending.at())
        .with(FAILED, !ending.succeeded(), reason, message, ending.at())
        .with(COMPLETED, true, reason, message, ending.at());
  }
}
