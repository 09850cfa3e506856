package dev.trainyard.engine;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedChild;
import java.time.Instant;
import java.util.Optional;

/// A resource with a controller of its own, which does what it is told.
final class SimulatedChild {
  final String uid;
  boolean held;
  boolean released = true;
  Optional<Boolean> succeeded = Optional.empty();
  String reason = "";
  Instant at = Instant.EPOCH;

  SimulatedChild(String uid) {
    this.uid = uid;
  }

  ObservedChild observed(String role) {
    return new ObservedChild(
        role,
        new ObjectRef("batch/v1", "Job", role, uid),
        held,
        released,
        0,
        succeeded,
        reason,
        "",
        at);
  }
}
