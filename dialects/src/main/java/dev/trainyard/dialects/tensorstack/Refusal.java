package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.Conditions.COMPLETED;
import static dev.trainyard.dialects.tensorstack.Conditions.INITIALIZED;

import dev.trainyard.api.tensorstack.JobCondition;
import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.api.tensorstack.JobStatus.Aggregate;
import dev.trainyard.api.tensorstack.JobStatus.Memory;
import dev.trainyard.dialects.OrderedConditions;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.Fact;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The status of a job whose spec was refused; corrected, the job goes on from where it was.
final class Refusal {

  /// Nothing for a job that has ended, which stays as it is whatever becomes of its spec.
  static Optional<JobStatus> of(Layout job, List<Problem> problems, Instant now) {
    var before = job.status();
    var conditions = Conditions.of(before);
    if (conditions.holds(COMPLETED)) {
      return Optional.empty();
    }
    return Optional.of(
        new JobStatus(
            before.map(JobStatus::tasks).orElse(List.of()),
            before.map(JobStatus::tensorboard).orElse(null),
            before.map(JobStatus::backoffCount).orElse(0),
            before.map(JobStatus::aggregate).orElse(new Aggregate(0, 0, 0, 0, 0, 0, 0)),
            conditions
                .with(INITIALIZED, false, Narration.INVALID_SPEC, Problem.joined(problems), now)
                .list(),
            "Pending",
            memory(conditions, before.flatMap(told -> Optional.ofNullable(told.memory())))));
  }

  static boolean isTold(OrderedConditions<JobCondition> conditions) {
    return conditions.denied(INITIALIZED)
        && Conditions.because(conditions, INITIALIZED, Narration.INVALID_SPEC);
  }

  /// What a job says that could not be given an object it needs. One that had everything once has
  /// its events for that.
  static Optional<JobStatus> lacking(Layout job, Fact refusal, Instant now) {
    var conditions = Conditions.of(job.status());
    if (!(refusal instanceof Fact.ObjectRefused(var kind, _, var error))
        || job.status().isEmpty()
        || conditions.holds(INITIALIZED)) {
      return Optional.empty();
    }
    var before = job.status().get();
    return Optional.of(
        new JobStatus(
            before.tasks(),
            kind.equals(Boards.KIND.kind()) ? Boards.refused(job, error) : before.tensorboard(),
            before.backoffCount(),
            before.aggregate(),
            conditions.with(INITIALIZED, false, "CreateFailed", error, now).list(),
            before.phase(),
            before.memory()));
  }

  private static @Nullable Memory memory(
      OrderedConditions<JobCondition> conditions, Optional<Memory> before) {
    var memory =
        new Memory(
            before.map(Memory::attempt).orElse(null),
            before.map(Memory::dismissed).orElse(null),
            before.map(Memory::filled).orElse(null),
            before.map(Memory::done).orElse(null),
            before.map(Memory::cleanUp).orElse(null),
            conditions.holds(INITIALIZED)
                ? conditions.since(INITIALIZED).map(Times::text).orElse(null)
                : before.map(Memory::initialized).orElse(null),
            before.map(Memory::unsettledSince).orElse(null));
    return memory.equals(new Memory(null, null, null, null, null, null, null)) ? null : memory;
  }

  private Refusal() {}
}
