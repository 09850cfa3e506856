package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Empty places: which to fill now, in rank order, and when the next may be filled.
record Openings(List<ReplicaId> now, List<ChildOpening> children, Optional<Instant> next) {

  /// A child to be made, or one on hold that may go on.
  record ChildOpening(String role, Optional<ObjectRef> held) {}

  static Openings of(Scene scene) {
    var now = new ArrayList<ReplicaId>();
    var children = new ArrayList<ChildOpening>();
    var next = Optional.<Instant>empty();
    if (stillLeaving(scene)) {
      return new Openings(now, children, next);
    }
    for (var role : scene.job().roles()) {
      if (!scene.mayStart(role)) {
        continue;
      }
      if (role.restart().scope() == Scope.ROLE && oldOnesStand(scene, role)) {
        continue;
      }
      switch (role.carrier()) {
        case Carrier.Pods _ -> next = Timers.earliest(next, fill(scene, role, now));
        case Carrier.Child _ -> childOpening(scene, role).ifPresent(children::add);
        case Carrier.Brought _ -> {}
      }
    }
    return new Openings(List.copyOf(now), List.copyOf(children), next);
  }

  /// The roles whose children wait for nobody: such a child is made while its job is held, and
  /// waits itself. What it is made from says so.
  static List<String> onHold(Scene scene) {
    return scene.job().roles().stream()
        .filter(role -> role.carrier() instanceof Carrier.Child)
        .filter(role -> role.start() instanceof Start.AtOnce)
        .map(Role::name)
        .filter(role -> scene.observed().child(role).isEmpty())
        .toList();
  }

  /// A gang that comes back starts together, after every old pod is gone.
  private static boolean stillLeaving(Scene scene) {
    var milestones = scene.memory().milestones();
    return milestones.resumed().isPresent()
        && milestones.running().isEmpty()
        && scene.ownPods().stream()
            .anyMatch(pod -> scene.fenced(pod) && !scene.keptForItsLogs(pod));
  }

  /// So does a role whose replicas restart together.
  private static boolean oldOnesStand(Scene scene, Role role) {
    return scene.ownPods().stream()
        .filter(pod -> pod.replica().role().equals(role.name()))
        .anyMatch(pod -> scene.fenced(pod) && !scene.keptForItsLogs(pod));
  }

  private static Optional<Instant> fill(Scene scene, Role role, List<ReplicaId> now) {
    int active = 0;
    var next = Optional.<Instant>empty();
    for (var replica : role.replicas()) {
      if (active == role.atOnce()) {
        break;
      }
      if (scene.memory().done().contains(replica)) {
        continue;
      }
      active++;
      if (scene.standing(replica).isPresent()) {
        continue;
      }
      var readyAt = Timers.retryAt(scene, replica);
      if (readyAt.filter(scene.now()::isBefore).isPresent()) {
        next = Timers.earliest(next, readyAt);
      } else {
        now.add(replica);
      }
    }
    return next;
  }

  private static Optional<ChildOpening> childOpening(Scene scene, Role role) {
    var child = scene.observed().child(role.name());
    if (child.isEmpty()) {
      return Optional.of(new ChildOpening(role.name(), Optional.empty()));
    }
    return child
        .filter(one -> one.held())
        .map(one -> new ChildOpening(role.name(), Optional.of(one.ref())));
  }
}
