package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Roles that restart together: which of their places have all had a pod, which of those have lost
/// it, and who needs none any more; docs/decisions/0014.
final class Together {

  static boolean restarts(Role role) {
    return role.runsAsPods() && role.restart().scope() != Scope.REPLICA;
  }

  /// What is remembered as filled, as far as the job still has those places.
  static Map<String, Integer> kept(Scene scene, Map<String, Integer> filled) {
    var kept = new HashMap<String, Integer>();
    filled.forEach(
        (name, places) ->
            scene
                .job()
                .role(name)
                .filter(Together::restarts)
                .ifPresent(role -> kept.put(name, Math.min(places, role.size()))));
    return kept;
  }

  /// The same once everything is made that may be made now.
  static Map<String, Integer> filled(Scene scene) {
    var made = new HashSet<>(Openings.of(scene).now());
    var filled = kept(scene, scene.memory().filled());
    scene.job().roles().stream()
        .filter(Together::restarts)
        .filter(
            role ->
                role.replicas().stream()
                    .allMatch(
                        replica ->
                            made.contains(replica)
                                || scene.memory().done().contains(replica)
                                || isHeld(scene, replica)))
        .forEach(role -> filled.put(role.name(), role.size()));
    return filled;
  }

  /// Who has succeeded, as far as the job still has those places.
  static Set<ReplicaId> keptDone(Scene scene, Set<ReplicaId> done) {
    var job = scene.job();
    return job.naming().tryInName()
        ? done
        : done.stream()
            .filter(replica -> job.wants(replica) && restarts(job.roleOf(replica)))
            .collect(Collectors.toSet());
  }

  /// Who has succeeded for good: a new start repeats it, unless every try has a name of its own.
  static Set<ReplicaId> doneForGood(Scene scene) {
    return scene.job().naming().tryInName() ? scene.memory().done() : Set.of();
  }

  /// Places whose pod is gone, or is about to go because others have asked it to, in rank order.
  /// Seen or not, both come to the same.
  static List<ReplicaId> lost(Scene scene) {
    return scene.job().replicas().stream()
        .filter(replica -> restarts(scene.job().roleOf(replica)))
        .filter(replica -> replica.index() < scene.memory().filledOf(replica.role()))
        .filter(replica -> !scene.memory().done().contains(replica))
        .filter(replica -> !isHeld(scene, replica))
        .toList();
  }

  private static boolean isHeld(Scene scene, ReplicaId replica) {
    return scene
        .currentOf(replica)
        .filter(pod -> !pod.leaving() || Verdicts.endedBefore(scene, pod))
        .isPresent();
  }

  private Together() {}
}
