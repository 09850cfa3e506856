package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.lifecycle.Situation.HostsChanged;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.HostLists;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodNames;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Which hosts a launcher is told of, and when a changed membership is worth telling.
final class Hosts {

  /// Whom a list names when it is made: a launcher that waits for everybody is told of everybody.
  static List<String> atFirst(Scene scene, Attachment attachment) {
    return switch (roster(attachment)) {
      case EVERY_SLOT, RUNNING_ONCE_SETTLED -> Plan.everySlot(scene.job());
      case RUNNING -> members(scene);
    };
  }

  static Optional<Situation> changed(Scene scene) {
    return following(scene)
        .filter(list -> Equipment.find(scene, list).isPresent())
        .filter(_ -> differs(scene))
        .filter(_ -> dueAt(scene).filter(due -> !scene.now().isBefore(due)).isPresent())
        .map(list -> new HostsChanged(list, members(scene)));
  }

  /// Since when the list is behind; nothing while it is not.
  static Optional<Instant> unsettled(Scene scene) {
    boolean behind =
        following(scene).flatMap(list -> Equipment.find(scene, list)).isPresent() && differs(scene);
    var since = scene.memory().milestones().unsettled();
    return behind ? since.or(() -> Optional.of(scene.now())) : Optional.empty();
  }

  /// At once when listed hosts are gone for good or everybody is there, else after a while: a
  /// replica that is back soon should disturb nobody.
  static Optional<Instant> dueAt(Scene scene) {
    if (!differs(scene)) {
      return Optional.empty();
    }
    var slots = Plan.everySlot(scene.job());
    boolean scaledIn = !new HashSet<>(slots).containsAll(scene.observed().listedHosts());
    boolean complete = new HashSet<>(members(scene)).containsAll(slots);
    return scaledIn || complete
        ? Optional.of(scene.now())
        : unsettled(scene).map(since -> since.plus(scene.job().patience().settle()));
  }

  private static boolean differs(Scene scene) {
    var members = members(scene);
    return following(scene).isPresent()
        && members.size() >= floor(scene)
        && somebodyRuns(scene)
        && !members.equals(scene.observed().listedHosts());
  }

  /// A launcher that must start again does so only for as many as can go on without the others.
  private static int floor(Scene scene) {
    return following(scene)
        .filter(list -> list.sync() == Sync.FOLLOW_AND_RESTART_LEAD)
        .map(_ -> scene.job().running().floor())
        .orElse(0);
  }

  /// Before anybody runs, a list that names everybody tells more than one of the lead alone.
  private static boolean somebodyRuns(Scene scene) {
    return following(scene).map(Hosts::roster).orElse(Roster.EVERY_SLOT)
            != Roster.RUNNING_ONCE_SETTLED
        || scene.current().stream().anyMatch(scene::active);
  }

  private static Optional<Attachment> following(Scene scene) {
    return HostLists.following(scene.job());
  }

  private static List<String> members(Scene scene) {
    var job = scene.job();
    var roster = following(scene).map(Hosts::roster).orElse(Roster.EVERY_SLOT);
    var names =
        job.replicas().stream()
            .filter(replica -> job.role(replica.role()).filter(Role::runsAsPods).isPresent())
            .filter(replica -> isMember(scene, roster, replica))
            .map(replica -> PodNames.of(job, replica, 0));
    // Whoever runs is listed by name; the other lists are in the order of the ranks.
    return (roster == Roster.RUNNING ? names.sorted() : names).toList();
  }

  private static boolean isMember(Scene scene, Roster roster, ReplicaId replica) {
    boolean running = scene.currentOf(replica).filter(scene::active).isPresent();
    return switch (roster) {
      case EVERY_SLOT -> true;
      case RUNNING -> running;
      // The lead reads the list, so it is always on it.
      case RUNNING_ONCE_SETTLED -> running || replica.equals(scene.job().lead());
    };
  }

  private static Roster roster(Attachment attachment) {
    return attachment.content() instanceof Content.HostList(var keys)
        ? keys.values().stream()
            .map(HostLine::roster)
            .filter(roster -> roster != Roster.EVERY_SLOT)
            .findFirst()
            .orElse(Roster.EVERY_SLOT)
        : Roster.EVERY_SLOT;
  }

  private Hosts() {}
}
