package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// The state as one writer sees it: everything before it, durable or on its way, and its own work.
public final class Transaction implements Latest {

  private final Latest latest;
  private final TreeMap<Key, Optional<ObjectNode>> own = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final long base;

  Transaction(Latest latest, long base) {
    this.latest = latest;
    this.base = base;
  }

  @Override
  public Optional<ObjectNode> find(Key key) {
    var mine = own.get(key);
    return mine != null ? mine : latest.find(key);
  }

  /// All objects of a resource, in the order of their keys.
  @Override
  public NavigableMap<Key, ObjectNode> list(String resource) {
    var all = latest.list(resource);
    own.forEach(
        (key, object) -> {
          if (key.resource().equals(resource)) {
            object.ifPresentOrElse(o -> all.put(key, o), () -> all.remove(key));
          }
        });
    return all;
  }

  /// The keys of a part, without reading what is there.
  @Override
  public NavigableSet<Key> keys(Range part) {
    var all = latest.keys(part);
    own.forEach(
        (key, object) -> {
          if (part.contains(key)) {
            object.ifPresentOrElse(_ -> all.add(key), () -> all.remove(key));
          }
        });
    return all;
  }

  /// Stores a new state. The object gets its resource version here and is not touched afterwards.
  public ObjectNode put(Key key, ObjectNode object) {
    var revision = nextRevision();
    object.withObjectProperty("metadata").put("resourceVersion", Long.toString(revision));
    record(new Change(revision, key, find(key), Optional.of(object)));
    return object;
  }

  public void remove(Key key) {
    record(new Change(nextRevision(), key, find(key), Optional.empty()));
  }

  /// Runs work whose outcome matters and whose changes do not.
  public <T> T rehearse(Function<Transaction, T> work) {
    return work.apply(new Transaction(this, base + changes.size()));
  }

  List<Change> changes() {
    return changes;
  }

  private long nextRevision() {
    return base + changes.size() + 1;
  }

  private void record(Change change) {
    changes.add(change);
    own.put(change.key(), change.after());
  }
}
