package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;

import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Trouble;
import java.util.ArrayList;
import java.util.List;

/// The events of a TensorBoard: what people asked for, and what went wrong.
final class Narration {

  static List<EventText> of(Board board, Fact fact) {
    return switch (fact) {
      case Fact.Accepted() ->
          List.of(normal("Created", "A TensorBoard has been created: " + board.name()));
      case Fact.BeganRunning _ -> List.of(normal("Running", Sentences.READY + "."));
      case Fact.WentOnHold _ -> List.of(normal("Paused", "The TensorBoard has been paused."));
      case Fact.Resumed _ -> List.of(normal("Resumed", "The TensorBoard has been resumed."));
      case Fact.GangRestarted _ ->
          List.of(normal("RestartReplica", "The TensorBoard is started again, as was asked for."));
      case Fact.ReplicaRestarted(_, var pod, _, _) ->
          List.of(warning("RestartReplica", "The pod %s ended and is replaced.".formatted(pod)));
      case Fact.ReplicaLost(_, var pod, _, var node) ->
          List.of(
              warning(
                  "NodeLost",
                  "The node %s of pod %s does not answer; another pod takes its place."
                      .formatted(node, pod)));
      case Fact.ReplicaTroubled(_, var pod, _, var trouble) -> List.of(troubled(pod, trouble));
      case Fact.ObjectRefused(var kind, var name, var error) ->
          List.of(warning("FailedCreate", "%s %s cannot be made: %s".formatted(kind, name, error)));
      case Fact.RemovalRefused(var kind, var name, var error) ->
          List.of(
              warning("FailedDelete", "%s %s cannot be deleted: %s".formatted(kind, name, error)));
      case Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.ReplicaFailed _,
          Fact.Queued _,
          Fact.VariablesWithheld _,
          Fact.ReplicaEnded _,
          Fact.Initialized _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.Succeeded _,
          Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.BudgetSpent _,
          Fact.OutOfTime _,
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

  private static EventText troubled(String pod, Trouble trouble) {
    return switch (trouble) {
      case Trouble.Ended(var container, var reason, var code, var message) ->
          warning(
              word(reason),
              "Container %s of pod %s ended with exit code %d%s"
                  .formatted(container, pod, code, explained(message)));
      case Trouble.Waits(var container, var reason, var message) ->
          warning(
              word(reason),
              "Container %s of pod %s waits%s".formatted(container, pod, explained(message)));
      case Trouble.Lacks(var reason, var message) ->
          warning(word(reason), "Pod %s waits%s".formatted(pod, explained(message)));
      case Trouble.KeepsLeadWaiting() ->
          warning(word(""), "Pod %s has ended, and is waited for".formatted(pod));
    };
  }

  private static String word(String reason) {
    return reason.isEmpty() ? "ErrorInPod" : reason;
  }

  private static String explained(String message) {
    return message.isEmpty() ? "." : ": " + message;
  }

  private Narration() {}
}
