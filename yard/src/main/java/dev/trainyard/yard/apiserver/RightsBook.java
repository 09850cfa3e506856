package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.Rights;
import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The roles and bindings of the ledger, read when somebody's rights are first in question and kept
/// up with its changes from then on. A yard in which nobody but the owner asks never reads one.
final class RightsBook {

  static final Set<String> RESOURCES =
      Set.of(
          "roles." + Rights.API,
          "clusterroles." + Rights.API,
          "rolebindings." + Rights.API,
          "clusterrolebindings." + Rights.API);

  private final Ledger ledger;
  private final TreeMap<Key, ObjectNode> objects = new TreeMap<>();
  private Rights rights = Rights.of(objects.values());
  private long position = -1;

  RightsBook(Ledger ledger) {
    this.ledger = ledger;
  }

  /// The rights after every write that was acknowledged before this was asked.
  synchronized Rights now() {
    try {
      if (position < 0) {
        readAll();
      } else if (ledger.revision() != position) {
        follow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return rights;
  }

  private void follow() throws InterruptedException {
    try {
      var changes = ledger.changesAfter(position, Duration.ZERO);
      var concerned =
          changes.changes().stream()
              .filter(change -> RESOURCES.contains(change.key().resource()))
              .toList();
      concerned.forEach(this::enter);
      if (!concerned.isEmpty()) {
        rights = Rights.of(objects.values());
      }
      position = changes.upTo();
    } catch (ExpiredException e) {
      readAll();
    }
  }

  private void enter(Change change) {
    change
        .after()
        .ifPresentOrElse(
            object -> objects.put(change.key(), object), () -> objects.remove(change.key()));
  }

  /// Begins with the revision from before, so that what changes meanwhile is seen again.
  private void readAll() {
    var before = ledger.revision();
    objects.clear();
    for (var resource : RESOURCES) {
      for (var object : ledger.list(resource, Optional.empty()).objects()) {
        var seen = new ApiObject(object);
        objects.put(new Key(resource, seen.namespace(), seen.name()), object);
      }
    }
    rights = Rights.of(objects.values());
    position = before;
  }
}
