package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Optional;

/// Whose an object is. Only a uid says: names are given away again.
final class Ownership {

  static boolean ours(AppWrapper resource, ObjectMeta object) {
    return controller(object)
        .filter(owner -> owner.getUid().equals(resource.metadata().getUid()))
        .isPresent();
  }

  /// What it means for a component that its name is taken.
  static Creation taken(AppWrapper resource, int component, ObjectMeta object) {
    if (ours(resource, object)) {
      return new Creation.Made(component, object.getName());
    }
    var former =
        controller(object)
            .filter(owner -> AppWrapper.KIND.equals(owner.getKind()))
            .filter(owner -> owner.getName().equals(resource.metadata().getName()))
            .isPresent();
    return former
        ? new Creation.Refused(
            component,
            "resource %s of an earlier appwrapper is still being deleted"
                .formatted(object.getName()),
            false)
        : new Creation.Refused(
            component,
            "resource %s exists, but is not controlled by appwrapper".formatted(object.getName()),
            true);
  }

  private static Optional<OwnerReference> controller(ObjectMeta object) {
    return requireNonNullElse(object.getOwnerReferences(), List.<OwnerReference>of()).stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst();
  }

  private Ownership() {}
}
