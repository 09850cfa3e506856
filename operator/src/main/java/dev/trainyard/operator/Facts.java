package dev.trainyard.operator;

import dev.trainyard.engine.model.Fact;

/// What the shell has to know about facts: when they are true, and words for what never reaches the
/// engine.
final class Facts {

  /// Whether it happens with the steps of a decision; any other fact happens with its state.
  static boolean reportsAStep(Fact fact) {
    return switch (fact) {
      case Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.ObjectRefused _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.CleanedUp _,
          Fact.Expired _ ->
          true;
      case Fact.Accepted _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaRestarted _,
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
          Fact.StillRunning _ ->
          false;
    };
  }

  private Facts() {}
}
