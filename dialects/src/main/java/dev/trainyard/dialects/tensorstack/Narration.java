package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;

import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Trouble;
import java.util.ArrayList;
import java.util.List;

/// The events of a job.
record Narration(Layout job) {

  static final String INVALID_SPEC = "InvalidSpec";

  private static final String ENV_NOT_PROPAGATED = "EnvNotPropagated";

  List<EventText> of(Fact fact) {
    return switch (fact) {
      case Fact.Accepted() -> List.of(normal("Created", new Sentences(job).created()));
      case Fact.ReplicaMade(_, var pod, var first) when first ->
          List.of(
              normal("NewReplica", "Create the replica[%s] for the first time.".formatted(pod)));
      case Fact.Initialized() -> List.of(normal("Start", Sentences.INITIALIZED));
      case Fact.BeganRunning(var at) -> List.of(normal("Running", Sentences.beganRunning(at)));
      case Fact.ReplicaRestarted(_, var pod, _, var count) ->
          List.of(
              normal(
                  "RestartReplica",
                  "Restart the replica[%s], restart count %d.".formatted(pod, count)));
      case Fact.GangRestarted(var attempt, _) ->
          List.of(normal("RestartJob", "Restart every replica, attempt %d.".formatted(attempt)));
      case Fact.WentOnHold _ -> List.of(normal("Paused", Sentences.PAUSED));
      case Fact.Resumed _ -> List.of(normal("Resumed", Sentences.RESUMED));
      case Fact.Scaled(var from, var to) ->
          List.of(normal("Scaled", "Scale the job from %d to %d replicas.".formatted(from, to)));
      case Fact.Succeeded() -> List.of(normal("Succeeded", Sentences.SUCCEEDED));
      case Fact.LeadFailed _, Fact.OutOfTime _, Fact.ChildFailed _ ->
          List.of(warning("Failed", new Sentences(job).failed(fact)));
      case Fact.CleanedUp(var pods) ->
          List.of(normal("CleanUp", "Clean up %d replicas.".formatted(pods)));
      case Fact.ObjectRefused(var kind, var name, var error) ->
          List.of(warning("CreateFailed", "%s %s cannot be made: %s".formatted(kind, name, error)));
      case Fact.RemovalRefused(var kind, var name, var error) ->
          List.of(
              warning("DeleteFailed", "%s %s cannot be removed: %s".formatted(kind, name, error)));
      case Fact.VariablesWithheld(var names) ->
          List.of(warning(ENV_NOT_PROPAGATED, Sentences.withheld(names)));
      case Fact.ReplicaLost(_, var pod, _, var node) ->
          List.of(
              warning(
                  "NodeLost", "The node %s of replica[%s] is out of sight.".formatted(node, pod)));
      case Fact.ReplicaTroubled(_, var pod, _, var trouble) -> List.of(troubled(pod, trouble));
      case Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.ReplicaFailed _,
          Fact.Queued _,
          Fact.ReplicaEnded _,
          Fact.Preempted _,
          Fact.ReplicasFailed _,
          Fact.BudgetSpent _,
          Fact.PreemptedTooOften _,
          Fact.WorkersEvicted _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          List.of();
    };
  }

  private static EventText troubled(String pod, Trouble trouble) {
    return switch (trouble) {
      case Trouble.Ended(var container, var reason, var code, var message) ->
          warning(
              word(reason),
              "Container %s of replica[%s] ended with exit code %d. %s"
                  .formatted(container, pod, code, message)
                  .strip());
      case Trouble.Waits(var container, var reason, var message) ->
          warning(
              word(reason),
              "Container %s of replica[%s] waits: %s".formatted(container, pod, message));
      case Trouble.Lacks(var reason, var message) ->
          warning(word(reason), "The replica[%s] waits: %s".formatted(pod, message));
      case Trouble.KeepsLeadWaiting() ->
          warning(word(""), "The replica[%s] has ended, and is waited for".formatted(pod));
    };
  }

  /// Not every trouble has a word of its own.
  private static String word(String reason) {
    return reason.isEmpty() ? "Error" : reason;
  }

  /// One event for the refusal, one for each warning.
  static List<EventText> of(List<Problem> problems) {
    var events = new ArrayList<EventText>();
    var mistakes = problems.stream().filter(Problem::fatal).toList();
    if (!mistakes.isEmpty()) {
      events.add(warning(INVALID_SPEC, Problem.joined(mistakes)));
    }
    problems.stream()
        .filter(problem -> !problem.fatal())
        .map(Narration::unwise)
        .distinct()
        .forEach(events::add);
    return events;
  }

  private static EventText unwise(Problem problem) {
    if (problem.message().equals(ElasticRules.IGNORED)) {
      return warning("ElasticIgnored", problem.message());
    }
    return Sentences.tellsOfWithheld(problem.message())
        ? warning(ENV_NOT_PROPAGATED, problem.message())
        : warning("Unwise", problem.toString());
  }
}
