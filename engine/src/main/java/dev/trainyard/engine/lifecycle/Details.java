package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ContainerStage;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// When bare details, the slots of a job whose phase stands still, are worth a write. The moment is
/// told from the pods alone, so that nothing has to be remembered for it.
final class Details {

  /// Nothing where the stored status shows the same slots already.
  static Optional<Instant> dueAt(Scene scene, JobState state) {
    boolean told =
        counted(scene, state) && (!scene.job().telling().eachReplica() || each(scene, state));
    if (told) {
      return Optional.empty();
    }
    boolean atRest = state.replicas().stream().map(ReplicaState::slot).distinct().count() == 1;
    var change = atRest ? Optional.<Instant>empty() : oldestUntold(scene).or(() -> latest(scene));
    return Optional.of(
        change.map(at -> at.plus(scene.job().telling().within())).orElse(scene.now()));
  }

  private static boolean counted(Scene scene, JobState state) {
    return scene.job().roles().stream()
        .allMatch(
            role ->
                scene.job().telling().shown().stream()
                    .allMatch(
                        slot ->
                            count(scene, scene.past().replicas(), role.name(), slot)
                                == count(scene, state.replicas(), role.name(), slot)));
  }

  private static boolean each(Scene scene, JobState state) {
    return scene.past().replicas().stream()
        .map(Details::shown)
        .toList()
        .equals(state.replicas().stream().map(Details::shown).toList());
  }

  /// What a status says of one replica.
  private record Shown(
      ReplicaId id, Optional<String> uid, Slot slot, List<ShownContainer> containers) {}

  private record ShownContainer(String name, ContainerStage stage, OptionalInt exitCode) {}

  private static Shown shown(ReplicaState state) {
    return new Shown(
        state.id(),
        state.uid(),
        slot(state),
        state.containers().stream()
            .map(one -> new ShownContainer(one.name(), one.stage(), one.exitCode()))
            .toList());
  }

  /// One that was asked to go is gone to whoever reads of it.
  private static Slot slot(ReplicaState state) {
    return state.leaving() ? Slot.DELETED : state.slot();
  }

  private static long count(Scene scene, List<ReplicaState> replicas, String role, Slot slot) {
    return replicas.stream()
        .filter(state -> state.id().role().equals(role))
        .filter(state -> asTold(scene, slot(state), state.ready()) == slot)
        .count();
  }

  private static Slot asTold(Scene scene, Slot slot, boolean ready) {
    return slot == Slot.RUNNING && !ready && scene.job().telling().onlyReady()
        ? Slot.PENDING
        : slot;
  }

  /// Where a slot holds more pods than were told, the latest to change are the untold ones.
  private static Optional<Instant> oldestUntold(Scene scene) {
    var oldest = Optional.<Instant>empty();
    for (var role : scene.job().roles()) {
      for (var slot : scene.job().telling().shown()) {
        var change =
            scene.current().stream()
                .filter(pod -> pod.replica().role().equals(role.name()) && !pod.leaving())
                .filter(pod -> asTold(scene, Report.slot(pod), pod.ready()) == slot)
                .map(ObservedPod::changedAt)
                .sorted()
                .skip(count(scene, scene.past().replicas(), role.name(), slot))
                .findFirst();
        oldest = Timers.earliest(oldest, change);
      }
    }
    return oldest;
  }

  /// A pod that is gone left no time behind; what came after it did.
  private static Optional<Instant> latest(Scene scene) {
    return scene.current().stream().map(ObservedPod::changedAt).max(Instant::compareTo);
  }

  private Details() {}
}
