package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.Conditions.COMPLETE;
import static dev.trainyard.dialects.batch.Conditions.FAILED;
import static dev.trainyard.dialects.batch.Conditions.FAILURE_TARGET;
import static dev.trainyard.dialects.batch.Conditions.FALSE;
import static dev.trainyard.dialects.batch.Conditions.REFUSED;
import static dev.trainyard.dialects.batch.Conditions.SUCCESS_CRITERIA_MET;
import static dev.trainyard.dialects.batch.Conditions.SUSPENDED;
import static dev.trainyard.dialects.batch.Conditions.TRUE;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A state in the words of a Job's status.
final class StatusWriting {

  private final Layout job;
  private final JobState state;
  private final Remembered memory;

  private StatusWriting(Layout job, JobState state) {
    this.job = job;
    this.state = state;
    this.memory = state.remember();
  }

  static JobStatus of(Layout job, JobState state) {
    return new StatusWriting(job, state).status();
  }

  /// What was told stays: corrected, the Job goes on where it was.
  static JobStatus refused(Layout job, List<Problem> problems, Instant now) {
    var message = Sentences.refused(problems);
    var conditions = Conditions.of(job.status());
    boolean told =
        conditions.holding(REFUSED).filter(one -> message.equals(one.getMessage())).isPresent();
    var builder = job.status().map(JobStatusBuilder::new).orElseGet(JobStatusBuilder::new);
    return told
        ? builder.build()
        : builder
            .withConditions(conditions.with(REFUSED, TRUE, "InvalidSpec", message, now).list())
            .build();
  }

  private JobStatus status() {
    var conditions = conditions();
    return new JobStatusBuilder()
        .withActive(unlessNone(count(this::active)))
        .withReady(count(StatusWriting::ready))
        .withTerminating(count(ReplicaState::leaving))
        .withSucceeded(unlessNone(count(this::succeeded)))
        .withFailed(unlessNone(memory.tally().restarts()))
        .withCompletedIndexes(completedIndexes())
        .withStartTime(startTime())
        .withCompletionTime(
            conditions.holds(COMPLETE)
                ? memory.ending().map(ending -> Times.text(ending.at())).orElse(null)
                : null)
        .withConditions(conditions.list())
        .build();
  }

  private int count(Predicate<ReplicaState> which) {
    return (int) state.replicas().stream().filter(which).count();
  }

  private static @Nullable Integer unlessNone(int count) {
    return count == 0 ? null : count;
  }

  /// A pod that is being made for the first time counts; one that waits to be tried again does not.
  private boolean active(ReplicaState replica) {
    if (replica.leaving()) {
      return false;
    }
    return switch (replica.slot()) {
      case PENDING, RUNNING, UNKNOWN -> true;
      case CREATING -> memory.tryOf(replica.id()) == 0;
      case SUCCEEDED, FAILED, DELETED -> false;
    };
  }

  static boolean ready(ReplicaState replica) {
    return replica.slot() == Slot.RUNNING && replica.ready() && !replica.leaving();
  }

  private boolean succeeded(ReplicaState replica) {
    return replica.slot() == Slot.SUCCEEDED || memory.done().contains(replica.id());
  }

  /// Only what is remembered: the engine reads it back from here.
  private @Nullable String completedIndexes() {
    return job.indexed() && !memory.done().isEmpty()
        ? Indexes.text(memory.done().stream().map(ReplicaId::index).toList())
        : null;
  }

  /// One that was never anything but suspended has not started.
  private @Nullable String startTime() {
    var milestones = memory.milestones();
    var told = job.status().map(JobStatus::getStartTime);
    var unstarted =
        told.isEmpty()
            && milestones.held().isPresent()
            && milestones.held().map(Times::text).equals(milestones.accepted().map(Times::text));
    return unstarted ? null : milestones.accepted().map(Times::text).orElse(null);
  }

  private Conditions conditions() {
    var milestones = memory.milestones();
    var conditions = Conditions.of(job.status()).without(REFUSED);
    if (milestones.held().isPresent()) {
      conditions =
          conditions.with(
              SUSPENDED, TRUE, "JobSuspended", Sentences.SUSPENDED, milestones.held().get());
    } else if (milestones.resumed().isPresent()) {
      conditions =
          conditions.with(
              SUSPENDED, FALSE, "JobResumed", Sentences.RESUMED, milestones.resumed().get());
    }
    return memory.ending().isPresent() ? ended(conditions, memory.ending().get()) : conditions;
  }

  /// Whoever waits for the end may rely on it that nothing runs any more.
  private Conditions ended(Conditions before, Ending ending) {
    var told = outcome(before, ending.succeeded() ? SUCCESS_CRITERIA_MET : FAILURE_TARGET, ending);
    return working() ? told : outcome(told, ending.succeeded() ? COMPLETE : FAILED, ending);
  }

  private boolean working() {
    return state.replicas().stream()
        .anyMatch(
            replica ->
                switch (replica.slot()) {
                  case PENDING, RUNNING, UNKNOWN -> true;
                  case CREATING, SUCCEEDED, FAILED, DELETED -> false;
                });
  }

  private Conditions outcome(Conditions conditions, String type, Ending ending) {
    var known = conditions.holding(type);
    return known.isPresent()
        ? conditions
        : conditions.with(
            type,
            TRUE,
            ending.succeeded() ? "CompletionsReached" : Sentences.reason(ending.cause()),
            ending.succeeded()
                ? Sentences.succeeded(job.places())
                : Sentences.failed(ending.cause(), job.backoffLimit()),
            ending.at());
  }
}
