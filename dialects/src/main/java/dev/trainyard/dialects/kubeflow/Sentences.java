package dev.trainyard.dialects.kubeflow;

import dev.trainyard.engine.model.Fact;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// The sentences of conditions and events, which say the same about the same fact.
record Sentences(Layout job) {

  String created() {
    return "PyTorchJob %s is created.".formatted(job.name());
  }

  String running() {
    return "PyTorchJob %s is running.".formatted(subject());
  }

  String queued(String queue) {
    return "PyTorchJob %s waits until its PodGroup is admitted%s."
        .formatted(job.name(), queue.isEmpty() ? "" : " to queue " + queue);
  }

  String suspended() {
    return "PyTorchJob %s is suspended.".formatted(job.name());
  }

  String resumed() {
    return "PyTorchJob %s is resumed.".formatted(job.name());
  }

  String restarting(String type) {
    return "job %s is restarting because %s replica(s) failed.".formatted(job.name(), type);
  }

  String restarting(long failed, String type) {
    return "PyTorchJob %s is restarting because %d %s replica(s) failed."
        .formatted(job.name(), failed, type);
  }

  String restarting(int attempt) {
    return "PyTorchJob %s is restarting because attempt %d was asked for."
        .formatted(job.name(), attempt);
  }

  String lost(String pod, String node) {
    return "Node %s is lost and pod %s with it; the pod is started again.".formatted(node, pod);
  }

  String succeeded() {
    return job.hasMaster()
        ? "PyTorchJob %s is successfully completed.".formatted(subject())
        : "PyTorchJob %s successfully completed.".formatted(subject());
  }

  /// Facts that end no job of this kind leave only that it failed.
  String failed(Fact cause) {
    return switch (cause) {
      case Fact.ReplicasFailed(var role, _, var permanently) when permanently ->
          "job \"%s\" is failing because \"%s\" replica(s) failed.".formatted(job.name(), role);
      case Fact.ReplicasFailed(var role, var count, _) -> failed(count, role);
      case Fact.LeadFailed(var replica, _, _) -> failed(1, replica.role());
      case Fact.BudgetSpent _ ->
          "Job %s has failed because it has reached the specified backoff limit"
              .formatted(job.name());
      case Fact.OutOfTime _ ->
          "Job %s has failed because it was active longer than specified deadline"
              .formatted(job.name());
      case Fact.ChildFailed(_, var message) -> message;
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
          Fact.PreemptedTooOften _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          "PyTorchJob %s is failed.".formatted(job.name());
    };
  }

  /// The fact behind a message of `failed`, as far as the words tell. Numbers they leave out are
  /// taken from the spec or are the smallest possible; unknown words are kept as they are.
  Fact causeOf(String reason, String message) {
    var counted =
        Pattern.compile(
                "PyTorchJob %s is failed because ([0-9]{1,9}) (\\w+) replica\\(s\\) failed\\."
                    .formatted(Pattern.quote(job.name())))
            .matcher(message);
    if (counted.matches()) {
      return new Fact.ReplicasFailed(counted.group(2), Integer.parseInt(counted.group(1)), false);
    }
    for (var type : Layout.TYPES) {
      var permanent = new Fact.ReplicasFailed(type, 1, true);
      if (message.equals(failed(permanent))) {
        return permanent;
      }
    }
    var spent = new Fact.BudgetSpent(1);
    var late = new Fact.OutOfTime(deadline());
    if (message.equals(failed(spent))) {
      return spent;
    }
    return message.equals(failed(late)) ? late : new Fact.ChildFailed(reason, message);
  }

  private Duration deadline() {
    return job.runPolicy()
        .flatMap(policy -> Optional.ofNullable(policy.activeDeadlineSeconds()))
        .map(Duration::ofSeconds)
        .orElse(Duration.ZERO);
  }

  private String failed(int count, String type) {
    return "PyTorchJob %s is failed because %d %s replica(s) failed."
        .formatted(job.name(), count, type);
  }

  /// Jobs without a master are named with their namespace.
  private String subject() {
    return job.hasMaster() ? job.name() : job.namespace() + "/" + job.name();
  }
}
