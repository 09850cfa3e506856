package dev.trainyard.engine.lifecycle;

import static java.util.function.Predicate.not;

import dev.trainyard.engine.lifecycle.Verdicts.Ended;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedChild;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.plan.PodPlan;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The one situation a job is in. The order of the checks is the order of precedence, and acting on
/// a situation leads to a pass in which it no longer applies.
sealed interface Situation {
  record Leaving() implements Situation {}

  record Finished(Ending ending) implements Situation {}

  record Unclaimed(Claim claim) implements Situation {}

  record Won() implements Situation {}

  record OnHold() implements Situation {}

  record ComingBack() implements Situation {}

  record Lost(Fact cause, boolean byLimit) implements Situation {}

  record OldAttemptRemains(List<ObservedPod> pods) implements Situation {}

  record Surplus(List<ObservedPod> pods, List<ObjectRef> objects) implements Situation {}

  record Dismissed(List<ObservedPod> pods) implements Situation {}

  record Stranded(List<ObservedPod> pods) implements Situation {}

  record PodsEnded(List<Ended> ended) implements Situation {}

  record PlacesLost(List<ReplicaId> lost) implements Situation {}

  record RestartAsked(int attempt) implements Situation {}

  record Outdated(List<ObservedPod> pods) implements Situation {}

  record HostsChanged(Attachment list, List<String> hosts) implements Situation {}

  record Unequipped(List<ReplicaId> services, List<Attachment> missing, List<Attachment> stale)
      implements Situation {}

  record AwaitingGroup() implements Situation {}

  record Incomplete(Openings openings) implements Situation {}

  record Whole() implements Situation {}

  static Situation of(Scene scene, Verdicts verdicts) {
    var job = scene.job();
    var memory = scene.memory();
    if (scene.observed().deletionAsked()) {
      return new Leaving();
    }
    if (memory.ending().isPresent()) {
      return new Finished(memory.ending().get());
    }
    if (job.naming().claim().isPresent() && !scene.observed().nameClaimed()) {
      return new Unclaimed(job.naming().claim().get());
    }
    var success = success(scene, verdicts);
    if (success.filter(at -> !lostBefore(scene, verdicts, at)).isPresent()) {
      return new Won();
    }
    if (job.hold().held()) {
      return new OnHold();
    }
    if (memory.milestones().held().isPresent()) {
      return new ComingBack();
    }
    return lost(scene, verdicts).orElseGet(() -> amongPods(scene, verdicts));
  }

  private static Situation amongPods(Scene scene, Verdicts verdicts) {
    var job = scene.job();
    var old = scene.before(scene.memory().attempt());
    if (!old.isEmpty()) {
      return new OldAttemptRemains(old);
    }
    var surplus = scene.surplus().stream().filter(not(ObservedPod::leaving)).toList();
    var objects =
        Stream.of(
                Equipment.surplusServices(scene),
                Equipment.unwanted(scene),
                Equipment.spoilt(scene))
            .flatMap(List::stream)
            .toList();
    if (!surplus.isEmpty() || !objects.isEmpty()) {
      return new Surplus(surplus, objects);
    }
    var dismissed =
        scene.ownPods().stream()
            .filter(
                pod ->
                    scene.fenced(pod)
                        ? !scene.keptForItsLogs(pod)
                        : !pod.finished() && scene.memory().done().contains(pod.replica()))
            .filter(not(ObservedPod::leaving))
            .toList();
    if (!dismissed.isEmpty()) {
      return new Dismissed(dismissed);
    }
    var stranded = Timers.stranded(scene);
    if (!stranded.isEmpty()) {
      return new Stranded(stranded);
    }
    var ended = verdicts.ended().stream().filter(one -> unrecorded(scene, one)).toList();
    if (!ended.isEmpty()) {
      return new PodsEnded(ended);
    }
    if (job.attemptAsked() > scene.memory().attempt()) {
      return new RestartAsked(job.attemptAsked());
    }
    var lost = Together.lost(scene);
    if (!lost.isEmpty()) {
      return new PlacesLost(lost);
    }
    if (job.refresh() == Refresh.ON_LAUNCH_CHANGE) {
      var outdated =
          scene.current().stream()
              .filter(pod -> !pod.launch().equals(PodPlan.launch(job, pod.replica(), scene.mode())))
              .toList();
      if (!outdated.isEmpty()) {
        return new Outdated(outdated);
      }
    }
    return Hosts.changed(scene).orElseGet(() -> amongObjects(scene));
  }

  private static Situation amongObjects(Scene scene) {
    var unequipped = Equipment.missing(scene);
    if (unequipped.isPresent()) {
      return unequipped.get();
    }
    if (scene.job().gang().podsAwaitGroup() && !scene.observed().groupAdmitted()) {
      return new AwaitingGroup();
    }
    var openings = Openings.of(scene);
    return openings.now().isEmpty() && openings.children().isEmpty()
        ? new Whole()
        : new Incomplete(openings);
  }

