package dev.trainyard.dialects.mpi;

import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Trouble;
import java.util.ArrayList;
import java.util.List;

/// The events of a job. What becomes of its pods is theirs to tell.
final class Narration {

  private static final int LONGEST = 1024;
  private static final String CUT = "...";

  /// How a refusal begins that is due to somebody else's object of the same name.
  private static final String NAME_TAKEN = "the name is taken";

  private final Sentences sentences;

  Narration(Layout job) {
    this.sentences = new Sentences(job);
  }

  List<EventText> of(Fact fact) {
    return switch (fact) {
      case Fact.Accepted() -> List.of(normal(Reason.CREATED, sentences.created()));
      case Fact.BeganRunning _ -> List.of(normal(Reason.RUNNING, sentences.running()));
      case Fact.WentOnHold _ -> List.of(normal(Reason.SUSPENDED, sentences.suspended()));
      case Fact.Resumed _ -> List.of(normal(Reason.RESUMED, sentences.resumed()));
      case Fact.GangRestarted(var attempt, _) ->
          List.of(normal(Reason.RESTARTING, sentences.restarting(attempt)));
      case Fact.Succeeded() -> List.of(normal(Reason.SUCCEEDED, sentences.succeeded()));
      case Fact.ChildFailed _,
          Fact.WorkersEvicted _,
          Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.BudgetSpent _,
          Fact.OutOfTime _,
          Fact.PreemptedTooOften _ -> {
        var failure = sentences.failed(fact);
        yield List.of(warning(failure.reason(), failure.message()));
      }
      case Fact.ObjectRefused(var kind, var name, var error) when error.startsWith(NAME_TAKEN) ->
          List.of(
              warning(
                  Reason.NAME_TAKEN.word,
                  "Resource \"%s\" of Kind \"%s\" already exists and is not managed by %s"
                      .formatted(name, kind, MPIJob.KIND)));
      case Fact.ObjectRefused(var kind, _, var error) ->
          List.of(warning("FailedCreate" + kind, "Error creating: " + error));
      case Fact.RemovalRefused(var kind, _, var error) ->
          List.of(warning("FailedDelete" + kind, "Error deleting: " + error));
      case Fact.ReplicaLost(_, var pod, _, var node) ->
          List.of(warning(Reason.NODE_LOST.word, sentences.lost(pod, node)));
      case Fact.ReplicaTroubled(_, var pod, _, Trouble.KeepsLeadWaiting()) ->
          List.of(warning(Reason.WORKERS_ENDED.word, sentences.waitedFor(pod)));
      case Fact.ReplicaRestarted(_, var pod, _, var count) when count > 0 ->
          List.of(warning(Reason.RESTARTING.word, sentences.triedAgain(pod, count)));
      case Fact.Queued _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.VariablesWithheld _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.Initialized _,
          Fact.ReplicaEnded _,
          Fact.ReplicaFailed _,
          Fact.ReplicaRestarted _,
          Fact.ReplicaTroubled _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          List.of();
    };
  }

  /// One event for the refusal, one for each warning.
  List<EventText> of(List<Problem> problems) {
    var events = new ArrayList<EventText>();
    var fatal = problems.stream().filter(Problem::fatal).toList();
    if (!fatal.isEmpty()) {
      events.add(warning(Reason.INVALID.word, "Found validation errors: " + Problem.joined(fatal)));
    }
    problems.stream()
        .filter(problem -> !problem.fatal())
        .map(
            problem ->
                problem.message().equals(ReplicaRules.RESTART_POLICY_OVERRIDDEN)
                    ? warning(Reason.RESTART_POLICY_OVERRIDDEN.word, problem.message())
                    : warning(Reason.UNWISE.word, problem.toString()))
        .forEach(events::add);
    return events;
  }

  private static EventText normal(Reason reason, String message) {
    return EventText.normal(reason.word, cut(message));
  }

  private static EventText warning(String reason, String message) {
    return EventText.warning(reason, cut(message));
  }

  /// No API server stores more.
  private static String cut(String message) {
    return message.length() <= LONGEST
        ? message
        : message.substring(0, LONGEST - CUT.length()) + CUT;
  }
}
