package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.Conditions.COMPLETED;
import static dev.trainyard.dialects.tensorstack.Conditions.INITIALIZED;

import dev.trainyard.api.tensorstack.JobStatus;
import dev.trainyard.api.tensorstack.JobStatus.Aggregate;
import dev.trainyard.api.tensorstack.JobStatus.Memory;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

  static boolean isTold(Conditions conditions) {
    return conditions.denied(INITIALIZED)
        && conditions.because(INITIALIZED, Narration.INVALID_SPEC);
  }

  private static Memory memory(Conditions conditions, Optional<Memory> before) {
    return new Memory(
        before.map(Memory::attempt).orElse(null),
        before.map(Memory::dismissed).orElse(null),
        conditions.holds(INITIALIZED)
            ? conditions.since(INITIALIZED).map(Times::text).orElse(null)
            : before.map(Memory::initialized).orElse(null),
        before.map(Memory::unsettledSince).orElse(null));
  }

  private Refusal() {}
}
