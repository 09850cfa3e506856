package dev.trainyard.engine.lifecycle;

import static java.util.function.Predicate.not;

import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import java.util.List;
import java.util.Optional;

/// Members of a job that was complete once come back lead first: a place that the lead leaves in a
/// full cluster is the lead's, and nobody's who has waited for one meanwhile. Without the lead the
/// others are of no use.
final class LeadFirst {

  /// Whether the lead is to be made before anybody else is. Where nobody stands, all start
  /// together, in the order of their ranks.
  static boolean isAwaited(Scene scene) {
    return comesFirst(scene) && lead(scene).isEmpty() && !scene.current().isEmpty();
  }

  /// Those who wait for a place that the lead needs more. They make room, and are made again after
  /// it.
  static List<ObservedPod> overtaking(Scene scene) {
    var lead = lead(scene);
    boolean placed = lead.filter(pod -> pod.stage() != Stage.CREATED).isPresent();
    return comesFirst(scene) && !placed
        ? scene.current().stream()
            .filter(pod -> scene.job().roleOf(pod.replica()).runsAsPods())
            .filter(pod -> !pod.replica().equals(scene.job().lead()))
            .filter(pod -> pod.stage() == Stage.CREATED && !pod.leaving())
            .filter(pod -> isOlder(pod, lead))
            .toList()
        : List.of();
  }

  private static boolean comesFirst(Scene scene) {
    var job = scene.job();
    return job.success() != SuccessRule.EVERY_REPLICA
        && scene.memory().milestones().initialized().isPresent()
        && job.roleOf(job.lead()).runsAsPods()
        && !scene.memory().done().contains(job.lead());
  }

  private static boolean isOlder(ObservedPod pod, Optional<ObservedPod> lead) {
    return lead.filter(one -> !pod.createdAt().isBefore(one.createdAt())).isEmpty();
  }

  private static Optional<ObservedPod> lead(Scene scene) {
    return scene.currentOf(scene.job().lead()).filter(not(ObservedPod::leaving));
  }

  private LeadFirst() {}
}
