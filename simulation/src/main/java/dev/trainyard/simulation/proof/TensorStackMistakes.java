package dev.trainyard.simulation.proof;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.operator.TrainingReconciler.Engine;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.simulation.controller.Parts;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/// Mistakes in what only TensorStack's kinds have: run modes, hosts and keys.
final class TensorStackMistakes {

  static List<Bug> all() {
    return List.of(
        bug("changes the hosts and lets the lead go on", TensorStackMistakes::unread),
        bug("gives nobody time to come back", TensorStackMistakes::impatient),
        bug("counts a debug switch as a failure", TensorStackMistakes::severe),
        bug("resumes a job as if it started", TensorStackMistakes::fromTheStart),
        new Bug(
            "makes new keys when there are some",
            () -> Parts.asking(next -> new Relay(next).making(TensorStackMistakes::renewed))),
        new Bug("tells its keys", () -> Parts.asking(TensorStackMistakes::telling)));
  }

  private static Bug bug(String words, Engine engine) {
    return new Bug(words, () -> Parts.deciding(engine));
  }

  private static Decision unread(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    if (decision.steps().stream().noneMatch(Step.UpdateObject.class::isInstance)) {
      return decision;
    }
    var memory = decision.state().remember();
    return new Decision(
        decision.state().remembering(memory.dismissing(observed.past().remember().dismissed())),
        decision.store(),
        decision.steps().stream().filter(step -> !(step instanceof Step.DeletePod)).toList(),
        decision.facts(),
        decision.wakeAt());
  }

  private static Decision impatient(TrainingJob job, Observed observed, Instant now) {
    var patience = new Patience(job.patience().fenceAfter(), Duration.ZERO);
    return Lifecycle.decide(Misread.of(job).with(patience).read(), observed, now);
  }

  /// Whoever was sent away while everything ran well was sent away for another launch.
  private static Decision severe(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    var memory = decision.state().remember();
    var past = observed.past().remember();
    boolean switched =
        memory.dismissed().size() > past.dismissed().size()
            && memory.tally().equals(past.tally())
            && memory.milestones().held().isEmpty()
            && memory.milestones().resumed().equals(past.milestones().resumed())
            && memory.milestones().running().isEmpty();
    if (!switched) {
      return decision;
    }
    var restarts = new HashMap<>(memory.tally().restartsByRole());
    restarts.merge(job.lead().role(), 1, Integer::sum);
    var tally = memory.tally();
    return new Decision(
        decision
            .state()
            .remembering(
                memory.with(new Tally(restarts, tally.inRow(), tally.lastAt(), tally.forgiven()))),
        decision.store(),
        decision.steps(),
        decision.facts(),
        decision.wakeAt());
  }

  private static Decision fromTheStart(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    return new Decision(
        decision.state(),
        decision.store(),
        decision.steps().stream().map(TensorStackMistakes::fromTheStart).toList(),
        decision.facts(),
        decision.wakeAt());
  }

  private static Step fromTheStart(Step step) {
    return step
                instanceof
                Step.CreatePod(var replica, Mode mode, var attempt, var tryNumber, var restarts)
            && mode == Mode.RESUME
        ? new Step.CreatePod(replica, Mode.NORMAL, attempt, tryNumber, restarts)
        : step;
  }

  private static <T extends HasMetadata> T renewed(Requests next, T object) {
    var made = next.create(object);
    if (!(made instanceof GenericKubernetesResource secret) || !hasKeys(secret)) {
      return made;
    }
    var other = Serialization.clone(made);
    ((GenericKubernetesResource) other).setAdditionalProperty("data", Map.of("id_rsa", "b3RoZXI="));
    return next.update(other);
  }

  private static Requests telling(Requests next) {
    var key = new AtomicReference<>("");
    return new Relay(next)
        .making(new KeyKeeper(key))
        .telling(
            (to, event) ->
                to.record(
                    new EventBuilder(event).withMessage(event.getMessage() + key.get()).build()));
  }

  private record KeyKeeper(AtomicReference<String> key) implements Relay.Make {
    @Override
    public <T extends HasMetadata> T create(Requests next, T object) {
      if (object instanceof GenericKubernetesResource secret && hasKeys(secret)) {
        key.set(String.valueOf(secret.<Object>get("data", "id_rsa")));
      }
      return next.create(object);
    }
  }

  private static boolean hasKeys(GenericKubernetesResource object) {
    return object.getKind().equals("Secret") && object.<Object>get("data", "id_rsa") != null;
  }

  private TensorStackMistakes() {}
}
