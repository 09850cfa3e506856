package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// The facts that end a job, as JSON. Others are never asked for again.
final class Causes {

  static Optional<ObjectNode> write(Fact cause) {
    var json = JsonNodeFactory.instance.objectNode();
    return switch (cause) {
      case Fact.Succeeded() -> Optional.of(json.put("cause", "Succeeded"));
      case Fact.BudgetSpent(var count) ->
          Optional.of(json.put("cause", "BudgetSpent").put("count", count));
      case Fact.OutOfTime(var limit) ->
          Optional.of(json.put("cause", "OutOfTime").put("seconds", limit.toSeconds()));
      case Fact.ReplicasFailed(var role, var count, var permanently) ->
          Optional.of(
              json.put("cause", "ReplicasFailed")
                  .put("role", role)
                  .put("count", count)
                  .put("permanently", permanently));
      case Fact.LeadFailed(var replica, var pod, var code) -> {
        json.put("cause", "LeadFailed").put("role", replica.role()).put("index", replica.index());
        json.put("pod", pod);
        code.ifPresent(exit -> json.put("code", exit));
        yield Optional.of(json);
      }
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
          Fact.PreemptedTooOften _,
          Fact.ChildFailed _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          Optional.empty();
    };
  }

  static Optional<Fact> read(JsonNode json) {
    var role = json.path("role").asText("");
    int count = json.path("count").asInt(0);
    return switch (json.path("cause").asText("")) {
      case "Succeeded" -> Optional.of(new Fact.Succeeded());
      case "BudgetSpent" -> Optional.of(new Fact.BudgetSpent(count));
      case "OutOfTime" ->
          Optional.of(new Fact.OutOfTime(Duration.ofSeconds(json.path("seconds").asLong(0))));
      case "ReplicasFailed" ->
          Optional.of(
              new Fact.ReplicasFailed(role, count, json.path("permanently").asBoolean(false)));
      case "LeadFailed" ->
          Optional.of(
              new Fact.LeadFailed(
                  new ReplicaId(role, json.path("index").asInt(0)),
                  json.path("pod").asText(""),
                  json.path("code").isInt()
                      ? OptionalInt.of(json.path("code").intValue())
                      : OptionalInt.empty()));
      default -> Optional.empty();
    };
  }

  private Causes() {}
}
