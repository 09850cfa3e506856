package dev.trainyard.simulation.proof;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.operator.TrainingReconciler.Engine;
import dev.trainyard.simulation.controller.Parts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Mistakes in what is decided.
final class EngineMistakes {

  static List<Bug> all() {
    return List.of(
        // What it does.
        bug("creates all pods of a step but the last", steps(EngineMistakes::withoutLastPod)),
        bug("makes no services", without(Step.CreateService.class)),
        bug("deletes no pods", without(Step.DeletePod.class)),
        bug("deletes no services", without(Step.DeleteObject.class)),
        bug("deletes no expired job", without(Step.DeleteJob.class)),
        bug("gives no pod time to save its work", each(EngineMistakes::forced)),
        bug("replaces a pod as if it never had failed", each(EngineMistakes::uncounted)),
        bug("cleans up pods that were to be kept", EngineMistakes::deletingEverythingAtTheEnd),
        bug("marks pods with the attempt before", each(EngineMistakes::outOfDate)),
        bug("gives up what runs where it cannot look", EngineMistakes::abandoning),
        // What it says and when it looks.
        bug("does not say what happened", deciding(EngineMistakes::silent)),
        bug("does not report what it did", deciding(EngineMistakes::unreported)),
        bug("reports every detail at once", deciding(EngineMistakes::talkative)),
        bug("does not ask to be woken", waking(_ -> Optional.empty())),
        bug("looks again an hour late", waking(at -> at.map(one -> one.plusSeconds(3600)))),
        // What it remembers.
        bug("forgets that the job has ended", remembering(EngineMistakes::unended)),
        bug("forgets how often it restarted", remembering(one -> one.with(Tally.none()))),
        bug("forgets which failures it counted", remembering(one -> one.dismissing(Set.of()))),
        bug("counts every restart twice", remembering(EngineMistakes::doubled)),
        bug("ends every job well", remembering(EngineMistakes::triumphant)),
        bug("writes down what it did only after it did it", EngineMistakes::actingFirst),
        bug("starts everybody again when one fails", remembering(EngineMistakes::again)),
        bug("forgets that it runs already", remembering(EngineMistakes::notRunning)));
  }

  private static Bug bug(String words, Engine engine) {
    return new Bug(words, () -> Parts.deciding(engine));
  }

  // Engines.

  private static Engine deciding(UnaryOperator<Decision> change) {
    return (job, observed, now) -> change.apply(Lifecycle.decide(job, observed, now));
  }

  private static Engine steps(UnaryOperator<List<Step>> change) {
    return deciding(decision -> with(decision, change.apply(decision.steps())));
  }

  private static Engine each(Function<Step, Step> change) {
    return steps(all -> all.stream().map(change).toList());
  }

  private static Engine without(Class<? extends Step> kind) {
    return steps(all -> all.stream().filter(step -> !kind.isInstance(step)).toList());
  }

  private static Engine waking(UnaryOperator<Optional<Instant>> change) {
    return deciding(
        decision ->
            new Decision(
                decision.state(),
                decision.store(),
                decision.steps(),
                decision.facts(),
                change.apply(decision.wakeAt())));
  }

  private static Engine remembering(UnaryOperator<Remembered> change) {
    return deciding(
        decision ->
            new Decision(
                decision.state().remembering(change.apply(decision.state().remember())),
                decision.store(),
                decision.steps(),
                decision.facts(),
                decision.wakeAt()));
  }

  // Decisions.

  private static Decision with(Decision decision, List<Step> steps) {
    return new Decision(
        decision.state(), decision.store(), steps, decision.facts(), decision.wakeAt());
  }

  private static Decision silent(Decision decision) {
    return new Decision(
        decision.state(), decision.store(), decision.steps(), List.of(), decision.wakeAt());
  }

  private static Decision unreported(Decision decision) {
    return new Decision(
        decision.state(),
        decision.store() == Store.AFTER ? Store.LATER : decision.store(),
        decision.steps(),
        decision.facts(),
        decision.wakeAt());
  }

