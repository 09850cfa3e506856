package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static dev.trainyard.api.kubeflow.MPIJob.WORKER;
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
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A job's state in the words of its status.
final class StatusWriting {

  private final Layout job;
  private final Optional<JobStatus> before;
  private final Conditions told;
  private final JobState state;
  private final Milestones milestones;
  private final Optional<Ending> ending;
  private final Sentences sentences;
  private final Instant now;

  private StatusWriting(Layout job, JobState state, Instant now) {
    this.job = job;
    this.before = Optional.ofNullable(job.job().status());
    this.told = Conditions.of(before);
    this.state = state;
    this.milestones = state.remember().milestones();
    this.ending = state.remember().ending();
    this.sentences = new Sentences(job);
    this.now = now;
  }

  static JobStatus of(Layout job, JobState state, Instant now) {
    return new StatusWriting(job, state, now).status();
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
        kept(JobStatus::lastReconcileTime).orElse(null));
  }

  private Optional<String> kept(Function<JobStatus, String> field) {
    return before.map(field);
  }

  private Conditions conditions() {
    var first = Moments.firstSeen(state);
    if (told.terminal().isPresent() || first.isEmpty()) {
      return told;
    }
    var conditions =
        told.find(CREATED).isPresent()
            ? told
            : told.with(CREATED, Reason.CREATED.word, sentences.created(), first.get());
    conditions = active(held(remarked(conditions)));
    return ending.isPresent() ? ended(conditions, ending.get()) : conditions;
  }

  /// A launcher that waits in vain is said to, as long as it does.
  private Conditions remarked(Conditions conditions) {
    if (state.waiting().filter(StatusReading.WORKERS_ENDED::equals).isPresent()) {
      return conditions.remarkingNo(
          RUNNING, Reason.WORKERS_ENDED.word, sentences.waitsForEnded(), now);
    }
    return StatusReading.tellsOfEnded(conditions) ? conditions.without(RUNNING) : conditions;
  }

  /// The hold comes last, for the last condition is the one that lists show.
  private Conditions held(Conditions conditions) {
    if (milestones.held().isPresent()) {
      var at = milestones.held().get();
      return conditions
          .withNo(RUNNING, Reason.SUSPENDED.word, sentences.notRunning(), at)
          .with(SUSPENDED, Reason.SUSPENDED.word, sentences.suspended(), at);
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
              RESTARTING,
              Reason.RESTARTING.word,
              sentences.restarting(state.why()),
              Moments.restarted(state));
      case RUNNING, SHRUNKEN ->
          milestones
              .running()
              .map(at -> conditions.with(RUNNING, Reason.RUNNING.word, sentences.running(), at))
              .orElse(conditions);
      case ACCEPTED, WAITING, STARTING, HOLDING, HELD, RESUMING, UNKNOWN, SUCCEEDED, FAILED ->
          conditions;
    };
  }

  /// Whoever waits for the job to stop running finds that it has, also where it never ran.
  private Conditions ended(Conditions conditions, Ending ending) {
    var failure = sentences.failed(ending.cause());
    var reason = ending.succeeded() ? Reason.SUCCEEDED.word : failure.reason();
    var stopped =
        conditions.find(RUNNING).isPresent()
            ? conditions
            : conditions.withNo(RUNNING, reason, sentences.neverRan(), ending.at());
    return ending.succeeded()
        ? stopped.with(SUCCEEDED, reason, sentences.succeeded(), ending.at())
        : stopped.with(FAILED, reason, failure.message(), ending.at());
  }

  /// What is told with the ending stays.
  private Map<String, ReplicaStatus> replicaStatuses() {
    if (told.terminal().isPresent() || Moments.firstSeen(state).isEmpty()) {
      return before.map(JobStatus::replicaStatuses).orElse(Map.of());
    }
    var counts = new LinkedHashMap<String, ReplicaStatus>();
    counts.put(LAUNCHER, launcher());
    if (job.spec(WORKER).isPresent()) {
      counts.put(WORKER, workers());
    }
    return counts;
  }

  private ReplicaStatus launcher() {
    var launcher =
        state.replicas().stream().filter(one -> one.id().role().equals(LAUNCHER)).findFirst();
    boolean over = milestones.held().isPresent() || ending.isPresent();
    boolean won =
        ending
            .map(Ending::succeeded)
            .orElseGet(() -> launcher.filter(one -> in(one, Slot.SUCCEEDED)).isPresent());
    int failed = launcher.map(ReplicaState::restarts).orElse(0);
    // Its Job may not have counted it yet.
    boolean gaveUp = ending.filter(end -> end.cause() instanceof Fact.ChildFailed).isPresent();
    boolean lost =
        failed == 0 && (gaveUp || launcher.filter(one -> in(one, Slot.FAILED)).isPresent());
    return counts(
        !over && launcher.filter(one -> in(one, Slot.RUNNING)).isPresent() ? 1 : 0,
        won ? 1 : 0,
        lost ? 1 : failed);
  }

  /// Those that go with a hold or with the end are told as gone, which saves another write.
  private ReplicaStatus workers() {
    boolean swept = ending.isPresent() && job.cleanUp() != Sweep.NOTHING;
    return swept || (milestones.held().isPresent() && ending.isEmpty())
        ? ReplicaStatus.NONE
        : counts(count(Slot.RUNNING), count(Slot.SUCCEEDED), count(Slot.FAILED));
  }

  /// Places the job no longer wants are on their way out and count for nothing.
  private int count(Slot slot) {
    return (int)
        state.replicas().stream()
            .filter(one -> one.id().role().equals(WORKER) && one.id().index() < job.workers())
            .filter(one -> in(one, slot))
            .count();
  }

  private static boolean in(ReplicaState one, Slot slot) {
    return one.slot() == slot && !one.leaving();
  }

  private static ReplicaStatus counts(int active, int succeeded, int failed) {
    return new ReplicaStatus(active, succeeded, failed, null, null);
  }
}
