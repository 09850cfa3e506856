package dev.trainyard.dialects.runai;

import dev.trainyard.engine.model.Fact;

/// What conditions and events say, in one place, so that they never disagree.
final class Sentences {

  static final String SUBMITTED = "all the resources were created successfully";
  static final String SUSPENDED = "the workload is suspended: active is false";
  static final String RESUMED = "the workload was resumed";
  static final String RUNNING = "the workload is running";
  static final String NOT_RUNNING = "no pod of the workload is running";
  static final String COMPLETED = "the workload has completed";
  static final String SCHEDULED = "every pod has a node";

  static final String TERMINATED_AFTER_PREEMPTION = "TerminatedAfterPreemption";
  static final String PREEMPTION_LIMIT_EXCEEDED = "PreemptionLimitExceeded";
  static final String BACKOFF_LIMIT_EXCEEDED = "BackoffLimitExceeded";
  static final String MPI_JOB_FAILED = "MPIJobFailed";

  static String unscheduled(long waiting) {
    return waiting == 1 ? "one pod has no node yet" : "%d pods have no node yet".formatted(waiting);
  }

  static String failed(Fact cause) {
    return switch (cause) {
      case Fact.BudgetSpent(var count) ->
          count == 1
              ? "one pod has failed, which is more than backoffLimit allows"
              : "%d pods have failed, which is more than backoffLimit allows".formatted(count);
      case Fact.PreemptedTooOften(var count) ->
          count == 1
              ? "the workload was preempted, after which it must not go on"
              : "the workload was preempted %d times, which is more than it allows"
                  .formatted(count);
      case Fact.ChildFailed(_, var message) when !message.isEmpty() -> message;
      default -> "the workload has failed";
    };
  }

  /// The second limit says more than the first, which is one of none.
  static String reason(Fact cause) {
    return switch (cause) {
      case Fact.BudgetSpent _ -> BACKOFF_LIMIT_EXCEEDED;
      case Fact.PreemptedTooOften(var count) ->
          count > 1 ? PREEMPTION_LIMIT_EXCEEDED : TERMINATED_AFTER_PREEMPTION;
      case Fact.ChildFailed(var reason, _) -> reason.isEmpty() ? MPI_JOB_FAILED : reason;
      default -> "Failed";
    };
  }

  private Sentences() {}
}
