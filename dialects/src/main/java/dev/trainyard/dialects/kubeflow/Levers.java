package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.MASTER;
import static dev.trainyard.api.kubeflow.Training.WORKER;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.api.kubeflow.RunPolicy;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Wish;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.dialects.training.Changes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// What a job lets people change while it is there: `runPolicy.suspend`, and the number of workers.
///
/// @param written the resource without its defaults, for a patch names its fields as they stand
record Levers(Layout job, PyTorchJob written) {

  Answer answer(Wish wish) {
    return switch (wish) {
      case Wish.Pause() -> pause();
      case Wish.Resume() -> resume();
      case Wish.Scale(var role, var replicas) -> scale(role, replicas);
      case Wish.Restart() -> restart();
      case Wish.Debug() ->
          new Answer.Refused("a PyTorchJob has no debug mode: its command is all it runs");
    };
  }

  private boolean suspended() {
    return job.runPolicy().map(RunPolicy::suspend).orElse(false);
  }

  private Answer pause() {
    return suspended()
        ? new Answer.Already("already paused")
        : new Answer.Change(
            Changes.suspend(true),
            "paused",
            List.of("Its pods end now; what they have not saved is lost."));
  }

  private Answer resume() {
    return suspended()
        ? new Answer.Change(
            Changes.suspend(false),
            "resumed",
            List.of("All replicas start again, with a new clock and no failures on its count."))
        : new Answer.Already("not paused");
  }

  private Answer restart() {
    return suspended()
        ? new Answer.Refused("it is paused and has no replicas to restart")
        : Restarts.answer(written.metadata(), StatusReading.of(job).remember().attempt());
  }

  private Answer scale(Optional<String> role, int replicas) {
    var named = role.orElse(WORKER);
    var type = job.types().stream().filter(named::equalsIgnoreCase).findFirst();
    if (type.isEmpty()) {
      return new Answer.Refused(Changes.noSuchRole(named, job.types()));
    }
    if (type.get().equals(MASTER)) {
      return new Answer.Refused("a PyTorchJob has exactly one Master; its Workers can be scaled");
    }
    int before = job.replicas(WORKER);
    return outOfBounds(replicas)
        .<Answer>map(Answer.Refused::new)
        .orElseGet(
            () ->
                before == replicas
                    ? new Answer.Already("already %d workers".formatted(replicas))
                    : new Answer.Change(
                        workers(replicas),
                        "workers %d → %d".formatted(before, replicas),
                        consequences(before, replicas)));
  }

  /// The bounds bind what people do by this lever; a spec may still say otherwise.
  private Optional<String> outOfBounds(int replicas) {
    int least = job.elasticPolicy().map(policy -> policy.minReplicas()).orElse(1);
    int most = job.elasticPolicy().map(policy -> policy.maxReplicas()).orElse(ReplicaCount.MOST);
    if (replicas >= Math.max(least, 1) && replicas <= most) {
      return Optional.empty();
    }
    return Optional.of(
        job.elastic()
            ? "%d is outside of spec.elasticPolicy, which allows %d to %d workers; change its bounds first"
                .formatted(replicas, least, most)
            : "a PyTorchJob has 1 to %d workers, and %d is not among them"
                .formatted(most, replicas));
  }

  private ObjectNode workers(int replicas) {
    var key =
        written.spec().pytorchReplicaSpecs().keySet().stream()
            .filter(WORKER::equalsIgnoreCase)
            .findFirst()
            .orElse(WORKER);
    return Changes.replicas("pytorchReplicaSpecs", key, replicas);
  }

  private List<String> consequences(int before, int after) {
    var lines = new ArrayList<String>();
    if (suspended()) {
      lines.add("It is paused: the number counts when it is resumed.");
    } else {
      lines.add(Changes.ofWorkers(before, after));
      if (!job.elastic()) {
        lines.add(
            "The other replicas keep the world size they were started with; a restart gives all of"
                + " them the new one.");
      }
    }
    return lines;
  }

  /// As many workers as the policy allows; the job as it is where nothing makes it elastic.
  static PyTorchJob largest(Layout job, PyTorchJob written) {
    var most = job.elasticPolicy().map(policy -> policy.maxReplicas());
    if (most.isEmpty()) {
      return written;
    }
    var specs = new LinkedHashMap<>(written.spec().pytorchReplicaSpecs());
    specs.replaceAll(
        (type, spec) ->
            type.equalsIgnoreCase(WORKER)
                ? new ReplicaSpec(most.get(), spec.template(), spec.restartPolicy())
                : spec);
    return new PyTorchJob(
        written.metadata(),
        new PyTorchJob.Spec(
            specs,
            written.spec().runPolicy(),
            written.spec().elasticPolicy(),
            written.spec().nprocPerNode()),
        written.status());
  }
}
