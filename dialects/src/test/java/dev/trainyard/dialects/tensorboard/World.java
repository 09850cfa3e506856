package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.tensorboard.Boards.DIALECT;
import static dev.trainyard.dialects.tensorboard.Boards.read;

import dev.trainyard.api.tensorstack.TensorBoard;
import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.plan.PodPlan;
import dev.trainyard.engine.plan.PodReading;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/// One TensorBoard between its dialect and the engine: what the engine knows next time is what can
/// be read from the status.
final class World {

  private static final int MANY_PASSES = 30;

  private final Set<ObservedObject> objects = new HashSet<>();
  private final List<String> events = new ArrayList<>();
  private final BiConsumer<JobState, TensorBoard> told;
  private Optional<Pod> pod = Optional.empty();
  private TensorBoard board;
  private Instant now = Instant.parse("2026-01-02T03:04:00.5Z");
  private int made;

  World(String spec) {
    this(spec, (_, _) -> {});
  }

  /// @param told hears of every state and of the resource it was written to
  World(String spec, BiConsumer<JobState, TensorBoard> told) {
    this.told = told;
    this.board = Boards.board(spec);
    settle();
  }

  World edit(String spec) {
    board = new TensorBoard(board.metadata(), Boards.board(spec).spec(), board.status());
    return after(1);
  }

  World annotate(String key, String value) {
    var metadata = new ObjectMetaBuilder(board.metadata()).addToAnnotations(key, value).build();
    board = new TensorBoard(metadata, board.spec(), board.status());
    return after(1);
  }

  World podIs(String phase, boolean ready) {
    pod =
        pod.map(
            one ->
                new PodBuilder(one)
                    .editSpec()
                    .withNodeName("node")
                    .endSpec()
                    .withNewStatus()
                    .withPhase(phase)
                    .addNewCondition()
                    .withType("Ready")
                    .withStatus(ready ? "True" : "False")
                    .endCondition()
                    .endStatus()
                    .build());
    return after(1);
  }

  World podVanishes() {
    pod = Optional.empty();
    return after(1);
  }

  World after(long seconds) {
    now = now.plusSeconds(seconds);
    settle();
    return this;
  }

  TensorBoard.Status status() {
    var status = board.status();
    if (status == null) {
      throw new AssertionError("nothing was told");
    }
    return status;
  }

  Optional<String> podUid() {
    return pod.map(one -> one.getMetadata().getUid());
  }

  Set<ObservedObject> objects() {
    return objects;
  }

  List<String> events() {
    return events;
  }

  /// Until a pass neither acts nor wants anything stored.
  private void settle() {
    for (int pass = 0; pass < MANY_PASSES; pass++) {
      var decision = Lifecycle.decide(read(board), observe(), now);
      var next = DIALECT.withStatus(board, decision.state(), now);
      told.accept(decision.state(), next);
      if (decision.steps().isEmpty() && (decision.store() == Store.LATER || next.equals(board))) {
        decision
            .wakeAt()
            .filter(at -> !at.isAfter(now) && decision.store() == Store.LATER)
            .ifPresent(
                at -> {
                  throw new AssertionError("wants to be woken at once, for nothing: " + decision);
                });
        if (decision.wakeAt().filter(at -> at.isBefore(now.plusSeconds(60))).isPresent()
            && decision.wakeAt().get().isAfter(now)) {
          now = decision.wakeAt().get();
          continue;
        }
        return;
      }
      if (decision.store() != Store.LATER) {
        board = next;
      }
      apply(decision);
    }
    throw new AssertionError("never at rest: " + board);
  }

  private void apply(Decision decision) {
    for (var step : decision.steps()) {
      switch (step) {
        case Step.CreatePod create -> pod = Optional.of(born(PodPlan.pod(read(board), create)));
        case Step.DeletePod _ -> pod = Optional.empty();
        case Step.CreateObject(var attachment, _) ->
            objects.add(
                new ObservedObject(
                    new ObjectRef("v1", attachment.kind(), attachment.name(), "uid-s"),
                    Optional.empty(),
                    true));
        case Step.CreateService _,
            Step.DeleteObject _,
            Step.ClaimName _,
            Step.UpdateObject _,
            Step.CreateChild _,
            Step.HoldChild _,
            Step.ReleaseChild _,
            Step.DeleteJob _ ->
            throw new AssertionError("not expected: " + step);
      }
    }
    decision.facts().stream()
        .flatMap(fact -> DIALECT.tell(board, fact).stream())
        .map(EventText::reason)
        .forEach(events::add);
  }

  private Pod born(Pod planned) {
    return new PodBuilder(planned)
        .editMetadata()
        .withUid("pod-" + ++made)
        .withCreationTimestamp(now.toString())
        .endMetadata()
        .withNewStatus()
        .withPhase("Pending")
        .endStatus()
        .build();
  }

  private Observed observe() {
    var job = read(board);
    return new Observed(
        pod.flatMap(one -> PodReading.observe(job, one)).stream().toList(),
        List.of(),
        Set.copyOf(objects),
        List.of(),
        Map.of("node", new NodeFact(true, now)),
        true,
        true,
        false,
        DIALECT.recall(board));
  }
}
