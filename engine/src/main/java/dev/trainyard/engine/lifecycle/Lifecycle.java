package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.lifecycle.Situation.Unequipped;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodNames;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Says what a job needs next. Pure: everything it knows arrives as an argument.
public final class Lifecycle {

  public static Decision decide(TrainingJob job, Observed observed, Instant now) {
    var scene = new Scene(job, observed, now);
    var verdicts = Verdicts.of(scene);
    return switch (Situation.of(scene, verdicts)) {
      case Situation.Leaving() ->
          new Decision(scene.past(), Store.LATER, List.of(), List.of(), Optional.empty());
      case Situation.Finished(var ending) -> finished(scene, ending);
      case Situation.Unclaimed(var claim) ->
          Draft.of(scene).then(new Step.ClaimName(claim)).lookAgain().concluded();
      case Situation.Won() -> won(scene, verdicts);
      case Situation.OnHold() -> onHold(scene);
      case Situation.ComingBack() -> comingBack(scene);
      case Situation.Lost(var cause, var byLimit) -> lost(scene, verdicts, cause, byLimit);
      case Situation.OldAttemptRemains(var pods) -> Replacing.endOldAttempt(scene, pods);
      case Situation.Surplus(var pods, var objects) -> shrink(scene, pods, objects);
      case Situation.Dismissed(var pods) ->
          Draft.of(scene).deleting(pods, Haste.GRACEFUL).started().concluded();
      case Situation.Stranded(var pods) ->
          Draft.of(scene).deleting(pods, Haste.FORCED).started().concluded();
      case Situation.PodsEnded(var ended) -> Replacing.afterEnds(scene, ended);
      case Situation.PlacesLost(var lost) -> Replacing.afterLosses(scene, lost);
      case Situation.RestartAsked(var attempt) -> Replacing.startOver(scene, attempt);
      case Situation.Outdated(var pods) -> Replacing.outdated(scene, pods);
      case Situation.HostsChanged(var list, var hosts) -> hostsChanged(scene, list, hosts);
      case Situation.Unequipped unequipped -> equip(scene, unequipped);
      case Situation.AwaitingGroup() ->
          Draft.of(scene)
              .queued()
              .waiting(new Waiting("WaitingForGroup", Map.of("queue", job.gang().queue())))
              .concluded();
      case Situation.Incomplete(var openings) ->
          fill(Draft.of(scene), scene, openings).started().placed().concluded();
      case Situation.Whole() -> Draft.of(scene).started().placed().concluded();
    };
  }

  private static Decision finished(Scene scene, Ending ending) {
    var cleanUp = scene.job().cleanUp();
    var sweep = ending.byLimit() ? cleanUp.atLimit() : cleanUp.atEnd();
    var doomed =
        scene.ownPods().stream()
            .filter(pod -> swept(scene, sweep, pod))
            .filter(pod -> !cleanUp.sparedRoles().contains(pod.replica().role()))
            .toList();
    var draft =
        Draft.of(scene)
            .deleting(doomed, Haste.GRACEFUL)
            .deleting(Timers.stranded(scene), Haste.FORCED)
            .removing(Equipment.ofActiveJobs(scene, !doomed.isEmpty()))
            .releasingChildren();
    if (sweep != Sweep.NOTHING) {
      draft = draft.removing(Equipment.unservedServices(scene));
    }
    if (Timers.expiry(scene).filter(at -> !scene.now().isBefore(at)).isPresent()) {
      draft = draft.then(new Step.DeleteJob(scene.job().id().uid())).telling(new Fact.Expired());
    }
    return draft.concluded();
  }

  /// A pod that was to go anyway goes whatever the policy keeps; one that only a later edit gave no
  /// place to has ended like the others.
  private static boolean swept(Scene scene, Sweep sweep, ObservedPod pod) {
    if (pod.finished() && scene.job().naming().tryInName()) {
      return sweep == Sweep.EVERYTHING;
    }
    if (scene.fenced(pod) || (!scene.job().wants(pod.replica()) && !pod.finished())) {
      return true;
    }
    return switch (sweep) {
      case NOTHING -> false;
      case UNFINISHED -> !pod.finished();
      case EVERYTHING -> true;
    };
  }

