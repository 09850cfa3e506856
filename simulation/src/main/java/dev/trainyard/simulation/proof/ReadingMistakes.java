package dev.trainyard.simulation.proof;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Remembered.Milestones;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.RestartRule.Clause;
import dev.trainyard.engine.model.RestartRule.Codes;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.operator.TrainingReconciler.Engine;
import dev.trainyard.simulation.controller.Parts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Mistakes in what a job is taken for, and in what is seen and recalled of it.
final class ReadingMistakes {

  static List<Bug> all() {
    return List.of(
        // What the job is taken for.
        bug("takes anybody's success for the job's", reading(ReadingMistakes::easilyPleased)),
        bug("says that a job runs without its lead", reading(ReadingMistakes::leaderless)),
        bug("allows one failure too many", reading(ReadingMistakes::lenient)),
        bug("does not count restarts in place", reading(ReadingMistakes::blindToRestarts)),
        bug("lets a suspended job go on", reading(job -> job.with(new Hold(false, true)))),
        bug("counts on after a hold", reading(ReadingMistakes::unforgiving)),
        bug("lets a job expire at once", reading(ReadingMistakes::hasty)),
        bug("keeps at a limit what it keeps at the end", reading(ReadingMistakes::tidyAtTheEnd)),
        bug("starts again after any exit code", reading(ReadingMistakes::stubborn)),
        // What it sees.
        bug("does not see pods that failed", seeing(ReadingMistakes::withoutFailed)),
        bug("does not see any pod", seeing(one -> one.withPods(List.of()))),
        bug("does not see that a pod is leaving", seeing(ReadingMistakes::withoutLeaving)),
        bug("does not see pods it no longer wants", ReadingMistakes::wantedOnly),
        bug("takes every node for dead", seeing(ReadingMistakes::withDeadNodes)),
        bug("throws a success away that a hold came upon", ReadingMistakes::heldFirst),
        new Bug("acts on the pods it saw the time before", () -> Parts.deciding(new Belated())),
        // What it recalls.
        bug("remembers nothing it stored", seeing(one -> one.withPast(JobState.unseen()))),
        bug("forgets that it was resumed", seeing(ReadingMistakes::neverResumed)),
        bug("starts the clock anew at every look", ReadingMistakes::everYoung));
  }

  private static Bug bug(String words, Engine engine) {
    return new Bug(words, () -> Parts.deciding(engine));
  }

  private static Engine reading(UnaryOperator<Misread> change) {
    return (job, observed, now) ->
        Lifecycle.decide(change.apply(Misread.of(job)).read(), observed, now);
  }

  private static Engine seeing(UnaryOperator<Observed> sight) {
    return (job, observed, now) -> Lifecycle.decide(job, sight.apply(observed), now);
  }

  // Jobs.

  private static Misread easilyPleased(Misread job) {
    return job.with(SuccessRule.ANY_REPLICA);
  }

  private static Misread leaderless(Misread job) {
    var rule = job.running();
    return job.with(new RunningRule(false, rule.floor(), rule.ready(), rule.restartsInterrupt()));
  }

  private static Misread lenient(Misread job) {
    var budget = job.budget();
    var restarts = budget.restarts();
    return job.with(
        new FailureBudget(
            restarts.isPresent() ? OptionalInt.of(restarts.getAsInt() + 1) : restarts,
            budget.whenSpent(),
            budget.countsContainerRestarts(),
            budget.sparesStart(),
            budget.backoff(),
            budget.preemptions()));
  }

  private static Misread blindToRestarts(Misread job) {
    var budget = job.budget();
    return job.with(
        new FailureBudget(
            budget.restarts(),
            budget.whenSpent(),
            false,
            budget.sparesStart(),
            budget.backoff(),
            budget.preemptions()));
  }

  private static Misread unforgiving(Misread job) {
    return job.with(new Hold(job.hold().held(), false));
  }

  private static Misread hasty(Misread job) {
    var clock = job.clock();
    return job.with(
        new Clock(clock.deadline(), clock.from(), clock.keepFinished().map(_ -> Duration.ZERO)));
  }

