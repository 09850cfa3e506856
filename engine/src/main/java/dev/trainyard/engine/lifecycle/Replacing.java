package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.lifecycle.Verdicts.Ended;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Pods that must go so that others can take their places.
final class Replacing {

  /// Children hold still until the last old pod is gone, and then go on with the new ones.
  static Decision endOldAttempt(Scene scene, List<ObservedPod> pods) {
    return Draft.of(scene)
        .holdingChildren()
        .deleting(pods, Haste.GRACEFUL)
        .deleting(Timers.stranded(scene), Haste.FORCED)
        .started()
        .concluded();
  }

  /// Only remembered here: the pods go once this is stored, so that neither a crash nor a stale
  /// cache can count a failure twice or let two pods of one replica overlap.
  static Decision afterEnds(Scene scene, List<Ended> ended) {
    var recorded = Counting.recorded(scene, ended);
    var restarts = Counting.restarts(scene, ended, recorded);
    var draft =
        Draft.of(scene)
            .remembering(recorded)
            .started()
            .then(List.of(), Counting.failures(ended))
            .then(List.of(), restarts);
    // The one of lowest rank stands for them all.
    return (restarts.isEmpty() ? draft : draft.causedBy(restarts.getFirst()))
        .lookAgain()
        .concluded();
  }

  /// Only remembered here, like every restart; a job that has no pods yet has nothing to restart.
  static Decision startOver(Scene scene, int attempt) {
    var draft = Draft.of(scene).remembering(Counting.startingOver(scene, attempt)).started();
    if (!scene.before(attempt).isEmpty()) {
      var restarted = new Fact.GangRestarted(attempt, Optional.empty());
      draft = draft.telling(restarted).causedBy(restarted);
    }
    return draft.lookAgain().concluded();
  }

  /// Pods that others took away are no failures, but those they belonged with start again with
  /// them. A gang tells its attempt; a role is refilled as quietly as a single replica is.
  static Decision afterLosses(Scene scene, List<ReplicaId> lost) {
    var gang = lost.stream().filter(replica -> scopeOf(scene, replica) == Scope.GANG).findFirst();
    var roles = lost.stream().map(ReplicaId::role).collect(Collectors.toSet());
    if (gang.isEmpty()) {
      return Draft.of(scene)
          .remembering(Counting.startingOver(scene, roles))
          .started()
          .lookAgain()
          .concluded()
          .relyingOn(firstOfEach(lost).map(replica -> podOf(scene, replica)).toList());
    }
    int attempt = scene.memory().attempt() + 1;
    var restarted = new Fact.GangRestarted(attempt, gang);
    return Draft.of(scene)
        .remembering(Counting.startingOver(scene, attempt))
        .started()
        .telling(restarted)
        .causedBy(restarted)
        .lookAgain()
        .concluded()
        .relyingOn(List.of(podOf(scene, gang.get())));
  }

  private static String podOf(Scene scene, ReplicaId replica) {
    return PodNames.of(scene.job(), replica, scene.memory().tryOf(replica));
  }

  /// One that is lost is enough for its role to start again.
  private static Stream<ReplicaId> firstOfEach(List<ReplicaId> lost) {
    var roles = new HashSet<String>();
    return lost.stream().filter(replica -> roles.add(replica.role()));
  }

  private static Scope scopeOf(Scene scene, ReplicaId replica) {
    return scene.job().roleOf(replica).restart().scope();
  }

  /// The restarts that pods of the past still show, whether or not they were told.
  static List<Fact> underWay(Scene scene) {
    int attempt = scene.memory().attempt();
    var restarts = Counting.restarts(scene, Verdicts.accountedFor(scene), scene.memory());
    if (!restarts.isEmpty() || attempt == 1 || scene.before(attempt).isEmpty()) {
      return restarts;
    }
    boolean asked = scene.job().attemptAsked() == attempt;
    return List.of(new Fact.GangRestarted(attempt, asked ? Optional.empty() : firstLost(scene)));
  }

  /// Where an older attempt lacks a pod, or is about to.
  private static Optional<ReplicaId> firstLost(Scene scene) {
    return scene.job().replicas().stream()
        .filter(replica -> scopeOf(scene, replica) == Scope.GANG)
        .filter(replica -> scene.standing(replica).filter(pod -> !pod.leaving()).isEmpty())
        .findFirst();
  }

  static Decision outdated(Scene scene, List<ObservedPod> pods) {
    var dismissed = new HashSet<>(scene.memory().dismissed());
    pods.forEach(pod -> dismissed.add(pod.uid()));
    var memory = scene.memory();
    var filled = new HashMap<>(memory.filled());
    pods.forEach(pod -> filled.remove(pod.replica().role()));
    var done = new HashSet<>(memory.done());
    pods.forEach(pod -> done.remove(pod.replica()));
    return Draft.of(scene)
        .remembering(
            memory
                .dismissing(dismissed)
                .filling(filled)
                .done(done)
                .with(memory.milestones().running(Optional.empty())))
        .lookAgain()
        .concluded();
  }

  private Replacing() {}
}
