package dev.trainyard.operator;

import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.Plan;
import java.util.Optional;

/// What the shell has to know about facts: when they are true, and words for what never reaches the
/// engine.
final class Facts {

  /// What a step does, in the words of `reported`.
  static String done(TrainingJob job, Step step) {
    return switch (step) {
      case Step.CreateService(var replica) -> made("Service", Plan.serviceName(job, replica));
      case Step.CreateObject(var attachment, _) -> made(attachment.kind(), attachment.name());
      case Step.CreatePod pod -> made("Pod", pod.replica().toString());
      case Step.DeleteObject(var object) -> removed(object.kind(), object.name());
      case Step.DeletePod(_, _, var uid, _) -> removed("Pod", uid);
      case Step.DeleteJob _ -> "removed the job";
      case Step.ClaimName _,
          Step.UpdateObject _,
          Step.CreateChild _,
          Step.HoldChild _,
          Step.ReleaseChild _ ->
          step.toString();
    };
  }

  /// Whether it was so before anybody decided anything, and a step may remove what shows it.
  static boolean seen(Fact fact) {
    return fact instanceof Fact.ReplicaLost || lasting(fact);
  }

  /// Whether it is seen again in every pass until it is over, and told once all the same.
  static boolean lasting(Fact fact) {
    return fact instanceof Fact.ReplicaTroubled || fact instanceof Fact.ReplicaEnded;
  }

  /// What a fact says that a step of its decision did: it happens with that step. Any other fact
  /// happens with the state of its decision.
  static Optional<String> reported(Fact fact) {
    return switch (fact) {
      case Fact.ObjectMade(var kind, var name) -> Optional.of(made(kind, name));
      case Fact.ObjectRemoved(var kind, var name) -> Optional.of(removed(kind, name));
      case Fact.ReplicaMade(var replica, _, _) -> Optional.of(made("Pod", replica.toString()));
      case Fact.ReplicaRemoved(_, _, var uid) -> Optional.of(removed("Pod", uid));
      case Fact.Expired() -> Optional.of("removed the job");
      case Fact.Accepted _,
          Fact.Queued _,
          Fact.ObjectRefused _,
          Fact.VariablesWithheld _,
          Fact.RemovalRefused _,
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
          Fact.BudgetSpent _,
          Fact.OutOfTime _,
          Fact.PreemptedTooOften _,
          Fact.ChildFailed _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _,
          Fact.StillRunning _ ->
          Optional.empty();
    };
  }

  /// What tells a fact from every other about its job, however often and by whomever it is stated.
  static String occasion(Fact fact) {
    return switch (fact) {
      case Fact.ReplicaRestarted(_, _, var uid, _) -> "restarted %s".formatted(uid);
      // Which of its pods was the first to end may look different afterwards.
      case Fact.GangRestarted(var attempt, _) -> "attempt %d".formatted(attempt);
      // Refused again and again, with addresses, counts and times that differ.
      case Fact.ObjectRefused(var kind, var name, var error) ->
          "refused %s %s: %s".formatted(kind, name, withoutNumbers(error));
      case Fact.RemovalRefused(var kind, var name, var error) ->
          "kept %s %s: %s".formatted(kind, name, withoutNumbers(error));
      // The stored moment has whole seconds.
      case Fact.WentOnHold(var at) -> "held %d".formatted(at.getEpochSecond());
      case Fact.Resumed(var at) -> "resumed %d".formatted(at.getEpochSecond());
      // A job ends once, and its status does not tell every number of why.
      case Fact.Succeeded _,
          Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.BudgetSpent _,
          Fact.OutOfTime _,
          Fact.PreemptedTooOften _,
          Fact.ChildFailed _,
          Fact.WorkersEvicted _ ->
          "ended";
      case Fact.StillRunning _ -> "still running";
      case Fact.Queued _ -> "queued";
      case Fact.Accepted _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.VariablesWithheld _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaFailed _,
          Fact.ReplicaLost _,
          Fact.ReplicaTroubled _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.CleanedUp _,
          Fact.Expired _ ->
          fact.toString();
    };
  }

  private static String withoutNumbers(String error) {
    return error.replaceAll("[0-9a-f]*[0-9][0-9a-f]*", "#");
  }

  private static String made(String kind, String name) {
    return "made %s %s".formatted(kind, name);
  }

  private static String removed(String kind, String name) {
    return "removed %s %s".formatted(kind, name);
  }

  private Facts() {}
}
