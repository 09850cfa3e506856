package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.trainyard.yard.apiserver.Deletion.Options;
import dev.trainyard.yard.apiserver.Deletion.Propagation;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.Range;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.store.Transaction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes what nobody owns any longer and empties what is being deleted.
///
/// It follows the ledger, keeps the graph of owners, and re-examines whatever a change may concern.
/// All objects that are due together go in one commit. An examination of an object that is newer
/// than the graph is left out: the change that made it newer is still to come.
final class GarbageCollector implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(GarbageCollector.class);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofHours(1);

  private final Ledger ledger;
  private final Kinds kinds;
  private final InstantSource clock;
  private final Thread thread;

  private OwnerGraph graph = new OwnerGraph();
  private long position;
  private final Set<Key> suspects = new LinkedHashSet<>();

  GarbageCollector(Ledger ledger, Kinds kinds, InstantSource clock) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.clock = clock;
    // Its first look at very many objects must not keep a carrier from requests.
    this.thread = Thread.ofPlatform().daemon().name("yard-garbage-collector").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void run() {
    lookAtEverything();
    try {
      while (!ledger.closed()) {
        collect();
        follow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Of all there is nothing is read but to whom it belongs.
  private void lookAtEverything() {
    graph = new OwnerGraph();
    var all = ledger.everything();
    for (var object : all.objects()) {
      var metadata = new ApiObject(object.metadata());
      graph.enter(object.key(), metadata);
      if (metadata.deleting()) {
        suspects.add(object.key());
      }
    }
    suspects.addAll(graph.orphans());
    position = all.revision();
  }

  private void follow() throws InterruptedException {
    try {
      var changes = ledger.changesAfter(position, suspects.isEmpty() ? IDLE : RETRY);
      changes.changes().forEach(change -> suspects.addAll(graph.follow(change)));
      position = changes.upTo();
    } catch (ExpiredException e) {
      lookAtEverything();
    }
  }

  private void collect() {
    if (suspects.isEmpty()) {
      return;
    }
    var unclear = new LinkedHashSet<Key>();
    try {
      ledger.write(
          transaction -> {
            for (var suspect : suspects) {
              if (newerThanGraph(transaction, suspect)) {
                unclear.add(suspect);
              } else {
                examine(transaction, suspect);
              }
            }
            return transaction;
          });
      // Who changed under our eyes is looked at again once the graph has seen the change.
      suspects.retainAll(unclear);
    } catch (StoreException e) {
      log.atWarn().log("Garbage is collected later: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Garbage collection failed and is tried again");
    }
  }

  private void examine(Transaction transaction, Key key) {
    var found = transaction.find(key).map(ApiObject::new);
    if (found.isEmpty()) {
      return;
    }
    var object = found.get();
    if (!object.deleting()) {
      judge(transaction, key, object);
    } else if (key.resource().equals("namespaces")) {
      emptyNamespace(transaction, key, object);
    } else if (object.finalizers().contains(Deletion.INSTANCES)) {
      removeInstances(transaction, key, object);
    } else if (object.finalizers().contains(ApiObject.ORPHAN)) {
      letGo(transaction, key, object);
    } else if (object.finalizers().contains(ApiObject.FOREGROUND)) {
      deleteDependentsFirst(transaction, key, object);
    }
  }

  private boolean newerThanGraph(Transaction transaction, Key key) {
    return transaction.find(key).map(ApiObject::new).filter(this::newerThanGraph).isPresent();
  }

  private boolean newerThanGraph(ApiObject object) {
    return Long.parseLong(object.resourceVersion()) > position;
  }

  /// An object stays while one of its owners does. Owners that are gone, or that wait for their
  /// dependents to go, no longer count.
  private void judge(Transaction transaction, Key key, ApiObject object) {
    var owners = object.owners();
    var lost = new ArrayList<String>();
    var waiting = false;
    for (var owner : owners) {
      var state = graph.find(owner.uid()).flatMap(transaction::find).map(ApiObject::new);
      var awaitsUs =
          state.filter(o -> o.deleting() && o.finalizers().contains(ApiObject.FOREGROUND));
      if (state.isEmpty() || awaitsUs.isPresent()) {
        lost.add(owner.uid());
        waiting |= awaitsUs.isPresent();
      }
    }
    if (lost.isEmpty()) {
      return;
    }
    if (lost.size() < owners.size()) {
      disown(transaction, key, lost);
    } else {
      var first = waiting && !graph.dependentsOf(object.uid()).isEmpty();
      delete(transaction, key, first ? Propagation.FOREGROUND : Propagation.BACKGROUND);
    }
  }

  private void deleteDependentsFirst(Transaction transaction, Key key, ApiObject owner) {
    var blocked = false;
    for (var dependent : graph.dependentsOf(owner.uid())) {
      transaction
          .find(dependent)
          .map(ApiObject::new)
          .filter(object -> !object.deleting() && !newerThanGraph(object))
          .ifPresent(object -> judge(transaction, dependent, object));
      blocked |=
          transaction.find(dependent).map(ApiObject::new).stream()
              .flatMap(object -> object.owners().stream())
              .anyMatch(o -> o.uid().equals(owner.uid()) && o.blocking());
    }
    if (!blocked) {
      dropFinalizer(transaction, key, ApiObject.FOREGROUND);
    }
  }

  private void letGo(Transaction transaction, Key key, ApiObject owner) {
    graph
        .dependentsOf(owner.uid())
        .forEach(dependent -> disown(transaction, dependent, List.of(owner.uid())));
    dropFinalizer(transaction, key, ApiObject.ORPHAN);
  }

  private static void disown(Transaction transaction, Key key, List<String> owners) {
    var found = transaction.find(key).map(ApiObject::new).map(ApiObject::copy);
    if (found.isEmpty()
        || !(found.get().metadata().path("ownerReferences") instanceof ArrayNode references)) {
      return;
    }
    for (int i = references.size() - 1; i >= 0; i--) {
      if (owners.contains(references.get(i).path("uid").asText())) {
        references.remove(i);
      }
    }
    if (references.isEmpty()) {
      found.get().ownMetadata().remove("ownerReferences");
    }
    transaction.put(key, found.get().json());
  }

  private void emptyNamespace(Transaction transaction, Key namespace, ApiObject object) {
    var left = false;
    for (var resource : namespacedResources()) {
      for (var key : transaction.keys(Range.of(resource, Optional.of(namespace.name())))) {
        left |= stillThere(transaction, key);
      }
    }
    if (!left && object.finalizers().isEmpty()) {
      transaction.remove(namespace);
    }
  }

  private List<String> namespacedResources() {
    return kinds.all().stream().filter(Kind::namespaced).map(Kind::resource).distinct().toList();
  }

  private void removeInstances(Transaction transaction, Key definition, ApiObject object) {
    var left = false;
    for (var key : transaction.keys(Range.of(object.name(), Optional.empty()))) {
      left |= stillThere(transaction, key);
    }
    if (!left) {
      dropFinalizer(transaction, definition, Deletion.INSTANCES);
    }
  }

  /// Asks an object to go, once, and says whether something holds it.
  private boolean stillThere(Transaction transaction, Key key) {
    if (transaction.find(key).map(ApiObject::new).filter(o -> !o.deleting()).isPresent()) {
      delete(transaction, key, Propagation.BACKGROUND);
    }
    return transaction.find(key).isPresent();
  }

  private void delete(Transaction transaction, Key key, Propagation propagation) {
    var uid = transaction.find(key).map(ApiObject::new).map(ApiObject::uid);
    var kind = kinds.ofResource(key.resource());
    if (uid.isPresent() && kind.isPresent()) {
      Deletion.delete(
          transaction, kind.get(), key, Options.of(propagation, uid.get()), clock.instant());
    }
  }

  private static void dropFinalizer(Transaction transaction, Key key, String finalizer) {
    var object = transaction.find(key).map(ApiObject::new).map(ApiObject::copy);
    if (object.isEmpty()) {
      return;
    }
    var left = new ArrayList<>(object.get().finalizers());
    left.remove(finalizer);
    Deletion.setFinalizers(object.get().ownMetadata(), left);
    if (Deletion.complete(object.get())) {
      transaction.remove(key);
    } else {
      transaction.put(key, object.get().json());
    }
  }
}
