package dev.trainyard.simulation.proof;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.operator.TrainingReconciler.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Mistakes one could have made. The proof is worth what it finds of them.
public record Bug(String words, UnaryOperator<Decision> change) {

  public static List<Bug> all() {
    return List.of(
        new Bug(
            "does not report what it did",
            decision ->
                with(decision, decision.store() == Store.AFTER ? Store.LATER : decision.store())),
        new Bug(
            "does not ask to be woken",
            decision ->
                new Decision(
                    decision.state(),
                    decision.store(),
                    decision.steps(),
                    decision.facts(),
                    Optional.empty())),
        new Bug(
            "looks again an hour late",
            decision ->
                new Decision(
                    decision.state(),
                    decision.store(),
                    decision.steps(),
                    decision.facts(),
                    decision.wakeAt().map(at -> at.plusSeconds(3600)))),
        new Bug("creates all pods of a step but the last", steps(Bug::withoutLastPod)),
        new Bug("makes no services", each(Bug::unlessService)),
        new Bug("deletes no pods", each(Bug::unlessPodDeletion)),
        new Bug("deletes no expired job", each(Bug::unlessJobDeletion)),
        new Bug("gives no pod time to save its work", each(Bug::forced)),
        new Bug("replaces a pod as if it never had failed", each(Bug::uncounted)),
        new Bug(
            "does not say what happened",
            decision ->
                new Decision(
                    decision.state(),
                    decision.store(),
                    decision.steps(),
                    List.of(),
                    decision.wakeAt())));
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

  /// The engine with this mistake in it.
  public Engine engine() {
    return (job, observed, now) -> change.apply(Lifecycle.decide(job, observed, now));
  }

  private static Decision with(Decision decision, Store store) {
    return new Decision(
        decision.state(), store, decision.steps(), decision.facts(), decision.wakeAt());
  }

  private static UnaryOperator<Decision> steps(UnaryOperator<List<Step>> change) {
    return decision ->
        new Decision(
            decision.state(),
            decision.store(),
            change.apply(decision.steps()),
            decision.facts(),
            decision.wakeAt());
  }

  private static UnaryOperator<Decision> each(Function<Step, Stream<Step>> change) {
    return steps(all -> all.stream().flatMap(change).toList());
  }

  private static List<Step> withoutLastPod(List<Step> steps) {
    var kept = new ArrayList<>(steps);
    if (!kept.isEmpty() && kept.getLast() instanceof Step.CreatePod) {
      kept.removeLast();
    }
    return kept;
  }

  private static Stream<Step> unlessService(Step step) {
    return step instanceof Step.CreateService ? Stream.empty() : Stream.of(step);
  }

  private static Stream<Step> unlessPodDeletion(Step step) {
    return step instanceof Step.DeletePod ? Stream.empty() : Stream.of(step);
  }

  private static Stream<Step> unlessJobDeletion(Step step) {
    return step instanceof Step.DeleteJob ? Stream.empty() : Stream.of(step);
  }

  private static Stream<Step> uncounted(Step step) {
    return step instanceof Step.CreatePod(var replica, var mode, var attempt, var tryNumber, _)
        ? Stream.of(new Step.CreatePod(replica, mode, attempt, tryNumber, 0))
        : Stream.of(step);
  }

  private static Stream<Step> forced(Step step) {
    return step instanceof Step.DeletePod(var replica, var pod, var uid, _)
        ? Stream.of(new Step.DeletePod(replica, pod, uid, Haste.FORCED))
        : Stream.of(step);
  }
}
