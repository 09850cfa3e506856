package dev.trainyard.dialects.training;

import static dev.trainyard.dialects.training.Conditions.RESTARTING;
import static dev.trainyard.dialects.training.Conditions.RUNNING;
import static dev.trainyard.dialects.training.Conditions.SUCCEEDED;
import static dev.trainyard.dialects.training.Conditions.SUSPENDED;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.ReplicaStatus;
import dev.trainyard.dialects.Times;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Milestones;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// What a status brings back without any memory beside it. Also reads what another operator wrote,
/// so that a job can change hands.
public record Told(ObjectMeta job, Optional<JobStatus> status, Conditions conditions) {

  public static Told by(Optional<JobStatus> status, ObjectMeta job) {
    return new Told(job, status, Conditions.of(status).withoutRefusal());
  }

  /// The milestones, and the ending if there is one.
  ///
  /// @param running the reason of a condition that says since when the job runs
  /// @param cause the fact behind the reason and the message of a failure
  public Remembered remembered(String running, BiFunction<String, String, Fact> cause) {
    var remembered = Remembered.nothing().with(milestones(running));
    return ending(cause).map(remembered::with).orElse(remembered);
  }

  /// That everything was placed is not written down; it follows at once when the job starts.
  private Milestones milestones(String running) {
    var start = status.flatMap(known -> Times.parse(known.startTime()));
    return new Milestones(
        start.isPresent()
            ? Optional.empty()
            : status.flatMap(known -> Times.parse(known.lastReconcileTime())),
        start,
        start,
        conditions
            .find(RUNNING)
            .filter(condition -> running.equals(condition.reason()))
            .map(this::since),
        conditions.holding(SUSPENDED).map(this::since),
        conditions.denied(SUSPENDED).map(this::since),
        Optional.empty());
  }

  private Optional<Ending> ending(BiFunction<String, String, Fact> cause) {
    return conditions
        .terminal()
        .map(
            verdict -> {
              boolean succeeded = verdict.type().equals(SUCCEEDED);
              var fact = succeeded ? new Fact.Succeeded() : cause(verdict, cause);
              boolean byLimit = fact instanceof Fact.BudgetSpent || fact instanceof Fact.OutOfTime;
              var at =
                  status
                      .flatMap(known -> Times.parse(known.completionTime()))
                      .orElseGet(() -> since(verdict));
              return new Ending(succeeded, byLimit, fact, at);
            });
  }

  private static Fact cause(JobCondition verdict, BiFunction<String, String, Fact> cause) {
    return cause.apply(
        requireNonNullElse(verdict.reason(), ""), requireNonNullElse(verdict.message(), ""));
  }

  /// A condition without a time of its own is as old as the job.
  private Instant since(JobCondition condition) {
    return Times.parse(condition.lastTransitionTime())
        .or(() -> Times.parse(condition.lastUpdateTime()))
        .or(() -> status.flatMap(known -> Times.parse(known.startTime())))
        .or(() -> Times.parse(job.getCreationTimestamp()))
        .orElse(Instant.EPOCH);
  }

  /// The phase that was told, whatever the memory knows already. Waiting and starting are both told
  /// as `Created`, and come back as the first of the phases.
  public Phase phase(Remembered memory) {
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

  public static Optional<Fact> why(Phase phase, Remembered memory) {
    var milestones = memory.milestones();
    return switch (phase) {
      case SUCCEEDED, FAILED -> memory.ending().map(Ending::cause);
      case RUNNING -> milestones.running().map(Fact.BeganRunning::new);
      case HOLDING, HELD -> milestones.held().map(Fact.WentOnHold::new);
      case RESUMING -> milestones.resumed().map(Fact.Resumed::new);
      case ACCEPTED, WAITING, STARTING, SHRUNKEN, RESTARTING, UNKNOWN -> Optional.empty();
    };
  }

  /// Only how many stand in each slot is known.
  public static List<Slot> slots(ReplicaStatus counts) {
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
}
