package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Observed.ObjectRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What to store, what to do, what to tell, when to look again. Steps are applied in order, and
/// creations stop at the first that fails; what came of them is asked about at once.
///
/// @param relies what the decision takes for gone because no cache shows it: it holds only if so
public record WrapperDecision(
    WrapperState state,
    Store store,
    List<WrapperStep> steps,
    List<WrapperFact> facts,
    Optional<Instant> wakeAt,
    Reliance relies) {

  public WrapperDecision {
    steps = List.copyOf(steps);
    facts = List.copyOf(facts);
  }

  public sealed interface WrapperStep {
    /// Puts our finalizer on the wrapper: from now on it cannot go before its components.
    record Hold() implements WrapperStep {}

    /// Takes it off again.
    record Release() implements WrapperStep {}

    record CreateComponent(int index) implements WrapperStep {}

    /// What the component has made goes with it, in the background.
    record DeleteComponent(int index, ObjectRef ref, Haste haste) implements WrapperStep {}

    record DeletePod(String pod, String uid, Haste haste) implements WrapperStep {}
  }

  /// Components, by index, and whether pods as well, that must be looked for where they are kept.
  public record Reliance(List<Integer> gone, boolean noPods) {
    public Reliance {
      gone = List.copyOf(gone);
    }

    static Reliance nothing() {
      return new Reliance(List.of(), false);
    }
  }
}
