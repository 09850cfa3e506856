package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.Observed.Deletion;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Every clock that runs for a job. A timer is due once now has reached it.
final class Timers {

  /// What runs on a new node may be heard of before the node itself.
  private static final Duration NODE_IS_KNOWN_AFTER = Duration.ofMinutes(1);

  /// When the job's time is up. Coming back from a hold starts the clock anew.
  static Optional<Instant> deadline(Scene scene) {
    var clock = scene.job().clock();
    var milestones = scene.memory().milestones();
    var started =
        switch (clock.from()) {
          case ACCEPTED -> milestones.accepted();
          case INITIALIZED -> milestones.initialized();
        };
    var resumed = milestones.resumed();
    var from = started.map(start -> resumed.filter(start::isBefore).orElse(start));
    return clock.deadline().flatMap(limit -> from.map(start -> start.plus(limit)));
  }

  /// When a finished job goes.
  static Optional<Instant> expiry(Scene scene) {
    return scene
        .memory()
        .ending()
        .flatMap(ending -> scene.job().clock().keepFinished().map(ending.at()::plus));
  }

  /// When a replica that was tried before may be tried again.
  static Optional<Instant> retryAt(Scene scene, ReplicaId replica) {
    var tally = scene.memory().tally();
    if (scene.memory().tryOf(replica) == 0 || tally.inRow() == 0) {
      return Optional.empty();
    }
    return scene
        .job()
        .budget()
        .backoff()
        .flatMap(backoff -> tally.lastAt().map(last -> last.plus(backoff.after(tally.inRow()))));
  }

  /// Pods whose node is dead and whose deletion is long overdue.
  static List<ObservedPod> stranded(Scene scene) {
    return scene.ownPods().stream()
        .filter(scene::onDeadNode)
        .filter(pod -> fence(scene, pod).filter(due -> !scene.now().isBefore(due)).isPresent())
        .toList();
  }

  /// Unfinished pods that went down with their node: to be forced out of it, or soon removed by the
  /// cluster because there is no such node.
  static List<ObservedPod> lost(Scene scene) {
    var stranded = Set.copyOf(stranded(scene));
    return scene.ownPods().stream()
        .filter(pod -> !pod.finished())
        .filter(pod -> stranded.contains(pod) || nodeGone(scene, pod))
        .toList();
  }

  private static boolean nodeGone(Scene scene, ObservedPod pod) {
    return pod.node().filter(name -> !scene.observed().nodes().containsKey(name)).isPresent()
        && !scene.now().isBefore(pod.changedAt().plus(NODE_IS_KNOWN_AFTER));
  }

  static Optional<Instant> nextFence(Scene scene) {
    return scene.ownPods().stream()
        .filter(scene::onDeadNode)
        .flatMap(pod -> fence(scene, pod).stream())
        .filter(scene.now()::isBefore)
        .min(Instant::compareTo);
  }

  private static Optional<Instant> fence(Scene scene, ObservedPod pod) {
    Optional<Duration> patience = scene.job().patience().fenceAfter();
    return patience.flatMap(after -> pod.deletion().map(Deletion::due).map(due -> due.plus(after)));
  }

  static Optional<Instant> earliest(Optional<Instant> one, Optional<Instant> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return one.get().isBefore(other.get()) ? one : other;
  }

  private Timers() {}
}
