package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static dev.trainyard.api.kubeflow.MPIJob.WORKER;

import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Wish;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.dialects.training.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a job lets people change while it is there: `runPolicy.suspend`, and the number of workers.
record Levers(Layout job) {

  Answer answer(Wish wish) {
    return switch (wish) {
      case Wish.Pause() -> pause();
      case Wish.Resume() -> resume();
      case Wish.Scale(var role, var replicas) -> scale(role.orElse(WORKER), replicas);
      case Wish.Restart() -> restart();
      case Wish.Debug() ->
          new Answer.Refused("an MPIJob has no debug mode: its command is all it runs");
    };
  }

  private Answer pause() {
    return job.suspended()
        ? new Answer.Already("already paused")
        : new Answer.Change(
            Changes.suspend(true),
            "paused",
            List.of("Its pods end now; what they have not saved is lost."));
  }

  private Answer resume() {
    return job.suspended()
        ? new Answer.Change(
            Changes.suspend(false),
            "resumed",
            List.of("Its workers start again, and the launcher with a new clock."))
        : new Answer.Already("not paused");
  }

  private Answer restart() {
    return job.suspended()
        ? new Answer.Refused("it is paused and has no replicas to restart")
        : Restarts.answer(job.job().metadata(), StatusReading.of(job).remember().attempt());
  }

  private Answer scale(String named, int replicas) {
    var type = Layout.TYPES.stream().filter(named::equalsIgnoreCase).findFirst();
    if (type.isEmpty()) {
      return new Answer.Refused(Changes.noSuchRole(named, job.types()));
    }
    if (type.get().equals(LAUNCHER)) {
      return new Answer.Refused("an MPIJob has exactly one Launcher; its Workers can be scaled");
    }
    if (job.spec(WORKER).isEmpty()) {
      return new Answer.Refused("it has no Workers, and how they should look is not written");
    }
    return outOfBounds(replicas).<Answer>map(Answer.Refused::new).orElseGet(() -> scale(replicas));
  }

  private static Optional<String> outOfBounds(int replicas) {
    return replicas >= 1 && replicas <= ReplicaCount.MOST
        ? Optional.empty()
        : Optional.of(
            "an MPIJob has 1 to %d workers, and %d is not among them"
                .formatted(ReplicaCount.MOST, replicas));
  }

  private Answer scale(int replicas) {
    int before = job.workers();
    return before == replicas
        ? new Answer.Already("already %d workers".formatted(replicas))
        : new Answer.Change(
            Changes.replicas("mpiReplicaSpecs", WORKER, replicas),
            "workers %d → %d".formatted(before, replicas),
            consequences(before, replicas));
  }

  private List<String> consequences(int before, int after) {
    var lines = new ArrayList<String>();
    if (job.suspended()) {
      lines.add("It is paused: the number counts when it is resumed.");
    } else {
      lines.add(Changes.ofWorkers(before, after));
      lines.add(
          "Only a launcher that asks discover_hosts.sh notices; for others a restart is needed.");
    }
    return lines;
  }
}