  private static Misread tidyAtTheEnd(Misread job) {
    var cleanUp = job.cleanUp();
    return job.with(new CleanUp(cleanUp.atEnd(), cleanUp.atEnd(), cleanUp.sparedRoles()));
  }

  private static Misread stubborn(Misread job) {
    return job.with(job.roles().stream().map(ReadingMistakes::stubborn).toList());
  }

  private static Role stubborn(Role role) {
    var rule = role.restart();
    var clauses =
        rule.clauses().stream()
            .map(clause -> new Clause(clause.causes(), new Codes.Any(), clause.verdict()))
            .toList();
    return new Role(
        role.name(),
        role.size(),
        role.atOnce(),
        role.template(),
        role.labels(),
        role.annotations(),
        role.hostname(),
        role.leadLabels(),
        role.launches(),
        new RestartRule(clauses, rule.scope(), rule.kubelet()),
        role.carrier(),
        role.start());
  }

  // Sights.

  private static Observed withoutFailed(Observed observed) {
    return observed.withPods(
        observed.pods().stream()
            .filter(pod -> pod.end().filter(end -> end.exitCode().orElse(1) != 0).isEmpty())
            .toList());
  }

  private static Observed withoutLeaving(Observed observed) {
    return observed.withPods(observed.pods().stream().map(ReadingMistakes::staying).toList());
  }

  private static ObservedPod staying(ObservedPod pod) {
    return new ObservedPod(
        pod.replica(),
        pod.name(),
        pod.uid(),
        pod.attempt(),
        pod.tryNumber(),
        pod.restartsBefore(),
        pod.stage(),
        pod.end(),
        Optional.empty(),
        pod.disruption(),
        pod.containers(),
        pod.troubles(),
        pod.ready(),
        pod.waitedInVain(),
        pod.node(),
        pod.launch(),
        pod.createdAt(),
        pod.changedAt());
  }

  private static Decision wantedOnly(TrainingJob job, Observed observed, Instant now) {
    var wanted = observed.pods().stream().filter(pod -> job.wants(pod.replica())).toList();
    return Lifecycle.decide(job, observed.withPods(wanted), now);
  }

  private static Observed withDeadNodes(Observed observed) {
    return observed.withNodes(
        observed.nodes().keySet().stream()
            .collect(Collectors.toMap(name -> name, _ -> new NodeFact(false, Instant.EPOCH))));
  }

  private static Decision heldFirst(TrainingJob job, Observed observed, Instant now) {
    var undecided = observed.past().remember().ending().isEmpty();
    var seen =
        job.hold().held() && undecided
            ? observed.pods().stream().filter(pod -> !pod.finished()).toList()
            : observed.pods();
    return Lifecycle.decide(job, observed.withPods(seen), now);
  }

  /// Whoever lists without waiting for the list.
  private static final class Belated implements Engine {

    private final Map<String, List<ObservedPod>> before = new HashMap<>();

    @Override
    public Decision decide(TrainingJob job, Observed observed, Instant now) {
      var last = Optional.ofNullable(before.put(job.id().uid(), observed.pods()));
      return Lifecycle.decide(job, observed.withPods(last.orElse(observed.pods())), now);
    }
  }

  // Memories.

  private static Observed neverResumed(Observed observed) {
    var now = observed.past().remember().milestones();
    var milestones =
        new Milestones(
            now.queued(),
            now.accepted(),
            now.initialized(),
            now.running(),
            now.held(),
            Optional.empty(),
            now.unsettled());
    return recalling(observed, milestones);
  }

  private static Decision everYoung(TrainingJob job, Observed observed, Instant now) {
    var milestones = observed.past().remember().milestones();
    return milestones.accepted().isPresent()
        ? Lifecycle.decide(job, recalling(observed, milestones.accepted(now)), now)
        : Lifecycle.decide(job, observed, now);
  }

  private static Observed recalling(Observed observed, Milestones milestones) {
    var past = observed.past();
    return observed.withPast(past.remembering(past.remember().with(milestones)));
  }

  private ReadingMistakes() {}
}
