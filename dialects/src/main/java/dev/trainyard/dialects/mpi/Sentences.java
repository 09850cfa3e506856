package dev.trainyard.dialects.mpi;

import dev.trainyard.engine.model.Fact;
import java.util.Optional;
import java.util.regex.Pattern;

/// The words of conditions and events, which say the same about the same fact.
record Sentences(Layout job) {

  private static final Pattern EVICTED =
      Pattern.compile("([0-9]{1,9})/([0-9]{1,9}) workers are evicted");

  private static final Pattern ENDED =
      Pattern.compile("([0-9]{1,9}) workers ended before the launcher was started");

  /// Why a job failed, for programs and for people.
  record Failure(String reason, String message) {}

  String created() {
    return "MPIJob %s is created.".formatted(subject());
  }

  String running() {
    return "MPIJob %s is running.".formatted(subject());
  }

  String neverRan() {
    return "MPIJob %s ended before it was running.".formatted(subject());
  }

  String suspended() {
    return "MPIJob suspended";
  }

  String notRunning() {
    return "MPIJob %s is suspended.".formatted(subject());
  }

  String resumed() {
    return "MPIJob resumed";
  }

  String succeeded() {
    return "MPIJob %s successfully completed.".formatted(subject());
  }

  String restarting(Optional<Fact> why) {
    return why.orElse(null) instanceof Fact.GangRestarted(var attempt, _)
        ? restarting(attempt)
        : "MPIJob %s is restarting.".formatted(subject());
  }

  String restarting(int attempt) {
    return "MPIJob %s is restarting because attempt %d was asked for."
        .formatted(subject(), attempt);
  }

  String waitsForEnded() {
    return "The launcher starts when every worker is ready, and workers have ended; delete their"
        + " pods, and they are made again.";
  }

  String waitedFor(String pod) {
    return "Pod %s has ended before the launcher was started; delete it, and it is made again."
        .formatted(pod);
  }

  String triedAgain(String pod, int count) {
    return "Pod %s ended before the launcher was started and is replaced: %d of %d allowed."
        .formatted(pod, count, job.backoffLimit());
  }

  String lost(String pod, String node) {
    return "Node %s is lost and pod %s with it; the pod is started again.".formatted(node, pod);
  }

  /// A launcher that says nothing leaves only that the job failed, as do facts that end no job of
  /// this kind.
  Failure failed(Fact cause) {
    return switch (cause) {
      case Fact.WorkersEvicted(var evicted, var workers) ->
          new Failure(Reason.EVICTED.word, "%d/%d workers are evicted".formatted(evicted, workers));
      case Fact.ChildFailed(var reason, var message) ->
          new Failure(
              reason.isEmpty() ? Reason.FAILED.word : reason,
              message.isEmpty() ? failed() : message);
      case Fact.BudgetSpent(var count) ->
          new Failure(
              Reason.RETRIED_ENOUGH.word,
              "%d workers ended before the launcher was started".formatted(count));
      case Fact.Accepted _,
          Fact.Queued _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.ObjectRefused _,
          Fact.VariablesWithheld _,
          Fact.RemovalRefused _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaFailed _,
          Fact.ReplicaRestarted _,
          Fact.ReplicaLost _,
          Fact.ReplicaTroubled _,
          Fact.GangRestarted _,
          Fact.WentOnHold _,
          Fact.Resumed _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.Succeeded _,
          Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.OutOfTime _,
          Fact.PreemptedTooOften _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          new Failure(Reason.FAILED.word, failed());
    };
  }

  /// The fact behind the words of `failed`.
  Fact causeOf(String reason, String message) {
    var evicted = EVICTED.matcher(message);
    if (reason.equals(Reason.EVICTED.word) && evicted.matches()) {
      return new Fact.WorkersEvicted(
          Integer.parseInt(evicted.group(1)), Integer.parseInt(evicted.group(2)));
    }
    var ended = ENDED.matcher(message);
    if (reason.equals(Reason.RETRIED_ENOUGH.word) && ended.matches()) {
      return new Fact.BudgetSpent(Integer.parseInt(ended.group(1)));
    }
    return new Fact.ChildFailed(
        reason.equals(Reason.FAILED.word) ? "" : reason, message.equals(failed()) ? "" : message);
  }

  private String failed() {
    return "MPIJob %s has failed".formatted(subject());
  }

  private String subject() {
    return job.namespace() + "/" + job.name();
  }
}
