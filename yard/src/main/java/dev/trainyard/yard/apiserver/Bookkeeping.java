package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// Keeps `metadata.managedFields`: who owns which fields of an object that is about to be stored.
interface Bookkeeping {

  String FIELD = "managedFields";

  /// For what the yard itself writes: the record stays as it was.
  Bookkeeping UNCHANGED = (_, before, after) -> keep(before, after);

  /// Enters a write into the new form of the object.
  void enter(Kind kind, Optional<ObjectNode> before, ObjectNode after);

  static void keep(Optional<ObjectNode> before, ObjectNode after) {
    var metadata = after.withObjectProperty("metadata");
    var kept = before.map(old -> old.path("metadata").path(FIELD));
    if (kept.isPresent() && kept.get().isArray()) {
      metadata.set(FIELD, kept.get());
    } else {
      metadata.remove(FIELD);
    }
  }
}
