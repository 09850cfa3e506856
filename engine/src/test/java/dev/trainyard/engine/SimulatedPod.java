package dev.trainyard.engine;

import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ContainerState;
import dev.trainyard.engine.model.Observed.Deletion;
import dev.trainyard.engine.model.Observed.Disruption;
import dev.trainyard.engine.model.Observed.End;
import dev.trainyard.engine.model.Observed.LaunchMark;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A pod without a node: it is whatever it is told to be.
final class SimulatedPod {
  final String name;
  final String uid;
  final ReplicaId replica;
  final Step.CreatePod step;
  final Instant createdAt;
  Stage stage = Stage.CREATED;
  Optional<End> end = Optional.empty();
  Optional<Deletion> deletion = Optional.empty();
  Optional<Disruption> disruption = Optional.empty();
  LaunchMark launch = new LaunchMark(Optional.empty(), "");
  int restarts;
  Instant changedAt;

  SimulatedPod(String name, String uid, Step.CreatePod step, Instant now) {
    this.name = name;
    this.uid = uid;
    this.replica = step.replica();
    this.step = step;
    this.createdAt = now;
    this.changedAt = now;
  }

  boolean ended() {
    return stage == Stage.SUCCEEDED || stage == Stage.FAILED;
  }

  void run(Instant now) {
    stage = Stage.RUNNING;
    changedAt = now;
  }

  void exit(int code, Instant now) {
    stage = code == 0 ? Stage.SUCCEEDED : Stage.FAILED;
    end = Optional.of(new End(OptionalInt.of(code), code == 0 ? "Completed" : "Error", now));
    changedAt = now;
  }

  ObservedPod observed(String mainContainer) {
    var code = end.map(End::exitCode).orElse(OptionalInt.empty());
    var stageOfMain = stage == Stage.RUNNING ? ContainerStage.RUNNING : ContainerStage.WAITING;
    return new ObservedPod(
        replica,
        name,
        uid,
        step.attempt(),
        step.tryNumber(),
        step.restarts(),
        stage,
        end,
        deletion,
        disruption,
        List.of(
            new ContainerState(
                mainContainer, ended() ? ContainerStage.TERMINATED : stageOfMain, code, restarts)),
        List.of(),
        stage == Stage.RUNNING,
        false,
        Optional.of(Rehearsal.NODE),
        launch,
        createdAt,
        changedAt);
  }
}