  private static Decision won(Scene scene, Verdicts verdicts) {
    var ending = new Ending(true, false, new Fact.Succeeded(), scene.now());
    return end(scene, verdicts, ending, scene.memory());
  }

  private static Decision lost(Scene scene, Verdicts verdicts, Fact cause, boolean byLimit) {
    var counted = scene.memory().with(Counting.tally(scene, verdicts.with(Verdict.REPLACE)));
    return end(scene, verdicts, new Ending(false, byLimit, cause, scene.now()), counted);
  }

  private static Decision end(Scene scene, Verdicts verdicts, Ending ending, Remembered memory) {
    var cleanUp = scene.job().cleanUp();
    var sweep = ending.byLimit() ? cleanUp.atLimit() : cleanUp.atEnd();
    var live = scene.ownPods().stream().filter(pod -> !pod.leaving()).toList();
    int swept = (int) live.stream().filter(pod -> swept(scene, sweep, pod)).count();
    int running = leftRunning(scene, ending);
    var draft = Draft.of(scene).remembering(memory.with(ending)).causedBy(ending.cause());
    draft = draft.then(List.of(), Counting.failures(verdicts.ended())).telling(ending.cause());
    if (swept > 0) {
      draft = draft.telling(new Fact.CleanedUp(swept));
    }
    if (running > 0) {
      draft = draft.telling(new Fact.StillRunning(running));
    }
    return draft.lookAgain().concluded();
  }

  /// How many pods an ending leaves at work.
  static int leftRunning(Scene scene, Ending ending) {
    var cleanUp = scene.job().cleanUp();
    var sweep = ending.byLimit() ? cleanUp.atLimit() : cleanUp.atEnd();
    return (int)
        scene.ownPods().stream()
            .filter(pod -> !pod.leaving() && !pod.finished() && !swept(scene, sweep, pod))
            .count();
  }

  private static Decision onHold(Scene scene) {
    var memory = scene.memory();
    var draft = Draft.of(scene);
    if (memory.milestones().held().isEmpty()) {
      var next = new HashMap<>(memory.tries());
      if (scene.job().naming().tryInName()) {
        scene.current().stream()
            .filter(pod -> !memory.done().contains(pod.replica()))
            .forEach(pod -> next.put(pod.replica(), pod.tryNumber() + 1));
      }
      var held = memory.with(memory.milestones().heldSince(scene.now()));
      draft =
          draft
              .accepted()
              .remembering(held.trying(next).filling(Map.of()).done(Together.doneForGood(scene)))
              .telling(new Fact.WentOnHold(scene.now()));
    }
    var live =
        scene.ownPods().stream()
            .filter(pod -> !pod.leaving() && !scene.keptForItsLogs(pod))
            .toList();
    draft =
        draft
            .deleting(live, Haste.GRACEFUL)
            .deleting(Timers.stranded(scene), Haste.FORCED)
            .removing(Equipment.ofActiveJobs(scene, podsLeave(scene)))
            .removing(Equipment.unservedServices(scene))
            .removing(Equipment.spoilt(scene));
    draft = draft.holdingChildren();
    var missing = Equipment.missingOnHold(scene);
    draft = missing.isPresent() ? equipped(draft, scene, missing.get()) : draft;
    return draft
        .then(Openings.onHold(scene).stream().map(Step.CreateChild::new).toList(), List.of())
        .concluded();
  }

  private static boolean podsLeave(Scene scene) {
    return !scene.ownPods().stream().allMatch(scene::keptForItsLogs);
  }

  private static Decision comingBack(Scene scene) {
    var memory = scene.memory();
    var milestones = memory.milestones().resumed(scene.now());
    if (scene.job().clock().from() == Clock.From.ACCEPTED) {
      milestones = milestones.accepted(scene.now());
    }
    var dismissed = new HashSet<>(memory.dismissed());
    scene.ownPods().stream()
        .filter(pod -> !scene.keptForItsLogs(pod))
        .forEach(pod -> dismissed.add(pod.uid()));
    var next = memory.with(milestones).dismissing(dismissed);
    if (scene.job().hold().resumeClearsBudget()) {
      next = next.with(Tally.none());
    }
    return Draft.of(scene)
        .remembering(next)
        .telling(new Fact.Resumed(scene.now()))
        .lookAgain()
        .concluded();
  }

