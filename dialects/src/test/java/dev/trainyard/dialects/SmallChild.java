package dev.trainyard.dialects;

import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedChild;
import dev.trainyard.engine.model.Role.Carrier;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// An object that carries a role of a job, and what its controller says of it.
record SmallChild(
    GenericKubernetesResource object,
    boolean held,
    boolean released,
    int failures,
    Optional<Boolean> won,
    String reason,
    String message) {

  static SmallChild made(GenericKubernetesResource object, Carrier.Child carrier) {
    var hold = Stream.concat(Stream.of("spec"), carrier.signs().hold().stream()).toArray();
    var whole = carrier.desired().getAdditionalProperties();
    return new SmallChild(
        object,
        Boolean.TRUE.equals(object.get(hold)),
        object.getAdditionalProperties().equals(whole),
        0,
        Optional.empty(),
        "",
        "");
  }

  SmallChild held(boolean held) {
    return new SmallChild(object, held, released, failures, won, reason, message);
  }

  SmallChild released(GenericKubernetesResource whole) {
    return new SmallChild(whole, held, true, failures, won, reason, message);
  }

  SmallChild failedOnce() {
    return new SmallChild(object, held, released, failures + 1, won, reason, message);
  }

  SmallChild ended(boolean success, String reason, String message) {
    return new SmallChild(object, held, released, failures, Optional.of(success), reason, message);
  }

  ObservedChild observed(String role, Instant now) {
    var name = object.getMetadata().getName();
    return new ObservedChild(
        role,
        new ObjectRef(object.getApiVersion(), object.getKind(), name, "uid-" + name),
        held,
        released,
        failures,
        won,
        reason,
        message,
        now);
  }
}
