package dev.trainyard.simulation.controller;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// One informer: a copy of the objects of a kind that may be behind, with our own latest writes on
/// top, and the rules by which the SDK lets its events through.
final class Watch {

  /// Told what the SDK would be told.
  interface Listener {
    void changed(Optional<Item> before, Item now);

    void gone(Item last);
  }

  private final String kind;
  private final Store store;
  private final UnaryOperator<Item> slim;
  private final Listener listener;
  private final NavigableMap<Key, Item> seen = new TreeMap<>();
  private final Map<Key, Item> written = new HashMap<>();
  private final Map<String, TreeSet<Key>> byController = new HashMap<>();
  private long position;

  /// @param version what the first list is answered as of; nobody is told of what it holds
  Watch(String kind, Store store, long version, UnaryOperator<Item> slim, Listener listener) {
    this.kind = kind;
    this.store = store;
    this.slim = slim;
    this.listener = listener;
    this.position = version;
    store.asOf(kind, version).values().forEach(this::remember);
  }

  boolean behind() {
    return position < store.latest();
  }

  long position() {
    return position;
  }

  Optional<Item> find(Key key) {
    var ours = Optional.ofNullable(written.get(key));
    var theirs = Optional.ofNullable(seen.get(key));
    return ours.isPresent() ? ours : theirs;
  }

  Stream<Item> all() {
    var keys = new TreeSet<>(seen.keySet());
    keys.addAll(written.keySet());
    return keys.stream().flatMap(key -> find(key).stream());
  }

  Stream<Item> controlledBy(String uid) {
    return byController.getOrDefault(uid, new TreeSet<>()).stream()
        .flatMap(key -> find(key).stream())
        .filter(item -> item.controller().filter(uid::equals).isPresent());
  }

  /// Shows our own write before any event does; that event will wake nobody. An answer that comes
  /// after its event tells nothing new, and what it is about may be gone by now.
  void wrote(Item item) {
    if (item.version() <= position) {
      return;
    }
    var known = find(item.key());
    if (known.isEmpty() || known.get().version() < item.version()) {
      written.put(item.key(), slim.apply(item));
      index(item);
    }
  }

  /// Everything up to that version arrives, one change after the other.
  void catchUp(long version) {
    for (var change : until(version)) {
      arrive(change);
    }
    position = version;
  }

  /// What happened up to that version arrives as a list does: only how things stand then.
  void relist(long version) {
    var last = new LinkedHashMap<Key, Change>();
    for (var change : until(version)) {
      last.remove(change.key());
      last.put(change.key(), change);
    }
    last.values().forEach(this::arrive);
    position = version;
  }

  /// Tells again what is known, as after a connection that was cut.
  void repeat() {
    for (var item : List.copyOf(seen.values())) {
      listener.changed(Optional.of(item), item);
    }
  }

  private List<Change> until(long version) {
    var changes = new ArrayList<Change>();
    for (var change : store.since(position)) {
      if (change.version() > version) {
        break;
      }
      if (change.key().kind().equals(kind)) {
        changes.add(change);
      }
    }
    return changes;
  }

  private void arrive(Change change) {
    switch (change.type()) {
      case ADDED, MODIFIED -> arrive(slim.apply(change.item()));
      case DELETED -> {
        var last = slim.apply(change.item());
        var known = seen.remove(change.key());
        written.remove(change.key());
        unindex(last);
        if (known != null) {
          listener.gone(last);
        }
      }
    }
  }

  private void arrive(Item now) {
    var before = Optional.ofNullable(seen.get(now.key()));
    remember(now);
    var ours = written.get(now.key());
    if (ours != null && ours.version() >= now.version()) {
      if (ours.version() == now.version()) {
        written.remove(now.key());
      }
      return;
    }
    written.remove(now.key());
    listener.changed(before, now);
  }

  private void remember(Item item) {
    var slimmed = slim.apply(item);
    seen.put(item.key(), slimmed);
    index(slimmed);
  }

  private void index(Item item) {
    item.controller()
        .ifPresent(uid -> byController.computeIfAbsent(uid, _ -> new TreeSet<>()).add(item.key()));
  }

  private void unindex(Item item) {
    item.controller().map(byController::get).ifPresent(keys -> keys.remove(item.key()));
  }
}
