package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;

import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import java.util.ArrayList;
import java.util.List;

/// The events of a Job, under the reasons that Kubernetes gives them.
final class Narration {

  static List<EventText> of(Layout job, Fact fact) {
    return switch (fact) {
      case Fact.ReplicaMade(_, var pod, _) ->
          List.of(normal("SuccessfulCreate", "Created pod: " + pod));
      case Fact.ReplicaRemoved(_, var pod, _) ->
          List.of(normal("SuccessfulDelete", "Deleted pod: " + pod));
      case Fact.Succeeded() -> List.of(normal("Completed", Sentences.succeeded(job.places())));
      case Fact.BudgetSpent _, Fact.OutOfTime _ ->
          List.of(warning(Sentences.reason(fact), Sentences.failed(fact, job.backoffLimit())));
      case Fact.WentOnHold _ -> List.of(normal("Suspended", Sentences.SUSPENDED));
      case Fact.Resumed _ -> List.of(normal("Resumed", Sentences.RESUMED));
      case Fact.GangRestarted _ ->
          List.of(normal("Restarted", "What has not succeeded starts again, as was asked for."));
      case Fact.ReplicaLost(_, var pod, _, var node) ->
          List.of(
              warning(
                  "NodeLost",
                  "The node %s of pod %s does not answer; another pod takes its place."
                      .formatted(node, pod)));
      case Fact.ObjectRefused(var kind, var name, var error) ->
          List.of(warning("FailedCreate", "%s %s cannot be made: %s".formatted(kind, name, error)));
      case Fact.RemovalRefused(var kind, var name, var error) ->
          List.of(
              warning("FailedDelete", "%s %s cannot be deleted: %s".formatted(kind, name, error)));
      case Fact.Accepted _,
          Fact.Queued _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.VariablesWithheld _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaFailed _,
          Fact.ReplicaRestarted _,
          Fact.ReplicaTroubled _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.PreemptedTooOften _,
          Fact.ChildFailed _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          List.of();
    };
  }

  /// One event for the refusal, one for each warning.
  static List<EventText> of(List<Problem> problems) {
    var events = new ArrayList<EventText>();
    if (problems.stream().anyMatch(Problem::fatal)) {
      events.add(warning("InvalidSpec", Sentences.refused(problems)));
    }
    problems.stream()
        .filter(problem -> !problem.fatal())
        .map(problem -> warning("Unwise", problem.toString()))
        .distinct()
        .forEach(events::add);
    return events;
  }

  private Narration() {}
}
