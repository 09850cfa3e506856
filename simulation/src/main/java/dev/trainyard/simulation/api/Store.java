package dev.trainyard.simulation.api;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// All objects, and everything that ever happened to them: a watch may be told it late, and a list
/// may be answered as of earlier.
public final class Store {

  private final NavigableMap<Key, Item> items = new TreeMap<>();
  private final List<Change> history = new ArrayList<>();
  private final List<Consumer<Change>> listeners = new ArrayList<>();

  /// Told every change as it happens.
  public void listen(Consumer<Change> listener) {
    listeners.add(listener);
  }

  public void forget(Consumer<Change> listener) {
    listeners.remove(listener);
  }

  public Optional<Item> find(Key key) {
    return Optional.ofNullable(items.get(key));
  }

  /// The very object with that uid.
  public Optional<Item> find(Key key, String uid) {
    return find(key).filter(item -> item.uid().equals(uid));
  }

  public Stream<Item> all(String kind) {
    return items.subMap(new Key(kind, "", ""), new Key(kind + "\0", "", "")).values().stream();
  }

  public Stream<Item> all() {
    return items.values().stream();
  }

  public long latest() {
    return history.size();
  }

  /// The version that the next change makes.
  long next() {
    return history.size() + 1L;
  }

  void put(Item item) {
    var before = items.put(item.key(), item);
    tell(
        new Change(
            item.version(), before == null ? Change.Type.ADDED : Change.Type.MODIFIED, item));
  }

  void remove(Item last) {
    items.remove(last.key());
    tell(new Change(last.version(), Change.Type.DELETED, last));
  }

  /// Takes over a change that was made elsewhere.
  public void follow(Change change) {
    switch (change.type()) {
      case ADDED, MODIFIED -> items.put(change.key(), change.item());
      case DELETED -> items.remove(change.key());
    }
    tell(change);
  }

  private void tell(Change change) {
    history.add(change);
    List.copyOf(listeners).forEach(listener -> listener.accept(change));
  }

  /// Everything that happened after that version.
  public List<Change> since(long version) {
    return history.subList(Math.toIntExact(version), history.size());
  }

  /// Objects of a kind as they were at that version.
  public NavigableMap<Key, Item> asOf(String kind, long version) {
    var then = new TreeMap<Key, Item>();
    for (var change : history.subList(0, Math.toIntExact(version))) {
      if (change.key().kind().equals(kind)) {
        switch (change.type()) {
          case ADDED, MODIFIED -> then.put(change.key(), change.item());
          case DELETED -> then.remove(change.key());
        }
      }
    }
    return then;
  }
}
