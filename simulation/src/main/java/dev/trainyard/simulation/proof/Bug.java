package dev.trainyard.simulation.proof;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Mistakes one could have made, each in a controller of its own. The proof is worth what it finds
/// of them.
public record Bug(String words, Supplier<Parts> parts) {

  private Bug(String words, Engine engine) {
    this(words, () -> Parts.deciding(engine));
  }

  public static List<Bug> all() {
    return List.of(
        // What it does.
        new Bug("creates all pods of a step but the last", steps(Bug::withoutLastPod)),
        new Bug("makes no services", without(Step.CreateService.class)),
        new Bug("deletes no pods", without(Step.DeletePod.class)),
        new Bug("deletes no services", without(Step.DeleteObject.class)),
        new Bug("deletes no expired job", without(Step.DeleteJob.class)),
        new Bug("gives no pod time to save its work", each(Bug::forced)),
        new Bug("replaces a pod as if it never had failed", each(Bug::uncounted)),
        new Bug("cleans up pods that were to be kept", Bug::deletingEverythingAtTheEnd),
        // What it says and when it looks.
        new Bug("does not say what happened", deciding(Bug::silent)),
        new Bug("does not report what it did", deciding(Bug::unreported)),
        new Bug("does not ask to be woken", waking(_ -> Optional.empty())),
        new Bug("looks again an hour late", waking(at -> at.map(one -> one.plusSeconds(3600)))),
        // What it remembers.
        new Bug("forgets that the job has ended", remembering(Bug::unended)),
        new Bug("forgets how often it restarted", remembering(one -> one.with(Tally.none()))),
        new Bug("forgets which failures it counted", remembering(one -> one.dismissing(Set.of()))),
        new Bug("counts every restart twice", remembering(Bug::doubled)),
        new Bug("ends every job well", remembering(Bug::triumphant)),
        // What it sees.
        new Bug("does not see pods that failed", seeing(Bug::withoutFailed)),
        new Bug("does not see any pod", seeing(one -> one.withPods(List.of()))),
        new Bug("takes every node for dead", seeing(Bug::withDeadNodes)),
        new Bug("remembers nothing it stored", seeing(one -> one.withPast(JobState.unseen()))));
  }

  public static Bug named(String words) {
    return all().stream()
        .filter(bug -> bug.words.equals(words))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("there is no mistake \"%s\"".formatted(words)));
  }

  @Override
  public String toString() {
    return words;
  }

  // Engines.

  private static Engine deciding(UnaryOperator<Decision> change) {
    return (job, observed, now) -> change.apply(Lifecycle.decide(job, observed, now));
  }

  private static Engine seeing(UnaryOperator<Observed> sight) {
    return (job, observed, now) -> Lifecycle.decide(job, sight.apply(observed), now);
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
        Optional.empty());
  }

  private static Remembered doubled(Remembered memory) {
    var tally = memory.tally();
    var doubled =
        tally.restartsByRole().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, count -> count.getValue() * 2));
    return memory.with(new Tally(doubled, tally.inRow(), tally.lastAt(), tally.forgiven()));
  }

  private static Remembered triumphant(Remembered memory) {
    return memory
        .ending()
        .map(end -> memory.with(new Ending(true, end.byLimit(), end.cause(), end.at())))
        .orElse(memory);
  }

  // Sights.

  private static Observed withoutFailed(Observed observed) {
    return observed.withPods(
        observed.pods().stream()
            .filter(pod -> pod.end().filter(end -> end.exitCode().orElse(1) != 0).isEmpty())
            .toList());
  }

  private static Observed withDeadNodes(Observed observed) {
    return observed.withNodes(
        observed.nodes().keySet().stream()
            .collect(Collectors.toMap(name -> name, _ -> new NodeFact(false, Instant.EPOCH))));
  }
}