  private static Decision shrink(Scene scene, List<ObservedPod> pods, List<ObjectRef> objects) {
    var draft = Draft.of(scene).deleting(pods, Haste.GRACEFUL).removing(objects);
    int before = (int) scene.ownPods().stream().map(ObservedPod::replica).distinct().count();
    int after = scene.job().replicas().size();
    if (!pods.isEmpty() && before > after) {
      draft = draft.telling(new Fact.Scaled(before, after));
    }
    return draft.started().concluded();
  }

  private static Decision hostsChanged(Scene scene, Attachment list, List<String> hosts) {
    var update = Equipment.update(scene, list, hosts);
    var lead = scene.currentOf(scene.job().lead());
    var draft = Draft.of(scene);
    if (list.sync() == Sync.FOLLOW_AND_RESTART_LEAD && lead.isPresent()) {
      var dismissed = new HashSet<>(scene.memory().dismissed());
      dismissed.add(lead.get().uid());
      var filled = new HashMap<>(scene.memory().filled());
      filled.remove(scene.job().lead().role());
      draft = draft.remembering(scene.memory().dismissing(dismissed).filling(filled)).then(update);
      return draft.deleting(List.of(lead.get()), Haste.GRACEFUL).started().concluded();
    }
    return draft.then(update).started().lookAgain().concluded();
  }

  private static Decision equip(Scene scene, Unequipped unequipped) {
    var draft = equipped(Draft.of(scene), scene, unequipped);
    if (scene.job().gang().podsAwaitGroup() && !scene.observed().groupAdmitted()) {
      return draft.queued().lookAgain().concluded();
    }
    return fill(draft.started(), scene, Openings.of(scene)).placed().concluded();
  }

  private static Draft equipped(Draft draft, Scene scene, Unequipped unequipped) {
    return draft
        .then(
            unequipped.missing().stream()
                .map(one -> new Step.CreateObject(one, Hosts.atFirst(scene, one)))
                .toList(),
            unequipped.missing().stream()
                .map(one -> new Fact.ObjectMade(one.kind(), one.name()))
                .toList())
        .then(
            unequipped.stale().stream()
                .map(one -> Equipment.update(scene, one, List.of()))
                .toList(),
            List.of())
        .then(
            unequipped.services().stream().map(Step.CreateService::new).toList(),
            unequipped.services().stream()
                .map(
                    replica ->
                        new Fact.ObjectMade("Service", Plan.serviceName(scene.job(), replica)))
                .toList());
  }

  private static Draft fill(Draft draft, Scene scene, Openings openings) {
    var memory = scene.memory();
    var known =
        scene.past().replicas().stream()
            .filter(state -> state.uid().isPresent())
            .map(state -> state.id())
            .collect(Collectors.toSet());
    draft =
        draft.then(
            openings.now().stream()
                .map(
                    replica ->
                        new Step.CreatePod(
                            replica,
                            scene.mode(),
                            memory.attempt(),
                            memory.tryOf(replica),
                            memory.tally().restartsOf(replica.role())))
                .toList(),
            openings.now().stream()
                .map(
                    replica ->
                        new Fact.ReplicaMade(
                            replica,
                            PodNames.of(scene.job(), replica, memory.tryOf(replica)),
                            !known.contains(replica)))
                .toList());
    for (var child : openings.children()) {
      draft =
          draft.then(
              child
                  .held()
                  .<Step>map(ref -> new Step.HoldChild(child.role(), ref, false))
                  .orElseGet(() -> new Step.CreateChild(child.role())));
    }
    return grown(draft, scene, openings.now(), known);
  }

  /// Places that were not there before, in a job that once had all of its own.
  private static Draft grown(Draft draft, Scene scene, List<ReplicaId> made, Set<ReplicaId> known) {
    boolean grew =
        scene.memory().milestones().initialized().isPresent()
            && !known.isEmpty()
            && scene.job().roles().stream().allMatch(role -> role.atOnce() >= role.size())
            && made.stream().anyMatch(replica -> !known.contains(replica));
    int after = scene.job().replicas().size();
    return grew && known.size() < after
        ? draft.telling(new Fact.Scaled(known.size(), after))
        : draft;
  }

  private Lifecycle() {}
}
