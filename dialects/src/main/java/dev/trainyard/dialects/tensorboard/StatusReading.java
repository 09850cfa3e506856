package dev.trainyard.dialects.tensorboard;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.TensorBoard.Memory;
import dev.trainyard.api.tensorstack.TensorBoard.Pod;
import dev.trainyard.api.tensorstack.TensorBoard.Status;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a status brings back.
final class StatusReading {

  static JobState of(Optional<Status> status) {
    return status.map(StatusReading::state).orElseGet(JobState::unseen);
  }

  private static JobState state(Status status) {
    var memory = Optional.ofNullable(status.memory()).map(StatusReading::remembered);
    var remembered = memory.orElseGet(Remembered::nothing);
    var phase = StatusWords.meaning(requireNonNullElse(status.phase(), ""));
    return new JobState(
        phase,
        why(phase, remembered.milestones()),
        replica(Optional.ofNullable(status.pod())).stream().toList(),
        List.of(),
        Optional.empty(),
        remembered);
  }

  private static Optional<Fact> why(Phase phase, Milestones milestones) {
    return switch (phase) {
      case RUNNING -> milestones.running().map(Fact.BeganRunning::new);
      case HOLDING, HELD -> milestones.held().map(Fact.WentOnHold::new);
      case ACCEPTED,
          WAITING,
          STARTING,
          SHRUNKEN,
          RESTARTING,
          RESUMING,
          UNKNOWN,
          SUCCEEDED,
          FAILED ->
          Optional.empty();
    };
  }

  private static Remembered remembered(Memory memory) {
    var nothing = Remembered.nothing();
    return nothing
        .startedAgain(Math.max(1, requireNonNullElse(memory.attempt(), 1)))
        .dismissing(memory.dismissed() == null ? Set.of() : Set.copyOf(memory.dismissed()))
        .with(
            new Milestones(
                Optional.empty(),
                Times.parse(memory.accepted()),
                Times.parse(memory.initialized()),
                Times.parse(memory.running()),
                Times.parse(memory.held()),
                Times.parse(memory.resumed()),
                Optional.empty()));
  }

  private static Optional<ReplicaState> replica(Optional<Pod> pod) {
    return pod.flatMap(
        known ->
            StatusWords.PODS
                .meaning(requireNonNullElse(known.phase(), ""))
                .map(
                    slot ->
                        new ReplicaState(
                            new ReplicaId(Neutral.ROLE, 0),
                            known.reference().name(),
                            Optional.ofNullable(known.reference().uid()),
                            slot,
                            false,
                            false,
                            0,
                            Optional.empty(),
                            List.of())));
  }

  private StatusReading() {}
}
