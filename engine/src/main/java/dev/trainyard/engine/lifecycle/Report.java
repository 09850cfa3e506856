package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.AttachmentState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Observed.ObservedChild;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The state a job is left in: its phase, the fact behind it, and every slot.
final class Report {

  /// `cause` is the fact this decision adds, if it changes the phase.
  static JobState of(Scene scene, Optional<Fact> cause, Optional<Waiting> waiting) {
    var phase = phase(scene, cause);
    return new JobState(
        phase,
        why(scene, phase, cause),
        replicas(scene),
        attachments(scene),
        waiting,
        scene.memory());
  }

  static boolean running(Scene scene) {
    var rule = scene.job().running();
    var counted = scene.current().stream().filter(pod -> counts(scene, pod)).toList();
    boolean leads = counted.stream().anyMatch(pod -> pod.replica().equals(scene.job().lead()));
    return counted.size() >= rule.floor()
        && counted.stream().anyMatch(pod -> pod.stage() == Stage.RUNNING)
        && (leads || !rule.lead());
  }

  private static boolean counts(Scene scene, ObservedPod pod) {
    return pod.stage() == Stage.SUCCEEDED
        || (scene.active(pod) && (pod.ready() || !scene.job().running().ready()));
  }

  private static Phase phase(Scene scene, Optional<Fact> cause) {
    var memory = scene.memory();
    var milestones = memory.milestones();
    if (memory.ending().isPresent()) {
      return memory.ending().get().succeeded() ? Phase.SUCCEEDED : Phase.FAILED;
    }
    if (milestones.held().isPresent()) {
      return scene.ownPods().stream().allMatch(scene::keptForItsLogs) ? Phase.HELD : Phase.HOLDING;
    }
    if (resuming(milestones)) {
      return Phase.RESUMING;
    }
    if (scene
        .currentOf(scene.job().lead())
        .filter(pod -> pod.stage() == Stage.UNKNOWN)
        .isPresent()) {
      return Phase.UNKNOWN;
    }
    boolean running = running(scene);
    if (replacing(scene, cause, running)) {
      return Phase.RESTARTING;
    }
    if (running) {
      return Phase.RUNNING;
    }
    if (milestones.running().isPresent()) {
      return Phase.SHRUNKEN;
    }
    if (scene.current().isEmpty()) {
      return Phase.ACCEPTED;
    }
    return scene.current().stream().anyMatch(pod -> pod.stage() == Stage.CREATED)
        ? Phase.WAITING
        : Phase.STARTING;
  }

  private static boolean resuming(Milestones milestones) {
    return milestones.resumed().isPresent() && milestones.running().isEmpty();
  }

  /// From the pass that dismisses a pod until its replacement exists and the job runs again.
  private static boolean replacing(Scene scene, Optional<Fact> cause, boolean running) {
    boolean began =
        cause
            .filter(
                fact -> fact instanceof Fact.ReplicaRestarted || fact instanceof Fact.GangRestarted)
            .isPresent();
    boolean goesOn =
        began || scene.past().phase() == Phase.RESTARTING || !Replacing.underWay(scene).isEmpty();
    if (!goesOn || !running) {
      return goesOn;
    }
    boolean gap =
        scene.job().replicas().stream()
            .filter(replica -> scene.job().roleOf(replica).runsAsPods())
            .filter(replica -> !scene.memory().done().contains(replica))
            .anyMatch(replica -> scene.currentOf(replica).isEmpty());
    return scene.job().running().restartsInterrupt() && gap;
  }

  private static Optional<Fact> why(Scene scene, Phase phase, Optional<Fact> cause) {
    var memory = scene.memory();
    if (memory.ending().isPresent()) {
      return Optional.of(memory.ending().get().cause());
    }
    if (cause.isPresent()) {
      return cause;
    }
    if (phase == scene.past().phase()) {
      return scene.past().why();
    }
    return switch (phase) {
      case RUNNING ->
          Optional.of(new Fact.BeganRunning(memory.milestones().running().orElse(scene.now())));
      case HOLDING, HELD ->
          Optional.of(new Fact.WentOnHold(memory.milestones().held().orElse(scene.now())));
      case RESUMING ->
          Optional.of(new Fact.Resumed(memory.milestones().resumed().orElse(scene.now())));
      case RESTARTING -> Replacing.underWay(scene).stream().findFirst();
      case ACCEPTED, WAITING, STARTING, SHRUNKEN, UNKNOWN, SUCCEEDED, FAILED -> Optional.empty();
    };
  }

