package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.EventText.normal;
import static dev.trainyard.dialects.EventText.warning;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The events of a job. What only conditions tell has none.
final class Narration {

  /// Objects whose making and removal is told, with their word in the reason and in the message.
  private static final Map<String, Spoken> SPOKEN =
      Map.of(
          "Service", new Spoken("Service", "service"),
          "PodGroup", new Spoken("PodGroup", "PodGroup"),
          "HorizontalPodAutoscaler", new Spoken("HPA", "HPA"));

  /// The job itself is spoken of as the reference does: like a pod.
  private static final Spoken JOB = new Spoken("Pod", "job");

  private final Layout job;
  private final Sentences sentences;

  Narration(Layout job) {
    this.job = job;
    this.sentences = new Sentences(job);
  }

  List<EventText> of(Fact fact) {
    return switch (fact) {
      case Fact.ObjectMade(var kind, var name) -> made(kind, "Create", "Created", name);
      case Fact.ObjectRemoved(var kind, var name) when kind.equals(PodGroups.VOLCANO.kind()) ->
          Stream.concat(
                  Stream.of(
                      normal(Reason.TERMINATED.word, "Job has been terminated. Deleting PodGroup")),
                  made(kind, "Delete", "Deleted", name).stream())
              .toList();
      case Fact.ObjectRemoved(var kind, var name) -> made(kind, "Delete", "Deleted", name);
      case Fact.ObjectRefused(var kind, _, var error) ->
          List.of(refused(kind, "Create", "Error creating: " + error));
      case Fact.RemovalRefused(var kind, _, var error) ->
          List.of(refused(kind, "Delete", "Error deleting: " + error));
      case Fact.ReplicaMade(_, var pod, _) ->
          List.of(normal(Reason.POD_CREATED.word, "Created pod: " + pod));
      case Fact.ReplicaRemoved(_, var pod, _) ->
          List.of(normal(Reason.POD_DELETED.word, "Deleted pod: " + pod));
      case Fact.ReplicaEnded(_, var pod, _, var code) when code.isPresent() ->
          List.of(
              normal(
                  Reason.EXITED.word,
                  "Pod: %s.%s exited with code %d"
                      .formatted(job.namespace(), pod, code.getAsInt())));
      case Fact.ReplicaRestarted(var replica, _, _, _) -> restarting(replica.role());
      case Fact.ReplicaLost(_, var pod, _, var node) ->
          List.of(warning(Reason.NODE_LOST.word, sentences.lost(pod, node)));
      case Fact.ReplicaTroubled(_, var pod, _, var trouble) -> List.of(troubled(pod, trouble));
      case Fact.GangRestarted(var attempt, var cause) ->
          cause
              .map(replica -> restarting(replica.role()))
              .orElseGet(
                  () -> List.of(normal(Reason.RESTARTING.word, sentences.restarting(attempt))));
      case Fact.Queued(var queue) -> List.of(normal(Reason.QUEUED.word, sentences.queued(queue)));
      case Fact.WentOnHold _ -> List.of(normal(Reason.SUSPENDED.word, sentences.suspended()));
      case Fact.Resumed _ -> List.of(normal(Reason.RESUMED.word, sentences.resumed()));
      case Fact.Succeeded() -> List.of(normal(Reason.SUCCEEDED.word, sentences.succeeded()));
      case Fact.LeadFailed _, Fact.ReplicasFailed _, Fact.BudgetSpent _, Fact.OutOfTime _ ->
          List.of(warning(Reason.FAILED.word, sentences.failed(fact)));
      case Fact.StillRunning(var pods) -> List.of(stillRunning(pods));
      case Fact.Expired() -> List.of(normal(Reason.POD_DELETED.word, "Deleted job: " + job.name()));
      case Fact.Accepted _,
          Fact.VariablesWithheld _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaFailed _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.PreemptedTooOften _,
          Fact.ChildFailed _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _ ->
          List.of();
    };
  }

  /// One event for the refusal, one for each warning.
  List<EventText> of(List<Problem> problems) {
    var events = new ArrayList<EventText>();
    if (problems.stream().anyMatch(Problem::fatal)) {
      events.add(warning(Reason.FAILED_VALIDATION.word, refusal(problems)));
    }
    problems.stream()
        .filter(problem -> !problem.fatal())
        .map(
            problem ->
                switch (problem.message()) {
                  case Advice.RESTART_POLICY_OVERWRITTEN ->
                      warning(Reason.RESTART_POLICY_OVERWRITTEN.word, problem.message());
                  case Advice.ANOTHER_SCHEDULER ->
                      warning(Reason.SCHEDULER_KEPT.word, problem.message());
                  default -> warning(Reason.UNWISE.word, problem.toString());
                })
        .distinct()
        .forEach(events::add);
    return events;
  }

  static String refusal(List<Problem> problems) {
    return "PyTorchJob failed validation because "
        + Problem.joined(problems.stream().filter(Problem::fatal).toList());
  }

  private List<EventText> made(String kind, String verb, String done, String name) {
    var spoken = SPOKEN.get(kind);
    return spoken == null
        ? List.of()
        : List.of(
            normal(
                "Successful" + verb + spoken.reason(),
                "%s %s: %s".formatted(done, spoken.message(), name)));
  }

  private static EventText refused(String kind, String verb, String message) {
    var spoken =
        kind.equals(PyTorchJob.KIND) ? JOB : SPOKEN.getOrDefault(kind, new Spoken(kind, kind));
    return warning("Failed" + verb + spoken.reason(), message);
  }

  /// Not every trouble has a word of its own.
  private static EventText troubled(String pod, Trouble trouble) {
    return switch (trouble) {
      case Trouble.Ended(var container, var reason, var code, var message) ->
          warning(
              word(reason),
              "Error pod %s container %s exitCode: %d terminated message: %s"
                  .formatted(pod, container, code, message));
      case Trouble.Waits(var container, var reason, var message) ->
          warning(
              word(reason),
              "Error pod %s container %s waiting message: %s".formatted(pod, container, message));
      case Trouble.Lacks(var reason, var message) ->
          warning(word(reason), "Error pod %s condition message: %s".formatted(pod, message));
      case Trouble.KeepsLeadWaiting() ->
          warning(word(""), "Error pod %s has ended, and is waited for".formatted(pod));
    };
  }

  private static String word(String reason) {
    return reason.isEmpty() ? "Error" : reason;
  }

  private List<EventText> restarting(String type) {
    return List.of(warning(Reason.RESTARTING.word, sentences.restarting(type)));
  }

  private EventText stillRunning(int pods) {
    return warning(
        Reason.STILL_RUNNING.word,
        "%s has ended and left %d pod(s) running, as spec.runPolicy.cleanPodPolicy says; set it to"
                .formatted(job.name(), pods)
            + " Running or All, or delete the job, to free what they hold.");
  }

  private record Spoken(String reason, String message) {}
}
