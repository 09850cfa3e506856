package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;

import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Trouble;
import java.util.ArrayList;
import java.util.List;

/// The events of a workload. Where there is a condition for it, they have its reason.
final class Narration {

  static List<EventText> of(Fact fact) {
    return switch (fact) {
      case Fact.Initialized() -> List.of(normal("ResourcesCreated", Sentences.SUBMITTED));
      case Fact.BeganRunning _ -> List.of(normal(Conditions.RUNNING, Sentences.RUNNING));
      case Fact.WentOnHold _ -> List.of(normal(Conditions.SUSPENDED, Sentences.SUSPENDED));
      case Fact.Resumed _ -> List.of(normal("Resumed", Sentences.RESUMED));
      case Fact.Succeeded() -> List.of(normal(Conditions.COMPLETED, Sentences.COMPLETED));
      case Fact.BudgetSpent _, Fact.PreemptedTooOften _, Fact.ChildFailed _ ->
          List.of(warning(Sentences.reason(fact), Sentences.failed(fact)));
      case Fact.ReplicaMade(_, var pod, _) ->
          List.of(normal("SuccessfulCreate", "Created pod: " + pod));
      case Fact.ReplicaFailed(_, var pod, _) ->
          List.of(warning("PodFailed", "The pod %s has failed.".formatted(pod)));
      case Fact.ReplicaLost(_, var pod, _, var node) ->
          List.of(
              warning(
                  "NodeLost",
                  "The node %s of pod %s does not answer; another pod takes its place."
                      .formatted(node, pod)));
      case Fact.ReplicaTroubled(_, var pod, _, var trouble) -> List.of(troubled(pod, trouble));
      case Fact.Preempted(_, var count) ->
          List.of(
              normal("Preempted", "The workload had to make room, %s.".formatted(times(count))));
      case Fact.GangRestarted _ ->
          List.of(normal("Restarted", "What has not succeeded starts again, as was asked for."));
      case Fact.ObjectRefused(var kind, var name, var error) ->
          List.of(
              warning(
                  "ResourceCreationFailed",
                  "%s %s cannot be made: %s".formatted(kind, name, error)));
      case Fact.RemovalRefused(var kind, var name, var error) ->
          List.of(
              warning("FailedDelete", "%s %s cannot be deleted: %s".formatted(kind, name, error)));
      case Fact.Accepted _,
          Fact.Queued _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.VariablesWithheld _,
          Fact.ReplicaRemoved _,
          Fact.ReplicaEnded _,
          Fact.ReplicaRestarted _,
          Fact.Scaled _,
          Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.OutOfTime _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          List.of();
    };
  }

  private static String times(int count) {
    return count == 1 ? "once" : "%d times so far".formatted(count);
  }

  private static EventText troubled(String pod, Trouble trouble) {
    return switch (trouble) {
      case Trouble.Ended(var container, var reason, var code, var message) ->
          warning(
              word(reason),
              "Pod %s: container %s ended with code %d. %s"
                  .formatted(pod, container, code, message)
                  .strip());
      case Trouble.Waits(var container, var reason, var message) ->
          warning(
              word(reason), "Pod %s: container %s waits: %s".formatted(pod, container, message));
      case Trouble.Lacks(var reason, var message) ->
          warning(word(reason), "Pod %s: %s".formatted(pod, message));
      case Trouble.KeepsLeadWaiting() ->
          warning(word(""), "Pod %s has ended, and is waited for".formatted(pod));
    };
  }

  private static String word(String reason) {
    return reason.isEmpty() ? "Error" : reason;
  }

  /// One event for the refusal, one for each warning.
  static List<EventText> of(List<Problem> problems) {
    var events = new ArrayList<EventText>();
    var fatal = problems.stream().filter(Problem::fatal).toList();
    if (!fatal.isEmpty()) {
      events.add(warning(Refusals.reason(fatal).word(), Complaints.joined(fatal)));
    }
    problems.stream()
        .filter(problem -> !problem.fatal())
        .map(problem -> warning(reason(problem), Complaints.joined(List.of(problem))))
        .distinct()
        .forEach(events::add);
    return events;
  }

  private static String reason(Problem problem) {
    return switch (problem.message()) {
      case Remarks.UID_UNRESOLVED -> "RunAsUidUnresolved";
      case Remarks.KEY_IGNORED -> "ReservedKeyIgnored";
      case Remarks.NO_BUCKETS -> "S3Unsupported";
      case Remarks.CHANGE_IGNORED -> Edits.REASON;
      default -> "Unwise";
    };
  }

  private Narration() {}
}