  private static List<ReplicaState> replicas(Scene scene) {
    var states = new ArrayList<ReplicaState>();
    for (var replica : scene.job().replicas()) {
      slot(scene, replica).ifPresent(states::add);
    }
    scene.surplus().stream()
        .filter(pod -> !scene.job().wants(pod.replica()))
        .map(pod -> standing(scene, pod))
        .forEach(states::add);
    return states;
  }

  private static Optional<ReplicaState> slot(Scene scene, ReplicaId replica) {
    var pod = scene.standing(replica);
    if (pod.isPresent()) {
      return Optional.of(standing(scene, pod.get()));
    }
    var child = scene.observed().child(replica.role());
    if (child.isPresent()) {
      return Optional.of(carried(replica, child.get()));
    }
    var memory = scene.memory();
    var before =
        scene.past().replicas().stream().filter(state -> state.id().equals(replica)).findFirst();
    if (memory.done().contains(replica)) {
      return Optional.of(empty(scene, replica, Slot.SUCCEEDED, before));
    }
    boolean wanted =
        memory.ending().isEmpty() && memory.milestones().held().isEmpty() && opened(scene, replica);
    if (wanted) {
      return Optional.of(empty(scene, replica, Slot.CREATING, before));
    }
    return before
        .filter(state -> state.uid().isPresent())
        .map(_ -> empty(scene, replica, Slot.DELETED, before));
  }

  /// A place beyond what may run at once wants no pod yet.
  private static boolean opened(Scene scene, ReplicaId replica) {
    var role = scene.job().roleOf(replica);
    long before =
        role.replicas().stream()
            .limit(replica.index())
            .filter(other -> !scene.memory().done().contains(other))
            .count();
    return role.runsAsPods() && before < role.atOnce();
  }

  private static ReplicaState empty(
      Scene scene, ReplicaId replica, Slot slot, Optional<ReplicaState> before) {
    return new ReplicaState(
        replica,
        PodNames.of(scene.job(), replica, scene.memory().tryOf(replica)),
        before.flatMap(ReplicaState::uid),
        slot,
        false,
        false,
        before.map(ReplicaState::restarts).orElse(0),
        Optional.empty(),
        before.map(ReplicaState::containers).orElse(List.of()));
  }

  /// A child that shows no pod.
  private static ReplicaState carried(ReplicaId replica, ObservedChild child) {
    var slot =
        child
            .succeeded()
            .map(won -> won ? Slot.SUCCEEDED : Slot.FAILED)
            .orElse(child.held() ? Slot.DELETED : Slot.CREATING);
    return new ReplicaState(
        replica,
        child.ref().name(),
        Optional.empty(),
        slot,
        false,
        false,
        child.failures(),
        Optional.empty(),
        List.of());
  }

  private static ReplicaState standing(Scene scene, ObservedPod pod) {
    var main =
        scene
            .job()
            .role(pod.replica().role())
            .map(role -> role.carrier() instanceof Carrier.Pods(var name, _, _) ? name : "")
            .orElse("");
    return new ReplicaState(
        pod.replica(),
        pod.name(),
        Optional.of(pod.uid()),
        slot(pod),
        pod.leaving() || scene.memory().dismissed().contains(pod.uid()),
        pod.ready(),
        scene
            .observed()
            .child(pod.replica().role())
            .map(ObservedChild::failures)
            .orElseGet(() -> pod.restartsOf(main)),
        pod.node(),
        pod.containers());
  }

  static Slot slot(ObservedPod pod) {
    return switch (pod.stage()) {
      case CREATED, SCHEDULED, STARTING -> Slot.PENDING;
      case RUNNING -> Slot.RUNNING;
      case SUCCEEDED -> Slot.SUCCEEDED;
      case FAILED -> Slot.FAILED;
      case UNKNOWN -> Slot.UNKNOWN;
    };
  }

  private static List<AttachmentState> attachments(Scene scene) {
    return scene.job().attachments().stream()
        .flatMap(attachment -> Equipment.find(scene, attachment).stream())
        .map(object -> new AttachmentState(object.ref(), object.ready(), ""))
        .toList();
  }

  private Report() {}
}
