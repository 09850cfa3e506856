package dev.trainyard.dialects.tensorboard;

import dev.trainyard.api.tensorstack.TensorBoard.Condition;
import dev.trainyard.api.tensorstack.TensorBoard.Memory;
import dev.trainyard.api.tensorstack.TensorBoard.Pod;
import dev.trainyard.api.tensorstack.TensorBoard.Reference;
import dev.trainyard.api.tensorstack.TensorBoard.Status;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.Remembered;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A state in the words of a status.
final class StatusWriting {

  private static final String TRUE = "True";
  private static final String FALSE = "False";
  private static final Memory NOTHING = new Memory(null, null, null, null, null, null, null);

  private final Board board;
  private final Optional<Status> before;
  private final Instant now;

  StatusWriting(Board board, Instant now) {
    this.board = board;
    this.before = Optional.ofNullable(board.resource().status());
    this.now = now;
  }

  Status of(JobState state) {
    var phase = StatusWords.of(state.phase());
    return new Status(
        phase,
        pod(state).orElse(null),
        board.path(),
        conditions(phase.equals(StatusWords.PAUSED), state.phase() == Phase.RUNNING, ready(phase)),
        memory(state.remember()).orElse(null));
  }

  /// What is remembered stays: corrected, it goes on where it was.
  Status refused(List<Problem> problems) {
    return new Status(
        StatusWords.FAILED,
        before.map(Status::pod).orElse(null),
        board.path(),
        conditions(false, false, Sentences.refused(problems)),
        before.map(Status::memory).orElse(null));
  }

  private static String ready(String phase) {
    return switch (phase) {
      case StatusWords.RUNNING -> Sentences.READY;
      case StatusWords.PAUSED -> Sentences.SUSPENDED;
      default -> Sentences.NOT_READY;
    };
  }

  /// The newest is the last: whether the page is there is what people look for.
  private List<Condition> conditions(boolean suspended, boolean ready, String readiness) {
    return List.of(
        condition(
            "Suspended",
            suspended ? TRUE : FALSE,
            suspended ? Sentences.SUSPENDED : Sentences.NOT_SUSPENDED),
        condition("Idle", "Unknown", Sentences.IDLENESS_UNKNOWN),
        condition("Ready", ready ? TRUE : FALSE, readiness));
  }

  /// What reads the same keeps its times.
  private Condition condition(String type, String status, String message) {
    var told =
        before.stream()
            .flatMap(known -> known.conditions().stream())
            .filter(condition -> condition.type().equals(type))
            .filter(condition -> condition.status().equals(status))
            .findFirst();
    var same = told.filter(condition -> message.equals(condition.message()));
    var time = Times.text(now);
    return same.orElseGet(
        () ->
            new Condition(
                type, status, message, told.map(Condition::lastTransitionTime).orElse(time), time));
  }

  /// One that was asked to go serves nobody any more.
  private static Optional<Pod> pod(JobState state) {
    return state.replicas().stream()
        .filter(replica -> !replica.leaving() && StatusWords.SHOWN.contains(replica.slot()))
        .findFirst()
        .map(StatusWriting::pod);
  }

  private static Pod pod(ReplicaState replica) {
    return new Pod(
        new Reference(replica.podName(), replica.uid().orElse(null)),
        StatusWords.of(replica.slot()));
  }

  private static Optional<Memory> memory(Remembered remembered) {
    var milestones = remembered.milestones();
    var memory =
        new Memory(
            remembered.attempt() == 1 ? null : remembered.attempt(),
            remembered.dismissed().isEmpty()
                ? null
                : remembered.dismissed().stream().sorted().toList(),
            text(milestones.accepted()),
            text(milestones.initialized()),
            text(milestones.running()),
            text(milestones.held()),
            text(milestones.resumed()));
    return Optional.of(memory).filter(one -> !one.equals(NOTHING));
  }

  private static @Nullable String text(Optional<Instant> moment) {
    return moment.map(Times::text).orElse(null);
  }
}