  private static Decision deletingEverythingAtTheEnd(
      TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    if (decision.state().remember().ending().isEmpty()) {
      return decision;
    }
    var pods =
        observed.pods().stream()
            .filter(pod -> pod.deletion().isEmpty())
            .map(
                pod ->
                    (Step)
                        new Step.DeletePod(pod.replica(), pod.name(), pod.uid(), Haste.GRACEFUL));
    return with(decision, Stream.concat(decision.steps().stream(), pods).toList());
  }

  private static Decision talkative(Decision decision) {
    return new Decision(
        decision.state(),
        decision.store() == Store.LATER ? Store.AFTER : decision.store(),
        decision.steps(),
        decision.facts(),
        decision.wakeAt());
  }

  /// What only remembers is taken for stored, and what relies on it is done at once.
  private static Decision actingFirst(TrainingJob job, Observed observed, Instant now) {
    var first = Lifecycle.decide(job, observed, now);
    if (first.store() != Store.FIRST || !first.steps().isEmpty()) {
      return first;
    }
    var second = Lifecycle.decide(job, observed.withPast(first.state()), now);
    var facts = Stream.concat(first.facts().stream(), second.facts().stream()).toList();
    return new Decision(second.state(), Store.AFTER, second.steps(), facts, second.wakeAt());
  }

  private static Decision abandoning(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    var pods =
        observed.pods().stream()
            .filter(
                pod ->
                    pod.node()
                        .flatMap(node -> Optional.ofNullable(observed.nodes().get(node)))
                        .filter(node -> !node.ready())
                        .isPresent())
            .map(
                pod ->
                    (Step) new Step.DeletePod(pod.replica(), pod.name(), pod.uid(), Haste.FORCED));
    return with(decision, Stream.concat(decision.steps().stream(), pods).toList());
  }

  private static Step outOfDate(Step step) {
    return step
            instanceof
            Step.CreatePod(var replica, var mode, var attempt, var tryNumber, var restarts)
        ? new Step.CreatePod(replica, mode, attempt - 1, tryNumber, restarts)
        : step;
  }

  private static List<Step> withoutLastPod(List<Step> steps) {
    var kept = new ArrayList<>(steps);
    if (!kept.isEmpty() && kept.getLast() instanceof Step.CreatePod) {
      kept.removeLast();
    }
    return kept;
  }

  private static Step uncounted(Step step) {
    return step instanceof Step.CreatePod(var replica, var mode, var attempt, var tryNumber, _)
        ? new Step.CreatePod(replica, mode, attempt, tryNumber, 0)
        : step;
  }

  private static Step forced(Step step) {
    return step instanceof Step.DeletePod(var replica, var pod, var uid, _)
        ? new Step.DeletePod(replica, pod, uid, Haste.FORCED)
        : step;
  }

  // Memories.

  private static Remembered unended(Remembered memory) {
    return new Remembered(
        memory.attempt(),
        memory.tally(),
        memory.dismissed(),
        memory.tries(),
        memory.done(),
        memory.milestones(),
        memory.preemptions(),
        Optional.empty(),
        memory.filled());
  }

  private static Remembered doubled(Remembered memory) {
    var tally = memory.tally();
    var doubled =
        tally.restartsByRole().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, count -> count.getValue() * 2));
    return memory.with(new Tally(doubled, tally.inRow(), tally.lastAt(), tally.forgiven()));
  }

  private static Remembered again(Remembered memory) {
    return memory.startedAgain(Math.max(memory.attempt(), memory.tally().restarts() + 1));
  }

  private static Remembered notRunning(Remembered memory) {
    return memory.with(memory.milestones().running(Optional.empty()));
  }

  private static Remembered triumphant(Remembered memory) {
    return memory
        .ending()
        .map(end -> memory.with(new Ending(true, end.byLimit(), end.cause(), end.at())))
        .orElse(memory);
  }

  private EngineMistakes() {}
}
