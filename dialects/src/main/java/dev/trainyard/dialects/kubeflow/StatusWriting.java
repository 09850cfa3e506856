package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.CONTROLLER_NAME;
import static dev.trainyard.api.kubeflow.Training.JOB_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.OPERATOR_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.REPLICA_TYPE_LABEL;
import static dev.trainyard.dialects.training.Conditions.CREATED;
import static dev.trainyard.dialects.training.Conditions.FAILED;
import static dev.trainyard.dialects.training.Conditions.RESTARTING;
import static dev.trainyard.dialects.training.Conditions.RUNNING;
import static dev.trainyard.dialects.training.Conditions.SUCCEEDED;
import static dev.trainyard.dialects.training.Conditions.SUSPENDED;

import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.ReplicaStatus;
import dev.trainyard.dialects.Times;
import dev.trainyard.dialects.training.Conditions;
import dev.trainyard.dialects.training.Moments;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A job's state in the words of its status.
final class StatusWriting {

  private final Layout job;
  private final Optional<JobStatus> before;
  private final Conditions told;
  private final JobState state;
  private final Milestones milestones;
  private final Optional<Ending> ending;
  private final Sentences sentences;

  private StatusWriting(Layout job, JobState state) {
    this.job = job;
    this.before = Optional.ofNullable(job.job().status());
    this.told = Conditions.of(before).withoutRefusal();
    this.state = state;
    this.milestones = state.remember().milestones();
    this.ending = state.remember().ending();
    this.sentences = new Sentences(job);
  }

  static JobStatus of(Layout job, JobState state) {
    return new StatusWriting(job, state).status();
  }

  private JobStatus status() {
    return new JobStatus(
        conditions().list(),
        replicaStatuses(),
        milestones.accepted().map(Times::text).or(() -> kept(JobStatus::startTime)).orElse(null),
        kept(JobStatus::completionTime)
            .filter(_ -> told.terminal().isPresent())
            .or(() -> ending.map(Ending::at).map(Times::text))
            .orElse(null),
        milestones
            .queued()
            .map(Times::text)
            .or(() -> kept(JobStatus::lastReconcileTime))
            .orElse(null));
  }

  private Optional<String> kept(Function<JobStatus, String> field) {
    return before.map(field);
  }

  /// In the order of the reference: what the job is, then what has become of it.
  private Conditions conditions() {
    if (told.terminal().isPresent()) {
      return told;
    }
    var first = Moments.firstSeen(state);
    if (first.isEmpty()) {
      return told;
    }
    var conditions =
        told.find(CREATED).isPresent()
            ? told
            : told.with(CREATED, Reason.CREATED.word, sentences.created(), first.get());
    conditions = held(conditions);
    conditions = active(conditions);
    return ending.isPresent() ? ended(conditions, ending.get()) : conditions;
  }

  private Conditions held(Conditions conditions) {
    if (milestones.held().isPresent()) {
      var at = milestones.held().get();
      var stopped =
          conditions.holding(RUNNING).isPresent()
              ? conditions.withNo(RUNNING, Reason.SUSPENDED.word, sentences.suspended(), at)
              : conditions.without(RESTARTING);
      return stopped.with(SUSPENDED, Reason.SUSPENDED.word, sentences.suspended(), at);
    }
    return milestones
        .resumed()
        .map(at -> conditions.withNo(SUSPENDED, Reason.RESUMED.word, sentences.resumed(), at))
        .orElse(conditions);
  }

  /// Phases this kind has no word for leave what was told last.
  private Conditions active(Conditions conditions) {
    return switch (state.phase()) {
      case RESTARTING ->
          conditions.with(
              RESTARTING, Reason.RESTARTING.word, restarting(), Moments.restarted(state));
      case RUNNING, SHRUNKEN ->
          milestones
              .running()
              .map(at -> conditions.with(RUNNING, Reason.RUNNING.word, sentences.running(), at))
              .orElse(conditions);
      case ACCEPTED, WAITING, STARTING, HOLDING, HELD, RESUMING, UNKNOWN, SUCCEEDED, FAILED ->
          conditions;
    };
  }

  private Conditions ended(Conditions conditions, Ending ending) {
    return ending.succeeded()
        ? conditions.with(SUCCEEDED, Reason.SUCCEEDED.word, sentences.succeeded(), ending.at())
        : conditions.with(
            FAILED, Reason.FAILED.word, sentences.failed(ending.cause()), ending.at());
  }

  /// The replica the engine names, else the failed ones that are seen, the master's first.
  private String restarting() {
    var why = state.why().orElse(null);
    if (why instanceof Fact.ReplicaRestarted(var replica, _, _, _)) {
      return sentences.restarting(replica.role());
    }
    if (why instanceof Fact.GangRestarted(var attempt, var cause)) {
      return cause
          .map(replica -> sentences.restarting(replica.role()))
          .orElseGet(() -> sentences.restarting(attempt));
    }
    return job.types().stream()
        .filter(type -> counted(type).failed() > 0)
        .findFirst()
        .map(type -> sentences.restarting(counted(type).failed(), type))
        .orElseGet(() -> sentences.restarting(job.types().getLast()));
  }

  private Map<String, ReplicaStatus> replicaStatuses() {
    var previous = before.map(JobStatus::replicaStatuses).orElse(Map.of());
    if (Moments.firstSeen(state).isEmpty()) {
      return previous;
    }
    if (told.terminal().filter(verdict -> verdict.type().equals(SUCCEEDED)).isPresent()) {
      return each(previous, StatusWriting::folded);
    }
    if (milestones.held().isPresent() && ending.isEmpty()) {
      return each(previous, StatusWriting::emptied);
    }
    var counts = new LinkedHashMap<String, ReplicaStatus>();
    job.types().forEach(type -> counts.put(type, counted(type)));
    return ending.filter(Ending::succeeded).isPresent()
        ? each(counts, StatusWriting::folded)
        : counts;
  }

  private ReplicaStatus counted(String type) {
    return new ReplicaStatus(
        count(type, one -> one.slot() == Slot.RUNNING && !one.leaving()),
        count(type, one -> one.slot() == Slot.SUCCEEDED),
        count(
            type,
            one -> one.slot() == Slot.FAILED || (one.slot() == Slot.RUNNING && one.leaving())),
        null,
        selector(type));
  }

  /// Places the job no longer wants are on their way out and count for nothing.
  private int count(String type, Predicate<ReplicaState> wanted) {
    return (int)
        state.replicas().stream()
            .filter(one -> one.id().role().equals(type) && one.id().index() < job.replicas(type))
            .filter(wanted)
            .count();
  }

  private String selector(String type) {
    return "%s=%s,%s=%s,%s=%s"
        .formatted(
            JOB_NAME_LABEL,
            job.name(),
            OPERATOR_NAME_LABEL,
            CONTROLLER_NAME,
            REPLICA_TYPE_LABEL,
            Layout.lower(type));
  }

  /// With the job everything has succeeded that still ran.
  private static ReplicaStatus folded(ReplicaStatus counts) {
    return new ReplicaStatus(
        0, counts.active() + counts.succeeded(), counts.failed(), null, counts.selector());
  }

  private static ReplicaStatus emptied(ReplicaStatus counts) {
    return new ReplicaStatus(0, counts.succeeded(), 0, null, counts.selector());
  }

  private static Map<String, ReplicaStatus> each(
      Map<String, ReplicaStatus> counts, UnaryOperator<ReplicaStatus> change) {
    var changed = new LinkedHashMap<String, ReplicaStatus>();
    counts.forEach((type, count) -> changed.put(type, change.apply(count)));
    return changed;
  }
}
