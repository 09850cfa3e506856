package dev.trainyard.engine.model;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What to store, what to do, what to tell, when to look again. Steps are applied in order (equal
/// kinds in a row may go in parallel); stopping after any of them is safe. `gone` are pods that the
/// decision takes for gone, or for leaving, because nobody shows them: it holds only if that is so.
public record Decision(
    JobState state,
    Store store,
    List<Step> steps,
    List<Fact> facts,
    Optional<Instant> wakeAt,
    List<String> gone) {

  public Decision {
    steps = List.copyOf(steps);
    facts = List.copyOf(facts);
    gone = List.copyOf(gone);
  }

  /// A decision that holds whatever else is true.
  public Decision(
      JobState state, Store store, List<Step> steps, List<Fact> facts, Optional<Instant> wakeAt) {
    this(state, store, steps, facts, wakeAt, List.of());
  }

  public Decision relyingOn(List<String> gone) {
    return new Decision(state, store, steps, facts, wakeAt, gone);
  }

  /// FIRST when a step relies on it, AFTER when it only reports the steps, LATER for bare details.
  public enum Store {
    FIRST,
    AFTER,
    LATER
  }

  public sealed interface Step {
    record ClaimName(Claim claim) implements Step {}

    record CreateService(ReplicaId replica) implements Step {}

    record CreateObject(Attachment attachment, List<String> hosts) implements Step {
      public CreateObject {
        hosts = List.copyOf(hosts);
      }
    }

    record UpdateObject(Attachment attachment, String uid, List<String> hosts) implements Step {
      public UpdateObject {
        hosts = List.copyOf(hosts);
      }
    }

    record DeleteObject(ObjectRef object) implements Step {}

    /// `restarts` is what the role has on its count already, for the pod to carry.
    record CreatePod(ReplicaId replica, Mode mode, int attempt, int tryNumber, int restarts)
        implements Step {}

    record DeletePod(ReplicaId replica, String pod, String uid, Haste haste) implements Step {}

    record CreateChild(String role) implements Step {}

    record HoldChild(String role, ObjectRef child, boolean held) implements Step {}

    /// Gives it what it was made without.
    record ReleaseChild(String role, ObjectRef child) implements Step {}

    record DeleteJob(String uid) implements Step {}
  }

  public enum Haste {
    GRACEFUL,
    FORCED
  }
}