  /// Whether the end of a pod still has to be written down before anything is done about it. A pod
  /// that others delete leaves nothing to remember where its replacement has the same name.
  private static boolean unrecorded(Scene scene, Ended one) {
    var tried = scene.job().naming().tryInName();
    return switch (one.verdict()) {
      case REPLACE -> true;
      case REPLACE_UNCOUNTED -> tried || !one.pod().leaving() || newPreemption(scene, one);
      case KEEP ->
          newPreemption(scene, one)
              || ((tried || Together.restarts(scene.job().roleOf(one.pod().replica())))
                  && one.succeeded()
                  && !scene.memory().done().contains(one.pod().replica()));
      case END_JOB -> false;
    };
  }

  static boolean newPreemption(Scene scene, Ended one) {
    return one.cause() == Cause.PREEMPTED
        && scene.job().budget().preemptions().isPresent()
        && one.pod()
            .disruption()
            .filter(
                disruption ->
                    !scene
                        .memory()
                        .preemptions()
                        .lastIncident()
                        .equals(Optional.of(disruption.incident())))
            .isPresent();
  }

  /// When the job had what its success rule asks for, if it has.
  private static Optional<Instant> success(Scene scene, Verdicts verdicts) {
    var job = scene.job();
    var succeeded = verdicts.with(Verdict.KEEP).stream().filter(Ended::succeeded).toList();
    return switch (job.success()) {
      case LEAD -> {
        var child = scene.observed().child(job.lead().role());
        yield child.isPresent()
            ? child.filter(one -> one.succeeded().orElse(false)).map(ObservedChild::at)
            : succeeded.stream()
                .filter(one -> one.pod().replica().equals(job.lead()))
                .findFirst()
                .map(Ended::at);
      }
      case ANY_REPLICA -> succeeded.stream().map(Ended::at).min(Comparator.naturalOrder());
      case EVERY_REPLICA -> {
        var done = new HashSet<>(scene.memory().done());
        succeeded.forEach(one -> done.add(one.pod().replica()));
        yield done.containsAll(Set.copyOf(job.replicas()))
            ? Optional.of(
                succeeded.stream()
                    .map(Ended::at)
                    .max(Comparator.naturalOrder())
                    .orElse(scene.now()))
            : Optional.empty();
      }
    };
  }

  /// A limit that was reached no later than the success goes first, whenever we come to look.
  private static boolean lostBefore(Scene scene, Verdicts verdicts, Instant success) {
    var budget = scene.job().budget();
    boolean spent =
        budget.whenSpent() == Spent.END_JOB
            && verdicts.ended().stream().anyMatch(one -> one.weight() > 0)
            && !budget.allows(verdicts.pendingAt(success));
    boolean late =
        Timers.deadline(scene).filter(deadline -> !deadline.isAfter(success)).isPresent();
    return spent || late;
  }

  private static Optional<Situation> lost(Scene scene, Verdicts verdicts) {
    var budget = scene.job().budget();
    if (budget.whenSpent() == Spent.END_JOB && !budget.allows(verdicts.pending())) {
      return Optional.of(new Lost(new Fact.BudgetSpent(verdicts.pending()), true));
    }
    if (Timers.deadline(scene).filter(not(scene.now()::isBefore)).isPresent()) {
      var limit = scene.job().clock().deadline().orElseThrow();
      return Optional.of(new Lost(new Fact.OutOfTime(limit), true));
    }
    int preemptions = scene.memory().preemptions().count();
    if (budget.preemptions().isPresent() && preemptions > budget.preemptions().getAsInt()) {
      return Optional.of(new Lost(new Fact.PreemptedTooOften(preemptions), false));
    }
    return failure(scene, verdicts).map(cause -> new Lost(cause, false));
  }

  private static Optional<Fact> failure(Scene scene, Verdicts verdicts) {
    var job = scene.job();
    for (var role : job.roles()) {
      var fatal =
          verdicts.with(Verdict.END_JOB).stream()
              .filter(one -> one.pod().replica().role().equals(role.name()))
              .toList();
      if (!fatal.isEmpty()) {
        return Optional.of(
            role.restart().fatalCauses().equals(Set.of(Cause.EVICTED))
                ? new Fact.WorkersEvicted(fatal.size(), role.size())
                : new Fact.ReplicasFailed(
                    role.name(), fatal.size(), role.restart().readsExitCodes()));
      }
    }
    if (job.success() != SuccessRule.LEAD) {
      return Optional.empty();
    }
    if (job.roleOf(job.lead()).carrier() instanceof Carrier.Child) {
      return scene
          .observed()
          .child(job.lead().role())
          .filter(child -> child.succeeded().map(won -> !won).orElse(false))
          .map(child -> new Fact.ChildFailed(child.reason(), child.message()));
    }
    return verdicts.with(Verdict.KEEP).stream()
        .filter(one -> one.pod().replica().equals(job.lead()) && !one.succeeded())
        .findFirst()
        .map(one -> new Fact.LeadFailed(job.lead(), one.pod().name(), one.code()));
  }
}
